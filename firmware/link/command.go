package link

import (
	"errors"
	"fmt"

	"crownhead/firmware/link/wire"
)

// Why a command is refused. Nothing is sent then.
var (
	ErrDown       = errors.New("link: not connected to the controller")
	ErrNotHomed   = errors.New("link: the arm's position is not known: home it first")
	ErrStopped    = errors.New("link: stopped: clear the stop first")
	ErrNotStopped = errors.New("link: not stopped, or still slowing down")
	ErrBusy       = errors.New("link: the arm is moving")
	ErrQueueFull  = errors.New("link: motion queue full")
	ErrMotion     = errors.New("link: motion refused")
)

// Home starts homing; EventHomed or EventStopped says how it ended.
func (p *HostProtocol) Home() error {
	switch {
	case p.phase != phaseUp:
		return ErrDown
	case p.latched:
		return ErrStopped
	case p.homing || len(p.queuedItems) > 0:
		return ErrBusy
	}
	if err := p.queueMessages(wire.Home{}); err != nil {
		return err
	}
	p.homing, p.homingSeq, p.homingAcked = true, p.reliable.LastSeq(), false
	return nil
}

// checkReady returns why no motion may be queued, nil if motion may be queued.
func (p *HostProtocol) checkReady() error {
	switch {
	case p.phase != phaseUp:
		return ErrDown
	case p.latched:
		return ErrStopped
	case p.homing || p.status.State != wire.StateReady || !p.isHomed():
		return ErrNotHomed
	case len(p.queuedItems) >= wire.QueueLen:
		return ErrQueueFull
	}
	return nil
}

// Segment queues a piece of motion. It is checked here as the controller will check it; ErrMotion says which
// joint breaks which bound. IDs count up and are never zero.
func (p *HostProtocol) Segment(s Segment) error {
	if err := p.checkReady(); err != nil {
		return err
	}
	var to [3]wire.Knot
	for j := range to {
		to[j] = wire.Knot{Position: s.End[j], Velocity: s.Exit[j]}
		if code, detail := wire.CheckSegment(p.queueEnd[j], to[j], s.Ticks, p.setup.joints[j]); code != 0 {
			return fmt.Errorf("%w: item %d, %s: %s (%d)", ErrMotion, s.ID, jointNames[j], wire.FaultReason(code), detail)
		}
	}
	if err := p.queueItem(s.ID, s); err != nil {
		return err
	}
	p.queueEnd = to
	return nil
}

// Actuate queues a change of pump and valve after motion that ends at rest.
func (p *HostProtocol) Actuate(a Actuate) error {
	if err := p.checkReady(); err != nil {
		return err
	}
	for j, k := range p.queueEnd {
		if k.Velocity != 0 {
			return fmt.Errorf("%w: item %d, %s: %s", ErrMotion, a.ID, jointNames[j], wire.FaultReason(wire.FaultMoving))
		}
	}
	return p.queueItem(a.ID, a)
}

func (p *HostProtocol) queueItem(id uint16, msg wire.Message) error {
	if id == 0 {
		return fmt.Errorf("%w: item number zero", ErrMotion)
	}
	if err := p.queueMessages(msg); err != nil {
		return err
	}
	p.queuedItems = append(p.queuedItems, id)
	return nil
}

// Stop makes the controller slow down and stay latched until Clear, and drops the queue. A soft stop does not replace an
// emergency stop.
func (p *HostProtocol) Stop(kind uint8) error {
	if p.phase != phaseUp {
		return ErrDown
	}
	if p.stopUnconfirmed && p.stop.Kind == wire.StopEmergency {
		return nil
	}
	p.stopNonce++
	if p.stopNonce == 0 {
		p.stopNonce++
	}
	p.stop = wire.Stop{Kind: kind, Nonce: p.stopNonce}
	p.lastStopNonce = p.stopNonce
	p.stopUnconfirmed, p.stopDue, p.latched, p.clearSent = true, 0, true, false
	p.clearQueue()
	return nil
}

// Clear releases the latch. EventCleared says that it is open, EventFault that the emergency button is still pressed.
func (p *HostProtocol) Clear() error {
	switch {
	case p.phase != phaseUp:
		return ErrDown
	case p.stopUnconfirmed || p.status.State != wire.StateStopped:
		return ErrNotStopped
	}
	p.clearSent = true
	return p.queueMessages(wire.Clear{Nonce: p.lastStopNonce})
}

// Servos sets the pulse widths of brows and neck. The newest ones replace those before; at most 20 a second are sent.
func (p *HostProtocol) Servos(micros [4]uint16) { p.servos.setWanted(wire.Servos{Micros: micros}) }

// Leds sets the rows of the eyes. The newest ones replace those before; at most 20 a second are sent.
func (p *HostProtocol) Leds(rows [16]uint8) { p.eyes.setWanted(wire.Leds{Rows: rows}) }

// ButtonLed sets the mode of the lamp in the red button. It is sent again in every new session.
func (p *HostProtocol) ButtonLed(mode uint8) {
	if mode == p.lampMode || mode > wire.LedFast {
		return
	}
	p.lampMode = mode
	if p.phase == phaseUp {
		_ = p.queueMessages(wire.ButtonLed{Mode: mode}) // a full backlog means a line that is about to be lost
	}
}
