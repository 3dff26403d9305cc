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

// Home starts homing; Homed or Stopped tells how it ended.
func (m *Machine) Home() error {
	switch {
	case m.phase != up:
		return ErrDown
	case m.latched:
		return ErrStopped
	case m.homing || len(m.flight) > 0:
		return ErrBusy
	}
	if err := m.sequenced(wire.Home{}); err != nil {
		return err
	}
	m.homing, m.homeSeq, m.seeking = true, m.channel.Last(), false
	return nil
}

// ready tells why no motion may be queued, nil when it may.
func (m *Machine) ready() error {
	switch {
	case m.phase != up:
		return ErrDown
	case m.latched:
		return ErrStopped
	case m.homing || m.status.State != wire.StateReady || !m.homed():
		return ErrNotHomed
	case len(m.flight) >= wire.QueueLen:
		return ErrQueueFull
	}
	return nil
}

// Segment queues a piece of motion. It is checked here as the controller will
// check it; ErrMotion says which joint breaks which bound. IDs count up and
// are never zero.
func (m *Machine) Segment(s Segment) error {
	if err := m.ready(); err != nil {
		return err
	}
	var to [3]wire.Knot
	for j := range to {
		to[j] = wire.Knot{Position: s.End[j], Velocity: s.Exit[j]}
		if code, detail := wire.Check(m.knots[j], to[j], s.Ticks, m.setup.joint[j]); code != 0 {
			return fmt.Errorf("%w: item %d, %s: %s (%d)", ErrMotion, s.ID, jointNames[j], wire.FaultReason(code), detail)
		}
	}
	if err := m.enqueue(s.ID, s); err != nil {
		return err
	}
	m.knots = to
	return nil
}

// Actuate queues a change of pump and valve behind motion that ends at rest.
func (m *Machine) Actuate(a Actuate) error {
	if err := m.ready(); err != nil {
		return err
	}
	for j, k := range m.knots {
		if k.Velocity != 0 {
			return fmt.Errorf("%w: item %d, %s: %s", ErrMotion, a.ID, jointNames[j], wire.FaultReason(wire.FaultMoving))
		}
	}
	return m.enqueue(a.ID, a)
}

func (m *Machine) enqueue(id uint16, msg wire.Message) error {
	if id == 0 {
		return fmt.Errorf("%w: item number zero", ErrMotion)
	}
	if err := m.sequenced(msg); err != nil {
		return err
	}
	m.flight = append(m.flight, id)
	return nil
}

// Stop makes the controller slow down and stay latched until Clear; what is
// queued is dropped. An emergency is not replaced by a soft stop.
func (m *Machine) Stop(kind uint8) error {
	if m.phase != up {
		return ErrDown
	}
	if m.stopping && m.stop.Kind == wire.StopEmergency {
		return nil
	}
	m.stopNo++
	if m.stopNo == 0 {
		m.stopNo++
	}
	m.stop = wire.Stop{Kind: kind, Nonce: m.stopNo}
	m.lastStop = m.stopNo
	m.stopping, m.stopDue, m.latched, m.clearing = true, 0, true, false
	m.drop()
	return nil
}

// Clear releases the latch; Cleared tells that it is open, a Fault that the
// emergency button is still pressed.
func (m *Machine) Clear() error {
	switch {
	case m.phase != up:
		return ErrDown
	case m.stopping || m.status.State != wire.StateStopped:
		return ErrNotStopped
	}
	m.clearing = true
	return m.sequenced(wire.Clear{Nonce: m.lastStop})
}

// Servos sets the pulse widths of brows and neck; the newest wins, at most 20
// are sent a second.
func (m *Machine) Servos(micros [4]uint16) { m.shows[0].set(wire.Servos{Micros: micros}) }

// Leds sets the eyes' rows like Servos.
func (m *Machine) Leds(rows [16]uint8) { m.shows[1].set(wire.Leds{Rows: rows}) }

// ButtonLed sets the lamp in the red button; a new session is told again.
func (m *Machine) ButtonLed(mode uint8) {
	if mode == m.lamp || mode > wire.LedFast {
		return
	}
	m.lamp = mode
	if m.phase == up {
		_ = m.sequenced(wire.ButtonLed{Mode: mode}) // a full backlog means a line that is about to be lost
	}
}

// State is what the machine knows at present.
type State struct {
	Open    bool // the port is
	Up      bool
	Virtual bool
	Boot    uint32
	Build   uint32 // hash of the controller's firmware, 0 before one has answered
	Speaks  string // version of the protocol that it speaks, likewise ""
	Homed   bool
	Stopped bool // latched, or stopping
	Resting bool // … and at rest, so that Clear is taken
	Idle    bool // at rest with an empty queue, and nothing on its way there
	Moving  bool
	Pumping bool
	Rough   bool // frames were lost of late
	Status  wire.Status
	Bits    uint32
	HasBits bool
	Faults  Faults
	Traffic Traffic
}

// Traffic counts what went over the line since New.
type Traffic struct {
	Frames uint64 // good ones received
	Resent uint64 // sent again, for nobody had acknowledged them
}

// Faults counts what went wrong on the line since New.
type Faults struct {
	Bytes  wire.Errors // stretches thrown away by the decoder
	Values uint64      // frames with impossible values
	Downs  uint64
}

// Total is one number for reports: damaged frames and lost links. Repetitions
// are their consequence and not counted again.
func (f Faults) Total() uint64 { return f.Bytes.Total() + f.Values + f.Downs }

// State returns what the machine knows at present.
func (m *Machine) State() State {
	return State{
		Open: m.phase != closed, Up: m.phase == up, Virtual: m.virtual, Boot: m.boot, Build: m.build, Speaks: m.speaks,
		Homed: m.homed(), Stopped: m.latched, Resting: m.latched && m.status.State == wire.StateStopped,
		Idle: m.idle(), Moving: m.status.Flags&wire.FlagMoving != 0, Pumping: m.status.Flags&wire.FlagPump != 0,
		Rough:  m.rough.rough(),
		Status: m.status, Bits: m.snapshot.Bits, HasBits: m.hasBits,
		Faults:  Faults{Bytes: m.decoder.Errors, Values: m.bad, Downs: m.downs},
		Traffic: Traffic{Frames: m.traffic.Frames, Resent: m.resent()},
	}
}

// idle tells whether the controller stands still with nothing to do, nor an
// item, homing or a stop on its way to it of which its status does not tell
// yet.
func (m *Machine) idle() bool {
	busy := len(m.flight) > 0 || m.homing || m.stopping
	return m.phase == up && !busy && m.status.Flags&wire.FlagMoving == 0 && m.status.Free == wire.QueueLen
}
