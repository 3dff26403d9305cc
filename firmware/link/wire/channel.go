package wire

import (
	"errors"
	"math"
	"time"
)

// The reliable half's constants, the same on both ends.
const (
	Window          = 4 // frames on the line without acknowledgement
	retransmitFirst = 30 * time.Millisecond
	retransmitLast  = 250 * time.Millisecond
	nakGuard        = 2 * time.Millisecond // between two repetitions asked for by Nak
	backlog         = 64                   // frames waiting or on the line

	// Never is the deadline of a machine that waits for nothing.
	Never = time.Duration(math.MaxInt64)
)

// ErrBacklog means that the peer has not acknowledged for so long that nothing
// more is queued.
var ErrBacklog = errors.New("wire: too many frames wait for acknowledgement")

// ChannelStats counts what happened to sequenced frames since the last Reset.
type ChannelStats struct {
	Sent, Retransmitted uint64
	Received            uint64 // in order, handed on
	Duplicates, Early   uint64 // acknowledged again, not handed on
	Stale               uint64 // of another session
}

// Channel is one end of the reliable half: numbers frames, repeats what is not
// acknowledged, hands on each frame once and in order. It keeps what frames
// outside the sequence need too: session and acknowledgement. It is a step
// machine without a clock; call Reset before anything else.
type Channel struct {
	Stats ChannelStats

	session     uint8
	ackedSeq    uint8 // last of ours that the peer has
	receivedSeq uint8 // last of the peer's received in order
	queue       []queuedFrame
	inFlight    int // how many of queue are on the line

	retransmitInterval time.Duration
	lastSent           time.Duration
	nextRetransmit     time.Duration
	lastRetransmit     time.Duration
	nakReceived        bool
	ackDue             bool
	gapFound           bool // an early frame came: one before it was lost
}

type queuedFrame struct {
	kind    Type
	payload []byte
}

// Reset forgets everything and begins a session with both sequences at zero.
// Session zero is none: Receive then refuses every frame.
func (c *Channel) Reset(session uint8) {
	*c = Channel{session: session, queue: c.queue[:0], retransmitInterval: retransmitFirst, nextRetransmit: Never, lastRetransmit: -nakGuard}
}

// Session is the number given to Reset.
func (c *Channel) Session() uint8 { return c.session }

// Pending is the number of frames not acknowledged yet.
func (c *Channel) Pending() int { return len(c.queue) }

// Last is the number of the last frame given to Send.
func (c *Channel) Last() uint8 { return c.ackedSeq + uint8(len(c.queue)) }

// Has tells whether the peer has acknowledged the frame of that number, one of the last 127.
func (c *Channel) Has(seq uint8) bool { return int8(c.ackedSeq-seq) >= 0 }

// Send queues a sequenced message; Advance puts it on the line.
func (c *Channel) Send(m Message) error {
	if len(c.queue) >= backlog {
		return ErrBacklog
	}
	c.queue = append(c.queue, queuedFrame{m.Type(), Marshal(m)})
	return nil
}

// Receive takes a frame from the peer and reports whether it is to be acted
// on: it is of this session and, when sequenced, the next one.
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

// acknowledge takes the acknowledgement of any frame of the session. A frame
// that arrives shows that the line lives, so the back-off ends; a Nak says that
// something behind what it acknowledges was lost.
func (c *Channel) acknowledge(now time.Duration, f Frame) {
	n := int(f.Ack - c.ackedSeq)
	if n > c.inFlight {
		return
	}
	if c.retransmitInterval > retransmitFirst {
		c.retransmitInterval = retransmitFirst
		c.nextRetransmit = c.lastSent + c.retransmitInterval
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
	c.lastSent, c.nextRetransmit = now, Never
	if c.inFlight > 0 {
		c.nextRetransmit = now + c.retransmitInterval
	}
}

// Advance appends what is due at now: repetitions, new frames as far as the
// window allows, an acknowledgement if nothing else carries it. It returns the
// time of the next repetition.
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
		c.retransmitInterval = min(2*c.retransmitInterval, retransmitLast)
	}
	c.nakReceived, c.lastRetransmit = false, now
	for i := range c.inFlight {
		out = c.appendQueued(out, i)
		c.Stats.Retransmitted++
	}
	c.restartTimer(now)
	return out
}

// appendQueued encodes queue item i, whose number follows the acknowledged ones.
func (c *Channel) appendQueued(out []byte, i int) []byte {
	p := c.queue[i]
	return c.appendFrame(out, Frame{Type: p.kind, Seq: c.ackedSeq + uint8(i) + 1, Payload: p.payload})
}

// Append encodes a message outside the sequence into out, with the session and
// the present acknowledgement.
func (c *Channel) Append(out []byte, m Message) []byte {
	var buf [maxPayload]byte
	return c.appendFrame(out, Frame{Type: m.Type(), Payload: appendPayload(buf[:0], m)})
}

func (c *Channel) appendFrame(out []byte, f Frame) []byte {
	f.Session, f.Ack = c.session, c.receivedSeq
	c.ackDue = false
	return AppendEncode(out, f)
}
