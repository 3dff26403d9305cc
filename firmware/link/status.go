package link

import (
	"time"

	"crownhead/firmware/link/wire"
)

// onStatus follows the controller's state; what it implies for latch, homing
// and queue is told once, as events.
func (m *Machine) onStatus(now time.Duration, s wire.Status) {
	old, first := m.status, !m.hasStatus
	m.status, m.hasStatus = s, true
	m.done(s.Done)
	if m.phase == setting && m.echoed && s.Flags&wire.FlagSetup != 0 {
		m.goUp()
		first = true
	}
	if m.phase != up {
		return
	}
	if first || s.State != old.State || s.Flags != old.Flags || s.Cause != old.Cause || s.Done != old.Done {
		m.emit(Event{Kind: Status})
	}
	m.followLatch(first || s.State != old.State || s.Cause != old.Cause)
	m.followHoming()
}

func (m *Machine) goUp() {
	m.phase, m.reason = up, ""
	m.settle()
	m.emit(Event{Kind: Up, Boot: m.boot, Virtual: m.virtual, Homed: m.homed()})
	_ = m.sequenced(wire.ButtonLed{Mode: m.lamp}) // the first frame of a session finds room
	for i := range m.shows {
		m.shows[i].dirty = true
	}
}

func (m *Machine) followLatch(changed bool) {
	switch m.status.State {
	case wire.StateStopping:
		m.latched = true
		m.drop()
	case wire.StateStopped:
		m.latched = true
		m.drop()
		if changed {
			m.emit(Event{Kind: Stopped, Cause: m.status.Cause, Reason: wire.CauseReason(m.status.Cause), Homed: m.homed()})
		}
	default:
		if m.clearing {
			m.clearing, m.latched = false, false
			m.settle()
			m.emit(Event{Kind: Cleared, Homed: m.homed()})
		}
	}
}

// followHoming tells a status that follows from HOME from one that is older by what it acknowledges. An arm that stands at
// its switches is home before any status says that it seeks them.
func (m *Machine) followHoming() {
	m.seeking = m.homing && (m.seeking || m.channel.Has(m.homeSeq))
	if m.seeking && m.status.State == wire.StateReady {
		m.homing, m.seeking = false, false
		m.settle()
		m.emit(Event{Kind: Homed, Homed: true})
	}
}

func (m *Machine) homed() bool { return m.status.Flags&wire.FlagHomed != 0 }

// settle takes the position at rest as the state from which the next segment
// starts.
func (m *Machine) settle() {
	for j := range m.knots {
		m.knots[j] = wire.Knot{Position: m.status.Position[j]}
	}
}

// drop forgets what was queued: the controller has thrown it away.
func (m *Machine) drop() {
	m.flight = m.flight[:0]
	m.homing, m.seeking = false, false
}

// done takes finished items off the list of those in flight.
func (m *Machine) done(id uint16) {
	for i, x := range m.flight {
		if x == id {
			m.flight = append(m.flight[:0], m.flight[i+1:]...)
			return
		}
	}
}
