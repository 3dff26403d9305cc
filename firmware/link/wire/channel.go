package wire

import (
	"errors"
	"math"
	"time"
)

// Constants of the reliable half, the same on both ends.
const (
	Window          = 4 // frames on the line without acknowledgement
	retransmitFirst = 30 * time.Millisecond
	retransmitLast  = 250 * time.Millisecond
	nakGuard        = 2 * time.Millisecond // between two retransmissions that a Nak asks for
	backlog         = 64                   // frames waiting or on the line

	// Never is the deadline of a machine that waits for nothing.
	Never = time.Duration(math.MaxInt64)
)

// ErrBacklog means that the peer has not acknowledged for so long that nothing more is queued.
var ErrBacklog = errors.New("wire: too many frames wait for acknowledgement")

// ChannelStats counts what happened to sequenced frames since the last Reset.
type ChannelStats struct {
	Sent, Retransmitted uint64
	Received            uint64 // in order, handed on
	Duplicates, Early   uint64 // acknowledged again, not handed on
	Stale               uint64 // of another session
}

// Channel is one end of the reliable half: it numbers frames, retransmits those that are not acknowledged, and
// hands on each frame of the peer once and in order. It also keeps what frames outside the sequence need:
// session and acknowledgement. It is a step machine without a clock; call Reset before anything else.
type Channel struct {
	Stats ChannelStats

	session     uint8
	ackedSeq    uint8 // last of ours that the peer has
	receivedSeq uint8 // last of the peer's received in order
	queue       []queuedFrame
	inFlight    int // how many of queue are on the line

	interval       time.Duration // to the next retransmission; doubles as long as the peer is silent
	timerStart     time.Duration
	nextRetransmit time.Duration
	lastRetransmit time.Duration
	nakReceived    bool
	ackDue         bool
	gapFound       bool // an early frame came: one before it was lost
}

type queuedFrame struct {
	kind    Type
	payload []byte
}

// Reset forgets everything and begins a session with both sequences at zero. Session zero is none: Receive then
// refuses every frame.
func (c *Channel) Reset(session uint8) {
	*c = Channel{
		session: session, queue: c.queue[:0],
		interval: retransmitFirst, nextRetransmit: Never, lastRetransmit: -nakGuard,
	}
}

// Session is the number given to Reset.
func (c *Channel) Session() uint8 { return c.session }

// Pending is the number of frames not acknowledged yet.
func (c *Channel) Pending() int { return len(c.queue) }

// LastSeq is the sequence number of the last frame given to Send.
func (c *Channel) LastSeq() uint8 { return c.ackedSeq + uint8(len(c.queue)) }

// HasAcked reports whether the peer has acknowledged the frame of that sequence number, one of the last 127.
func (c *Channel) HasAcked(seq uint8) bool { return int8(c.ackedSeq-seq) >= 0 }

// Send queues a sequenced message; Advance puts it on the line.
func (c *Channel) Send(m Message) error {
	if len(c.queue) >= backlog {
		return ErrBacklog
	}
	c.queue = append(c.queue, queuedFrame{m.Type(), Marshal(m)})
	return nil
}

// Receive takes a frame from the peer and reports whether to act on it: it is of this session and, when
// sequenced, the next one.
func (c *Channel) Receive(now time.Duration, f Frame) bool {
	if c.session == 0 || f.Session != c.session {
		c.Stats.Stale++
		return false
	}
	c.acknowledge(now, f)
	if !f.Type.Sequenced() {
		return true
	}
	c.ackDue = true
	switch f.Seq - c.receivedSeq {
	case 1:
		c.receivedSeq++
		c.Stats.Received++
		return true
	case 2, 3, 4:
		c.Stats.Early++
		c.gapFound = true
	default:
		c.Stats.Duplicates++
	}
	return false
}

// acknowledge takes the acknowledgement in a frame of the session. A frame that arrives shows that the line
// lives, so the back-off ends; a Nak says that something behind the acknowledged frame was lost.
func (c *Channel) acknowledge(now time.Duration, f Frame) {
	n := int(f.Ack - c.ackedSeq)
	if n > c.inFlight {
		return
	}
	if c.interval > retransmitFirst {
		c.interval = retransmitFirst
		c.nextRetransmit = c.timerStart + c.interval
	}
	if n > 0 {
		c.ackedSeq = f.Ack
		c.queue = append(c.queue[:0], c.queue[n:]...)
		c.inFlight -= n
		c.restartTimer(now)
	}
	c.nakReceived = c.inFlight > 0 && (c.nakReceived || f.Type == TypeNak && now-c.lastRetransmit >= nakGuard)
}

func (c *Channel) restartTimer(now time.Duration) {
	c.timerStart, c.nextRetransmit = now, Never
	if c.inFlight > 0 {
		c.nextRetransmit = now + c.interval
	}
}

// Advance appends what is due at now: retransmissions, new frames as far as the window allows, and an
// acknowledgement if no other frame carries it. It returns the time of the next retransmission.
func (c *Channel) Advance(now time.Duration, out []byte) ([]byte, time.Duration) {
	if c.session == 0 {
		return out, Never
	}
	out = c.retransmitDue(now, out)
	for c.inFlight < Window && c.inFlight < len(c.queue) {
		out = c.appendQueued(out, c.inFlight)
		c.inFlight++
		c.Stats.Sent++
		if c.inFlight == 1 {
			c.restartTimer(now)
		}
	}
	switch {
	case c.gapFound:
		c.gapFound = false
		out = c.Append(out, Nak{})
	case c.ackDue:
		out = c.Append(out, Ack{})
	}
	return out, c.nextRetransmit
}

func (c *Channel) retransmitDue(now time.Duration, out []byte) []byte {
	late := c.inFlight > 0 && now >= c.nextRetransmit
	if !late && !c.nakReceived {
		return out
	}
	if late && !c.nakReceived {
		c.interval = min(2*c.interval, retransmitLast)
	}
	c.nakReceived, c.lastRetransmit = false, now
	for i := range c.inFlight {
		out = c.appendQueued(out, i)
		c.Stats.Retransmitted++
	}
	c.restartTimer(now)
	return out
}

// appendQueued encodes frame i of the queue; its sequence number follows the acknowledged ones.
func (c *Channel) appendQueued(out []byte, i int) []byte {
	p := c.queue[i]
	return c.appendFrame(out, Frame{Type: p.kind, Seq: c.ackedSeq + uint8(i) + 1, Payload: p.payload})
}

// Append encodes a message outside the sequence into out, with the session and the present acknowledgement.
func (c *Channel) Append(out []byte, m Message) []byte {
	var buf [maxPayload]byte
	return c.appendFrame(out, Frame{Type: m.Type(), Payload: appendPayload(buf[:0], m)})
}

func (c *Channel) appendFrame(out []byte, f Frame) []byte {
	f.Session, f.Ack = c.session, c.receivedSeq
	c.ackDue = false
	return AppendEncode(out, f)
}
