package link

import (
	"time"

	"crownhead/firmware/link/wire"
)

// State is what the machine knows at present.
type State struct {
	Open     bool // the port is
	Up       bool
	Virtual  bool
	Boot     uint32
	Build    uint32 // hash of the controller's firmware, 0 before one has answered
	Protocol string // version of the protocol that the controller speaks, likewise ""
	Homed    bool
	Stopped  bool // latched, or stopping
	Resting  bool // … and at rest, so that Clear is taken
	Idle     bool // at rest with an empty queue, and nothing on its way there
	Moving   bool
	Pumping  bool
	Lossy    bool // frames were lost lately
	Status   wire.Status
	Bits     uint32
	HasBits  bool
	Faults   Faults
	Traffic  Traffic
}

// Traffic counts what went over the line since New.
type Traffic struct {
	Frames        uint64 // good ones received
	Retransmitted uint64 // sent again, because nobody had acknowledged them
}

// Faults counts what went wrong on the line since New.
type Faults struct {
	Bytes  wire.Errors // stretches thrown away by the decoder
	Values uint64      // frames with impossible values
	Downs  uint64
}

// Total is one number for reports: damaged frames and lost links. Retransmissions follow from them and are not
// counted again.
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
	outputInterval        = 50 * time.Millisecond // LEDs and servos at most so often
	outputRefreshInterval = time.Second           // and again, for nobody acknowledges them
)

// A output is the eyes or the servos: only the newest state counts.
type output struct {
	wanted  wire.Message
	changed bool
	sentAt  time.Duration
}

func (d *output) setWanted(m wire.Message) {
	d.changed = d.changed || d.wanted != m
	d.wanted = m
}

func (d *output) nextSend() time.Duration {
	switch {
	case d.wanted == nil:
		return wire.Never
	case d.changed:
		return d.sentAt + outputInterval
	}
	return d.sentAt + outputRefreshInterval
}
