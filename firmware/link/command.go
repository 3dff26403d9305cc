package link

import (
	"errors"
	"fmt"

	"crownhead/firmware/link/wire"
)

// Why a command is not taken. Nothing is sent then.
var (
	ErrDown       = errors.New("link: not connected to the controller")
	ErrNotHomed   = errors.New("link: the arm's position is not known: home it first")
	ErrStopped    = errors.New("link: stopped: clear the stop first")
	ErrNotStopped = errors.New("link: not stopped, or still slowing down")
	ErrBusy       = errors.New("link: the arm is moving")
	ErrQueueFull  = errors.New("link: motion queue full")
	ErrMotion     = errors.New("link: motion refused")
)

// Home starts homing; the event Homed or Stopped says how it ended.
func (m *Machine) Home() error {
	switch {
	case m.phase != phaseUp:
		return ErrDown
	case m.latched:
		return ErrStopped
	case m.homing || len(m.queued) > 0:
		return ErrBusy
	}
	if err := m.queueFrames(wire.Home{}); err != nil {
		return err
	}
	m.homing, m.homingSeq, m.homingAcked = true, m.channel.LastSeq(), false
	return nil
}

// checkReady returns why no motion may be queued, nil when it may.
func (m *Machine) checkReady() error {
	switch {
	case m.phase != phaseUp:
		return ErrDown
	case m.latched:
		return ErrStopped
	case m.homing || m.status.State != wire.StateReady || !m.isHomed():
		return ErrNotHomed
	case len(m.queued) >= wire.QueueLen:
		return ErrQueueFull
	}
	return nil
}

// Segment queues a piece of motion. It is checked here as the controller will check it; ErrMotion says which
// joint breaks which bound. IDs count up and are never zero.
func (m *Machine) Segment(s Segment) error {
	if err := m.checkReady(); err != nil {
		return err
	}
	var to [3]wire.Knot
	for j := range to {
		to[j] = wire.Knot{Position: s.End[j], Velocity: s.Exit[j]}
		if code, detail := wire.CheckSegment(m.queueEnd[j], to[j], s.Ticks, m.setup.joint[j]); code != 0 {
			return fmt.Errorf("%w: item %d, %s: %s (%d)", ErrMotion, s.ID, jointNames[j], wire.FaultReason(code), detail)
		}
	}
	if err := m.queueItem(s.ID, s); err != nil {
		return err
	}
	m.queueEnd = to
	return nil
}

// Actuate queues a change of pump and valve behind motion that ends at rest.
func (m *Machine) Actuate(a Actuate) error {
	if err := m.checkReady(); err != nil {
		return err
	}
	for j, k := range m.queueEnd {
		if k.Velocity != 0 {
			return fmt.Errorf("%w: item %d, %s: %s", ErrMotion, a.ID, jointNames[j], wire.FaultReason(wire.FaultMoving))
		}
	}
	return m.queueItem(a.ID, a)
}

func (m *Machine) queueItem(id uint16, msg wire.Message) error {
	if id == 0 {
		return fmt.Errorf("%w: item number zero", ErrMotion)
	}
	if err := m.queueFrames(msg); err != nil {
		return err
	}
	m.queued = append(m.queued, id)
	return nil
}

// Stop makes the controller slow down and stay latched until Clear; what is queued is dropped. A soft stop does
// not replace an emergency.
func (m *Machine) Stop(kind uint8) error {
	if m.phase != phaseUp {
		return ErrDown
	}
	if m.stopping && m.stop.Kind == wire.StopEmergency {
		return nil
	}
	m.stopNonce++
	if m.stopNonce == 0 {
		m.stopNonce++
	}
	m.stop = wire.Stop{Kind: kind, Nonce: m.stopNonce}
	m.lastStop = m.stopNonce
	m.stopping, m.stopDue, m.latched, m.clearSent = true, 0, true, false
	m.clearQueue()
	return nil
}

// Clear releases the latch. The event Cleared says that it is open, a Fault that the emergency button is still
// pressed.
func (m *Machine) Clear() error {
	switch {
	case m.phase != phaseUp:
		return ErrDown
	case m.stopping || m.status.State != wire.StateStopped:
		return ErrNotStopped
	}
	m.clearSent = true
	return m.queueFrames(wire.Clear{Nonce: m.lastStop})
}

// Servos sets the pulse widths of brows and neck; the newest wins, and at most 20 are sent a second.
func (m *Machine) Servos(micros [4]uint16) { m.displays[0].setWanted(wire.Servos{Micros: micros}) }

// Leds sets the rows of the eyes; likewise.
func (m *Machine) Leds(rows [16]uint8) { m.displays[1].setWanted(wire.Leds{Rows: rows}) }

// ButtonLed sets the mode of the lamp in the red button; every new session is told it again.
func (m *Machine) ButtonLed(mode uint8) {
	if mode == m.lampMode || mode > wire.LedFast {
		return
	}
	m.lampMode = mode
	if m.phase == phaseUp {
		_ = m.queueFrames(wire.ButtonLed{Mode: mode}) // a full backlog means a line that is about to be lost
	}
}
