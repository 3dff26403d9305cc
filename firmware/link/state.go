package link

import (
	"time"

	"crownhead/firmware/link/wire"
)

// State is what the host knows of the controller at present.
type State struct {
	Open     bool // the port is open
	Up       bool // handshake and set-up are complete
	Virtual  bool
	Boot     uint32
	Build    uint32 // hash of the controller's firmware, 0 before one has answered
	Protocol string // version of the protocol that the controller speaks, "" before one has answered
	Homed    bool
	Stopped  bool // latched, or stopping
	Resting  bool // latched and at rest, so that Clear is accepted
	Idle     bool // at rest with an empty queue, and no item on its way to the controller
	Moving   bool
	Pumping  bool
	Lossy    bool // frames were lost lately
	Status   wire.Status
	Bits     uint32
	HasBits  bool
	Faults   Faults
	Traffic  Traffic
}

// Traffic counts what went over the line since NewHostProtocol.
type Traffic struct {
	Frames        uint64 // good frames received
	Retransmitted uint64 // frames sent again, because they were not acknowledged
}

// Faults counts what went wrong on the line since NewHostProtocol.
type Faults struct {
	Bytes  wire.DecodeErrors // stretches that the decoder has dropped
	Values uint64            // frames with impossible values
	Downs  uint64            // how often the link was lost
}

// Total returns the number of damaged frames and lost links. Retransmissions follow from them and are not counted
// again.
func (f Faults) Total() uint64 { return f.Bytes.Total() + f.Values + f.Downs }

const (
	lossyAbove   = 4 // recent losses
	lossHalfLife = 2 * time.Second
)

// lineQuality follows how many frames were lost lately, in either direction: the count halves every two seconds.
type lineQuality struct {
	recent   uint64
	total    uint64
	halvedAt time.Duration
}

// update takes the number of all frames that were ever lost.
func (q *lineQuality) update(now time.Duration, total uint64) {
	for ; now-q.halvedAt >= lossHalfLife && q.recent > 0; q.halvedAt += lossHalfLife {
		q.recent /= 2
	}
	if q.recent == 0 {
		q.halvedAt = now
	}
	q.recent += total - q.total
	q.total = total
}

func (q *lineQuality) isLossy() bool { return q.recent > lossyAbove }

const (
	outputInterval        = 50 * time.Millisecond // between two changes of the eyes or of the servos
	outputRefreshInterval = time.Second           // until an unchanged state is sent again: nobody acknowledges it
)

// An output is the wanted state of the eyes or of the servos. Only the newest one is sent.
type output struct {
	wanted  wire.Message
	changed bool
	sentAt  time.Duration
}

func (o *output) setWanted(m wire.Message) {
	o.changed = o.changed || o.wanted != m
	o.wanted = m
}

func (o *output) nextSendAt() time.Duration {
	switch {
	case o.wanted == nil:
		return wire.Never
	case o.changed:
		return o.sentAt + outputInterval
	}
	return o.sentAt + outputRefreshInterval
}
