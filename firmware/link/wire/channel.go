package wire

import (
	"errors"
	"math"
	"time"
)

// The reliable half's constants, the same on both ends.
const (
	Window      = 4 // frames on the line without acknowledgement
	RetryFirst  = 30 * time.Millisecond
	RetryLast   = 250 * time.Millisecond
	RepeatGuard = 2 * time.Millisecond // between two repetitions asked for by Nak
	Backlog     = 64                   // frames waiting or on the line

	// Never is the deadline of a machine that waits for nothing.
	Never = time.Duration(math.MaxInt64)
)

// ErrBacklog means that the peer has not acknowledged for so long that nothing
// more is queued.
var ErrBacklog = errors.New("wire: too many frames wait for acknowledgement")

// ChannelStats counts what happened to sequenced frames since the last Reset.
type ChannelStats struct {
	Sent, Resent    uint64
	Received        uint64 // in order, handed on
	Repeated, Ahead uint64 // acknowledged again, not handed on
	Stale           uint64 // of another session
}

// Channel is one end of the reliable half: numbers frames, repeats what is not
// acknowledged, hands on each frame once and in order. It keeps what frames
// outside the sequence need too: session and acknowledgement. It is a step
// machine without a clock; call Reset before anything else.
type Channel struct {
	Stats ChannelStats

	session uint8
	acked   uint8 // last of ours that the peer has
	got     uint8 // last of the peer's received in order
	queue   []pending
	sent    int // how many of queue are on the line

	interval   time.Duration
	lastSent   time.Duration
	deadline   time.Duration
	lastRepeat time.Duration
	repeat     bool
	ackDue     bool
	gap        bool // an early frame came: one before it was lost
}

type pending struct {
	kind    Type
	payload []byte
}

// Reset forgets everything and begins a session with both sequences at zero.
// Session zero is none: Receive then refuses every frame.
func (c *Channel) Reset(session uint8) {
	*c = Channel{session: session, queue: c.queue[:0], interval: RetryFirst, deadline: Never, lastRepeat: -RepeatGuard}
}

// Session is the number given to Reset.
func (c *Channel) Session() uint8 { return c.session }

// Pending is the number of frames not acknowledged yet.
func (c *Channel) Pending() int { return len(c.queue) }

// Last is the number of the last frame given to Send.
func (c *Channel) Last() uint8 { return c.acked + uint8(len(c.queue)) }

// Has tells whether the peer has acknowledged the frame of that number, one of the last 127.
func (c *Channel) Has(seq uint8) bool { return int8(c.acked-seq) >= 0 }

// Send queues a sequenced message; Advance puts it on the line.
func (c *Channel) Send(m Message) error {
	if len(c.queue) >= Backlog {
		return ErrBacklog
	}
	c.queue = append(c.queue, pending{m.Type(), Marshal(m)})
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
	switch f.Seq - c.got {
	case 1:
		c.got++
		c.Stats.Received++
		return true
	case 2, 3, 4:
		c.Stats.Ahead++
		c.gap = true
	default:
		c.Stats.Repeated++
	}
	return false
}

// acknowledge takes the acknowledgement of any frame of the session. A frame
// that arrives shows that the line lives, so the back-off ends; a Nak says that
// something behind what it acknowledges was lost.
func (c *Channel) acknowledge(now time.Duration, f Frame) {
	n := int(f.Ack - c.acked)
	if n > c.sent {
		return
	}
	if c.interval > RetryFirst {
		c.interval = RetryFirst
		c.deadline = c.lastSent + c.interval
	}
	if n > 0 {
		c.acked = f.Ack
		c.queue = append(c.queue[:0], c.queue[n:]...)
		c.sent -= n
		c.restart(now)
	}
	c.repeat = c.sent > 0 && (c.repeat || f.Type == TypeNak && now-c.lastRepeat >= RepeatGuard)
}

func (c *Channel) restart(now time.Duration) {
	c.lastSent, c.deadline = now, Never
	if c.sent > 0 {
		c.deadline = now + c.interval
	}
}

// Advance appends what is due at now: repetitions, new frames as far as the
// window allows, an acknowledgement if nothing else carries it. It returns the
// time of the next repetition.
func (c *Channel) Advance(now time.Duration, out []byte) ([]byte, time.Duration) {
	if c.session == 0 {
		return out, Never
	}
	out = c.repeatDue(now, out)
	for c.sent < Window && c.sent < len(c.queue) {
		out = c.put(out, c.sent)
		c.sent++
		c.Stats.Sent++
		if c.sent == 1 {
			c.restart(now)
		}
	}
	switch {
	case c.gap:
		c.gap = false
		out = c.Append(out, Nak{})
	case c.ackDue:
		out = c.Append(out, Ack{})
	}
	return out, c.deadline
}

func (c *Channel) repeatDue(now time.Duration, out []byte) []byte {
	late := c.sent > 0 && now >= c.deadline
	if !late && !c.repeat {
		return out
	}
	if late && !c.repeat {
		c.interval = min(2*c.interval, RetryLast)
	}
	c.repeat, c.lastRepeat = false, now
	for i := range c.sent {
		out = c.put(out, i)
		c.Stats.Resent++
	}
	c.restart(now)
	return out
}

// put encodes queue item i, whose number follows the acknowledged ones.
func (c *Channel) put(out []byte, i int) []byte {
	p := c.queue[i]
	return c.encode(out, Frame{Type: p.kind, Seq: c.acked + uint8(i) + 1, Payload: p.payload})
}

// Append encodes a message outside the sequence into out, with the session and
// the present acknowledgement.
func (c *Channel) Append(out []byte, m Message) []byte {
	var buf [MaxPayload]byte
	return c.encode(out, Frame{Type: m.Type(), Payload: AppendPayload(buf[:0], m)})
}

func (c *Channel) encode(out []byte, f Frame) []byte {
	f.Session, f.Ack = c.session, c.got
	c.ackDue = false
	return AppendEncode(out, f)
}
