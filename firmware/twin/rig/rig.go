// Package rig is the co-simulation of the real firmware: a board with the firmware on it, simulated
// by package sim, its pins wired to a world. It is to the firmware what package controller is to
// the virtual robot.
//
// Steps turn the motors; pump and valve make the vacuum; rows and pulses make the face; sensors,
// limit switches, buttons and the supply go back. A line sniffer tells the witness what no pin
// shows.
package rig

import (
	"errors"
	"time"

	"crownhead/firmware/link/wire"
	"crownhead/firmware/sim"
	"crownhead/firmware/twin/witness"
	"crownhead/firmware/twin/world"
)

// ErrMute is why a rig fails whose board runs something else, or hangs.
var ErrMute = errors.New("the program on the simulated board does not speak crownhead's protocol: " +
	"is it crownhead's firmware?")

const (
	millisecond = time.Millisecond
	pace        = 5 * millisecond   // between two looks
	muteAfter   = 10 * time.Second  // a firmware that lives says twice a second who it is
	stillAfter  = 100 * millisecond // without a step for so long the motors have come to rest
	heldUp      = 20 * millisecond  // a rig that is further behind the wall lets that time go by
)

// A Chip is a board with the firmware on it; *sim.Board is one.
type Chip interface {
	Slice(d time.Duration, in sim.Inputs, bytes []byte) (sim.Outputs, error)
	Reset() error
}

// Config is how a rig works.
type Config struct {
	Boot   time.Duration // how long its boot loader listens and swallows what is sent
	Paced  bool          // by the wall's clock: when that is too fast for it, time is left out
	Failed func(error)   // told once that the board is dead; may be nil
}

// A FirmwareRig is the real firmware on a simulated board, its pins wired to a world. It goes by
// the processor's time, a millisecond at once, and never jumps. It is owned by one goroutine.
type FirmwareRig struct {
	world *world.World
	chip  Chip
	cfg   Config

	at    time.Duration // up to here everything has happened, on whole milliseconds
	boots time.Duration // when the boot loader hands over
	in    []byte        // has arrived, and goes in with the next slice
	out   []byte
	err   error

	motor   [3]float64 // steps that the motors are driven to, from their true zero
	stepped time.Duration
	resting bool
	awake   bool // the drivers
	pump    bool
	vent    bool
	sniffer lineSniffer
}

// New wires a board to a world and powers it up.
func New(w *world.World, chip Chip, cfg Config) *FirmwareRig {
	w.Witness().MeasureWholeSteps()
	r := &FirmwareRig{world: w, chip: chip, cfg: cfg}
	r.Reset(0, 0)
	return r
}

// Reset starts the board anew. The cause is what the processor finds it to be.
func (r *FirmwareRig) Reset(now time.Duration, _ uint8) {
	r.Advance(now, nil)
	if r.err != nil {
		return
	}
	if err := r.chip.Reset(); err != nil {
		r.failWith(err)
		return
	}
	r.boots = now + r.cfg.Boot
	r.in, r.out = r.in[:0], r.out[:0]
	r.world.Witness().ForgetLostSteps()
	r.motor = r.world.MotorSteps()
	r.restMotors()
	r.awake, r.pump, r.vent = false, false, false
	r.world.SetVacuum(false, false, now)
	r.world.Show(world.Display{})
	r.sniffer = lineSniffer{}
}

// Spoilt is how many pieces between two delimiters from the host were no frames, since the last reset.
func (r *FirmwareRig) Spoilt() uint64 { return r.sniffer.fromHost.Errors.Total() }

// Advance lets everything happen that is due until now, takes the bytes that arrive then, and
// returns the bytes that leave and the time at which it wants to be called again. What arrives now
// goes in with the next slice.
func (r *FirmwareRig) Advance(now time.Duration, in []byte) (out []byte, next time.Duration) {
	r.out = r.out[:0]
	if r.cfg.Paced && now-r.at > heldUp {
		r.at = (now - heldUp).Truncate(millisecond)
	}
	for r.at+millisecond <= now && r.err == nil {
		r.at += millisecond
		r.runMillisecond(r.at)
	}
	if r.err != nil {
		return nil, now + time.Second
	}
	if now >= r.boots {
		r.in = append(r.in, in...)
	}
	return r.out, max(r.at, now) + pace
}

// runMillisecond is the millisecond until now.
func (r *FirmwareRig) runMillisecond(now time.Duration) {
	if now <= r.boots {
		r.world.UpdateVacuum(now)
		return
	}
	r.world.UpdateFlicker(now)
	r.sniffer.hearHost(r.in)
	o, err := r.chip.Slice(millisecond, r.readInputs(now), r.in)
	if err != nil {
		r.failWith(err)
		return
	}
	r.in = r.in[:0]
	r.out = append(r.out, o.Bytes...)
	for _, e := range o.Events {
		r.applyPinEvent(now, e)
	}
	if r.resting || now-r.stepped > stillAfter { // until then the witness looks at how the motors come to rest
		r.resting = true
		r.world.UpdateVacuum(now)
	} else {
		r.world.MoveMotors(now, r.motor)
	}
	r.sniffer.hearBoard(o.Bytes, func(f wire.Frame, m wire.Message) { r.followFirmware(now, f, m) })
	if !r.sniffer.spoken {
		if r.sniffer.mute += millisecond; r.sniffer.mute > muteAfter {
			r.failWith(ErrMute)
		}
	}
}

func (r *FirmwareRig) failWith(err error) {
	r.err = err
	if r.cfg.Failed != nil {
		r.cfg.Failed(err)
	}
}

// readInputs are what the world does to the pins.
func (r *FirmwareRig) readInputs(now time.Duration) sim.Inputs {
	in := sim.Inputs{Field: r.world.Sensors(), SupplyMv: r.world.SupplyMv()}
	for j := range 3 {
		if r.world.SwitchClosed(j) {
			in.Switches |= 1 << j
		}
	}
	if r.world.ButtonClosed(now) {
		in.Buttons |= sim.RedButton
	}
	if r.world.EstopIn() {
		in.Buttons |= sim.EmergencyButton
	}
	return in
}

// applyPinEvent is what a pin does to the world.
func (r *FirmwareRig) applyPinEvent(now time.Duration, e sim.Event) {
	d := r.world.Display()
	switch e.Kind {
	case sim.Step:
		r.turnMotor(now, e)
		return
	case sim.Drivers:
		r.awake = e.Value != 0
		return
	case sim.Pump:
		r.pump = e.Value != 0
		r.world.SetVacuum(r.pump, r.vent, now)
	case sim.Valve:
		r.vent = e.Value != 0
		r.world.SetVacuum(r.pump, r.vent, now)
	case sim.Lamp:
		d.ButtonLED = uint8(e.Value)
	case sim.Servo:
		d.Servos[e.Index&3] = uint16(e.Value)
	case sim.Row:
		d.LEDs[e.Index&15] = byte(e.Value)
	default:
		return
	}
	r.world.Show(d)
}

// turnMotor turns a motor by a step, if it has a current.
func (r *FirmwareRig) turnMotor(now time.Duration, e sim.Event) {
	if !r.awake || r.world.SupplyMv() == 0 || e.Index > 2 {
		return
	}
	if r.resting {
		r.restMotors()
		r.resting = false
	}
	r.stepped = now
	if e.Value != 0 {
		r.motor[e.Index]++
	} else {
		r.motor[e.Index]--
	}
}

// restMotors says that the motors stand, however they came to.
func (r *FirmwareRig) restMotors() {
	r.world.Witness().StandAt(r.motor)
	r.resting = true
}

// followFirmware tells the witness what the firmware's messages mean.
func (r *FirmwareRig) followFirmware(now time.Duration, f wire.Frame, m wire.Message) {
	switch m := m.(type) {
	case wire.SetupEcho:
		if m.Result == wire.SetupOK {
			r.sniffer.accepted = r.sniffer.offered
			r.world.Witness().SetLimits(r.sniffer.accepted.witnessLimits())
		}
	case wire.StopConfirm:
		if m.Kind == wire.StopEmergency {
			r.restMotors()
		}
	case wire.Status:
		r.followStatus(m)
	case wire.Fault:
		if !r.sniffer.isRepeated(f) {
			r.countFault(now, m)
		}
	}
}

// followStatus follows the firmware's state.
func (r *FirmwareRig) followStatus(s wire.Status) {
	was := r.sniffer.status
	r.sniffer.status = s
	homed, moving := s.Flags&wire.FlagHomed != 0, s.Flags&wire.FlagMoving != 0
	if d := r.world.Display(); d.Homed != homed || d.Moving != moving {
		d.Homed, d.Moving = homed, moving
		r.world.Show(d)
	}
	switch {
	case s.State == wire.StateHoming:
		r.world.Witness().SetLimits(witness.Limits{}) // what the firmware counts is not where the joints are
	case homed && (was.Flags&wire.FlagHomed == 0 || was.State == wire.StateHoming):
		r.motor = r.world.MotorSteps()
		r.world.Witness().ForgetLostSteps()
		r.restMotors()
		r.world.Witness().SetLimits(r.sniffer.accepted.witnessLimits())
	case s.Cause == wire.CauseButton && was.Cause != wire.CauseButton:
		r.restMotors() // the current is off: the motors stand at once, and nobody drove them to it
	}
}

// countFault counts what the witness of the virtual controller counts, too.
func (r *FirmwareRig) countFault(now time.Duration, f wire.Fault) {
	kind, refused := witness.RefusedMotion(f.Code)
	switch {
	case f.Code == wire.FaultStarved:
		r.world.CountMotionFault(now, witness.FaultStarved, "after item %d", f.ID)
	case f.Code == wire.FaultState && f.ID != 0:
		r.world.CountMotionFault(now, witness.FaultUnhomed, "item %d", f.ID)
	case refused:
		r.world.CountMotionFault(now, kind, "item %d refused: joint %d, %d", f.ID, f.Joint+1, f.Detail)
	}
}
