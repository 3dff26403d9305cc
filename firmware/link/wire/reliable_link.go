package wire

import (
	"errors"
	"math"
	"time"
)

// Constants of the reliable half, the same on both ends.
const (
	Window                = 4 // frames on the line without acknowledgement
	minRetransmitInterval = 30 * time.Millisecond
	maxRetransmitInterval = 250 * time.Millisecond
	minNakInterval        = 2 * time.Millisecond // between two retransmissions that a Nak asks for
	maxBacklog            = 64                   // frames waiting or on the line

	// Never is the deadline if nothing is waited for.
	Never = time.Duration(math.MaxInt64)
)

// ErrBacklog means that the queue is full, because the peer has not acknowledged for a long time.
var ErrBacklog = errors.New("wire: too many frames wait for acknowledgement")

// LinkStats counts what happened to sequenced frames since the last Reset.
type LinkStats struct {
	Sent, Retransmitted uint64
	Received            uint64 // in order, and handed on
	Duplicates, Early   uint64 // acknowledged again, but not handed on
	Stale               uint64 // of another session
}

// ReliableLink is one end of the reliable half of the protocol. It numbers frames, retransmits those that are not
// acknowledged, and hands on each frame of the peer once and in order. It also gives frames outside the sequence their
// session and acknowledgement. It is a step machine without a clock; call Reset before anything else.
type ReliableLink struct {
	Stats LinkStats

	session     uint8
	ackedSeq    uint8 // last frame of ours that the peer has acknowledged
	receivedSeq uint8 // last frame of the peer that was received in order
	queue       []queuedFrame
	inFlight    int // how many frames of the queue are on the line

	retransmitInterval time.Duration // to the next retransmission; doubles as long as the peer is silent
	timerStartedAt     time.Duration
	nextRetransmitAt   time.Duration
	lastRetransmitAt   time.Duration
	nakReceived        bool
	ackDue             bool
	gapFound           bool // an early frame came: a frame before it was lost
}

type queuedFrame struct {
	frameType Type
	payload   []byte
}

// Reset forgets everything and begins a session with both sequences at zero. The number zero means no session:
// Receive then refuses every frame.
func (l *ReliableLink) Reset(session uint8) {
	*l = ReliableLink{
		session: session, queue: l.queue[:0],
		retransmitInterval: minRetransmitInterval, nextRetransmitAt: Never, lastRetransmitAt: -minNakInterval,
	}
}

// Session returns the number given to Reset.
func (l *ReliableLink) Session() uint8 { return l.session }

// Pending returns the number of frames that are not acknowledged yet.
func (l *ReliableLink) Pending() int { return len(l.queue) }

// LastSeq returns the sequence number of the last message given to Send.
func (l *ReliableLink) LastSeq() uint8 { return l.ackedSeq + uint8(len(l.queue)) }

// HasAcked reports whether the peer has acknowledged a frame, by its sequence number: one of the last 127.
func (l *ReliableLink) HasAcked(seq uint8) bool { return int8(l.ackedSeq-seq) >= 0 }

// Send queues a sequenced message; Advance puts it on the line.
func (l *ReliableLink) Send(m Message) error {
	if len(l.queue) >= maxBacklog {
		return ErrBacklog
	}
	l.queue = append(l.queue, queuedFrame{m.Type(), Marshal(m)})
	return nil
}

// Receive takes a frame from the peer and reports whether to act on it: it is of this session and, when
// sequenced, the next one.
func (l *ReliableLink) Receive(now time.Duration, f Frame) bool {
	if l.session == 0 || f.Session != l.session {
		l.Stats.Stale++
		return false
	}
	l.acknowledge(now, f)
	if !f.Type.Sequenced() {
		return true
	}
	l.ackDue = true
	switch f.Seq - l.receivedSeq {
	case 1:
		l.receivedSeq++
		l.Stats.Received++
		return true
	case 2, 3, 4:
		l.Stats.Early++
		l.gapFound = true
	default:
		l.Stats.Duplicates++
	}
	return false
}

// acknowledge takes the acknowledgement in a frame of the session. A frame that arrives shows that the line works, so
// the back-off ends. A Nak says that a frame after the acknowledged one was lost.
func (l *ReliableLink) acknowledge(now time.Duration, f Frame) {
	n := int(f.Ack - l.ackedSeq)
	if n > l.inFlight {
		return
	}
	if l.retransmitInterval > minRetransmitInterval {
		l.retransmitInterval = minRetransmitInterval
		l.nextRetransmitAt = l.timerStartedAt + l.retransmitInterval
	}
	if n > 0 {
		l.ackedSeq = f.Ack
		l.queue = append(l.queue[:0], l.queue[n:]...)
		l.inFlight -= n
		l.restartTimer(now)
	}
	l.nakReceived = l.inFlight > 0 && (l.nakReceived || f.Type == TypeNak && now-l.lastRetransmitAt >= minNakInterval)
}

func (l *ReliableLink) restartTimer(now time.Duration) {
	l.timerStartedAt, l.nextRetransmitAt = now, Never
	if l.inFlight > 0 {
		l.nextRetransmitAt = now + l.retransmitInterval
	}
}

// Advance appends what is due at now: retransmissions, new frames as far as the window allows, and an
// acknowledgement if no other frame carries it. It returns the time of the next retransmission.
func (l *ReliableLink) Advance(now time.Duration, out []byte) ([]byte, time.Duration) {
	if l.session == 0 {
		return out, Never
	}
	out = l.retransmitDue(now, out)
	for l.inFlight < Window && l.inFlight < len(l.queue) {
		out = l.appendQueued(out, l.inFlight)
		l.inFlight++
		l.Stats.Sent++
		if l.inFlight == 1 {
			l.restartTimer(now)
		}
	}
	switch {
	case l.gapFound:
		l.gapFound = false
		out = l.AppendUnsequenced(out, Nak{})
	case l.ackDue:
		out = l.AppendUnsequenced(out, Ack{})
	}
	return out, l.nextRetransmitAt
}

func (l *ReliableLink) retransmitDue(now time.Duration, out []byte) []byte {
	late := l.inFlight > 0 && now >= l.nextRetransmitAt
	if !late && !l.nakReceived {
		return out
	}
	if late && !l.nakReceived {
		l.retransmitInterval = min(2*l.retransmitInterval, maxRetransmitInterval)
	}
	l.nakReceived, l.lastRetransmitAt = false, now
	for i := range l.inFlight {
		out = l.appendQueued(out, i)
		l.Stats.Retransmitted++
	}
	l.restartTimer(now)
	return out
}

// appendQueued encodes frame i of the queue; its sequence number follows the acknowledged ones.
func (l *ReliableLink) appendQueued(out []byte, i int) []byte {
	p := l.queue[i]
	return l.appendFrame(out, Frame{Type: p.frameType, Seq: l.ackedSeq + uint8(i) + 1, Payload: p.payload})
}

// AppendUnsequenced appends the frame of a message outside the sequence, with the session and the present
// acknowledgement.
func (l *ReliableLink) AppendUnsequenced(out []byte, m Message) []byte {
	var buf [maxPayload]byte
	return l.appendFrame(out, Frame{Type: m.Type(), Payload: appendPayload(buf[:0], m)})
}

func (l *ReliableLink) appendFrame(out []byte, f Frame) []byte {
	f.Session, f.Ack = l.session, l.receivedSeq
	l.ackDue = false
	return AppendEncode(out, f)
}
