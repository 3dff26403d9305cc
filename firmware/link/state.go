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

// Total is one number for reports: damaged frames and lost links. Retransmissions follow from them and are not counted
// again.
func (f Faults) Total() uint64 { return f.Bytes.Total() + f.Values + f.Downs }

// State returns what the machine knows at present.
func (m *Machine) State() State {
	busy := len(m.queued) > 0 || m.homing || m.stopping // with things that the status may not know yet
	moving := m.status.Flags&wire.FlagMoving != 0
	return State{
		Open:     m.phase != phaseClosed,
		Up:       m.phase == phaseUp,
		Virtual:  m.virtual,
		Boot:     m.boot,
		Build:    m.build,
		Protocol: m.protocol,
		Homed:    m.isHomed(),
		Stopped:  m.latched,
		Resting:  m.latched && m.status.State == wire.StateStopped,
		Idle:     m.phase == phaseUp && !busy && !moving && m.status.Free == wire.QueueLen,
		Moving:   moving,
		Pumping:  m.status.Flags&wire.FlagPump != 0,
		Lossy:    m.quality.isLossy(),
		Status:   m.status,
		Bits:     m.snapshot.Bits,
		HasBits:  m.hasBits,
		Faults:   Faults{Bytes: m.decoder.Errors, Values: m.badPayloads, Downs: m.downs},
		Traffic:  Traffic{Frames: m.traffic.Frames, Retransmitted: m.retransmitted()},
	}
}

func (m *Machine) isHomed() bool { return m.status.Flags&wire.FlagHomed != 0 }

// retransmitted is how many frames were ever sent again.
func (m *Machine) retransmitted() uint64 {
	return m.traffic.Retransmitted + m.channel.Stats.Retransmitted
}

// resetQueueEnd takes the position at rest as the state from which the next segment starts.
func (m *Machine) resetQueueEnd() {
	for j := range m.queueEnd {
		m.queueEnd[j] = wire.Knot{Position: m.status.Position[j]}
	}
}

// clearQueue forgets what was queued: the controller has thrown it away.
func (m *Machine) clearQueue() {
	m.queued = m.queued[:0]
	m.homing, m.homingAcked = false, false
}

func (m *Machine) emitEvent(e Event) { m.events = append(m.events, e) }

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
