package link

import (
	"slices"
	"time"

	"crownhead/firmware/link/wire"
)

// receiveFrame takes one good frame. Before the handshake only Hello counts.
func (m *Machine) receiveFrame(now time.Duration, f wire.Frame) {
	if m.phase == phaseClosed || m.phase == phaseQuiet {
		return
	}
	m.traffic.Frames++
	if f.Type != wire.TypeHello {
		if (m.phase != phaseUp && m.phase != phaseSetup) || !m.channel.Receive(now, f) {
			return
		}
		m.lastHeard = now
	}
	msg, err := wire.Unmarshal(f.Type, f.Payload)
	if err != nil {
		m.badPayloads++
		return
	}
	switch v := msg.(type) {
	case wire.Hello:
		m.handleHello(now, v)
	case wire.SetupEcho:
		m.handleSetupEcho(now, v)
	case wire.Status:
		m.handleStatus(v)
	case wire.Snapshot:
		m.handleSnapshot(v)
	case wire.Press:
		m.emitEvent(Event{Kind: Press, Bits: v.Bits, Count: v.Count})
	case wire.Fault:
		m.handleFault(v)
	case wire.StopConfirm:
		if v.Nonce == m.stop.Nonce {
			m.stopping = false
		}
	}
}

// handleStatus follows the controller's state; what it means for latch, homing and queue is reported once, as events.
func (m *Machine) handleStatus(s wire.Status) {
	old, first := m.status, !m.hasStatus
	m.status, m.hasStatus = s, true
	m.removeDone(s.Done)
	if m.phase == phaseSetup && m.echoed && s.Flags&wire.FlagSetup != 0 {
		m.reportUp()
		first = true
	}
	if m.phase != phaseUp {
		return
	}
	if first || s.State != old.State || s.Flags != old.Flags || s.Cause != old.Cause || s.Done != old.Done {
		m.emitEvent(Event{Kind: Status})
	}
	m.updateLatch(first || s.State != old.State || s.Cause != old.Cause)
	m.updateHoming()
}

// removeDone takes the item that is done, and those before it, off the queue.
func (m *Machine) removeDone(id uint16) {
	if i := slices.Index(m.queued, id); i >= 0 {
		m.queued = append(m.queued[:0], m.queued[i+1:]...)
	}
}

func (m *Machine) updateLatch(changed bool) {
	switch m.status.State {
	case wire.StateStopping:
		m.latched = true
		m.clearQueue()
	case wire.StateStopped:
		m.latched = true
		m.clearQueue()
		if changed {
			cause := m.status.Cause
			m.emitEvent(Event{Kind: Stopped, Cause: cause, Reason: wire.CauseReason(cause), Homed: m.isHomed()})
		}
	default:
		if m.clearSent {
			m.clearSent, m.latched = false, false
			m.resetQueueEnd()
			m.emitEvent(Event{Kind: Cleared, Homed: m.isHomed()})
		}
	}
}

// updateHoming tells a status that follows from HOME from an older one by what it acknowledges. An arm that stands at its
// switches is home before any status says that it seeks them.
func (m *Machine) updateHoming() {
	m.homingAcked = m.homing && (m.homingAcked || m.channel.HasAcked(m.homingSeq))
	if m.homingAcked && m.status.State == wire.StateReady {
		m.homing, m.homingAcked = false, false
		m.resetQueueEnd()
		m.emitEvent(Event{Kind: Homed, Homed: true})
	}
}

func (m *Machine) handleSnapshot(s wire.Snapshot) {
	if m.hasBits && int16(s.Counter-m.snapshot.Counter) < 0 {
		return // a newer one has overtaken it
	}
	changed := !m.hasBits || s.Bits != m.snapshot.Bits
	m.snapshot, m.hasBits = s, true
	if changed {
		m.emitEvent(Event{Kind: Bits, Bits: s.Bits})
	}
}

func (m *Machine) handleFault(f wire.Fault) {
	switch {
	case f.Code == wire.FaultEstop:
		m.clearSent = false
	case f.Code == wire.FaultState && f.ID == 0 && f.Detail != wire.StateHoming: // HOME is refused
		m.homing, m.homingAcked = false, false
	}
	m.emitEvent(Event{Kind: Fault, Fault: f, Reason: wire.FaultReason(f.Code)})
}
