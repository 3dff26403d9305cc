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

// ErrNoProtocol is why a rig fails whose board runs something else, or hangs.
var ErrNoProtocol = errors.New("the program on the simulated board does not speak crownhead's protocol: " +
	"is it crownhead's firmware?")

const (
	millisecond    = time.Millisecond
	pollInterval   = 5 * millisecond   // between two looks
	silenceTimeout = 10 * time.Second  // a firmware that lives says twice a second who it is
	settleTime     = 100 * millisecond // without a step for so long the motors have come to rest
	maxLag         = 20 * millisecond  // a rig that is further behind the wall lets that time go by
)

// A Chip is a board with the firmware on it; *sim.Board is one.
type Chip interface {
	Slice(d time.Duration, in sim.Inputs, bytes []byte) (sim.Outputs, error)
	Reset() error
}

// Config is how a rig works.
type Config struct {
	BootDelay time.Duration // how long its boot loader listens and swallows what is sent
	RealTime  bool          // by the wall's clock: when that is too fast for it, time is left out
	OnDeath   func(error)   // told once that the board is dead; may be nil
}

// A FirmwareRig is the real firmware on a simulated board, its pins wired to a world. It goes by
// the processor's time, a millisecond at once, and never jumps. It is owned by one goroutine.
type FirmwareRig struct {
	world *world.World
	chip  Chip
	cfg   Config

	simulatedTo time.Duration // up to here everything has happened, on whole milliseconds
	bootDoneAt  time.Duration // when the boot loader hands over
	pendingIn   []byte        // has arrived, and goes in with the next slice
	out         []byte
	err         error

	motorSteps     [3]float64 // steps that the motors are driven to, from their true zero
	lastStepAt     time.Duration
	motorsAtRest   bool
	driversEnabled bool // the drivers
	pump           bool
	valve          bool
	sniffer        lineSniffer
}

// New wires a board to a world and powers it up.
func New(w *world.World, chip Chip, cfg Config) *FirmwareRig {
	w.SetMotorResolution(1) // pins step whole steps
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
		r.die(err)
		return
	}
	r.bootDoneAt = now + r.cfg.BootDelay
	r.pendingIn, r.out = r.pendingIn[:0], r.out[:0]
	r.world.ForgetLostSteps()
	r.motorSteps = r.world.MotorSteps()
	r.resetMotionHistory()
	r.driversEnabled, r.pump, r.valve = false, false, false
	r.world.SetVacuum(false, false, now)
	r.world.SetOutputs(world.Outputs{})
	r.sniffer = lineSniffer{}
}

// BadFrames is how many pieces between two delimiters from the host were no frames, since the last reset.
func (r *FirmwareRig) BadFrames() uint64 { return r.sniffer.fromHost.Errors.Total() }

// Advance lets everything happen that is due until now, takes the bytes that arrive then, and
// returns the bytes that leave and the time at which it wants to be called again. What arrives now
// goes in with the next slice.
func (r *FirmwareRig) Advance(now time.Duration, in []byte) (out []byte, next time.Duration) {
	r.out = r.out[:0]
	if r.cfg.RealTime && now-r.simulatedTo > maxLag {
		r.simulatedTo = (now - maxLag).Truncate(millisecond)
	}
	for r.simulatedTo+millisecond <= now && r.err == nil {
		r.simulatedTo += millisecond
		r.simulateMillisecond(r.simulatedTo)
	}
	if r.err != nil {
		return nil, now + time.Second
	}
	if now >= r.bootDoneAt {
		r.pendingIn = append(r.pendingIn, in...)
	}
	return r.out, max(r.simulatedTo, now) + pollInterval
}

// simulateMillisecond is the millisecond until now.
func (r *FirmwareRig) simulateMillisecond(now time.Duration) {
	if now <= r.bootDoneAt {
		r.world.UpdateVacuum(now)
		return
	}
	r.world.UpdateFlicker(now)
	r.sniffer.decodeHost(r.pendingIn)
	o, err := r.chip.Slice(millisecond, r.readInputs(now), r.pendingIn)
	if err != nil {
		r.die(err)
		return
	}
	r.pendingIn = r.pendingIn[:0]
	r.out = append(r.out, o.Bytes...)
	for _, e := range o.Events {
		r.applyPinEvent(now, e)
	}
	if r.motorsAtRest || now-r.lastStepAt > settleTime { // until then the witness looks at how the motors come to rest
		r.motorsAtRest = true
		r.world.UpdateVacuum(now)
	} else {
		r.world.MoveMotors(now, r.motorSteps)
	}
	r.sniffer.decodeMCU(o.Bytes, func(f wire.Frame, m wire.Message) { r.trackMessage(now, f, m) })
	if !r.sniffer.hasSpoken {
		if r.sniffer.silentFor += millisecond; r.sniffer.silentFor > silenceTimeout {
			r.die(ErrNoProtocol)
		}
	}
}

func (r *FirmwareRig) die(err error) {
	r.err = err
	if r.cfg.OnDeath != nil {
		r.cfg.OnDeath(err)
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
	d := r.world.Outputs()
	switch e.Kind {
	case sim.Step:
		r.stepMotor(now, e)
		return
	case sim.Drivers:
		r.driversEnabled = e.Value != 0
		return
	case sim.Pump:
		r.pump = e.Value != 0
		r.world.SetVacuum(r.pump, r.valve, now)
	case sim.Valve:
		r.valve = e.Value != 0
		r.world.SetVacuum(r.pump, r.valve, now)
	case sim.Lamp:
		d.ButtonLED = uint8(e.Value)
	case sim.Servo:
		d.Servos[e.Index&3] = uint16(e.Value)
	case sim.Row:
		d.LEDs[e.Index&15] = byte(e.Value)
	default:
		return
	}
	r.world.SetOutputs(d)
}

// stepMotor turns a motor by a step, if it has a current.
func (r *FirmwareRig) stepMotor(now time.Duration, e sim.Event) {
	if !r.driversEnabled || r.world.SupplyMv() == 0 || e.Index > 2 {
		return
	}
	if r.motorsAtRest {
		r.resetMotionHistory()
		r.motorsAtRest = false
	}
	r.lastStepAt = now
	if e.Value != 0 {
		r.motorSteps[e.Index]++
	} else {
		r.motorSteps[e.Index]--
	}
}

// resetMotionHistory says that the motors stand, however they came to.
func (r *FirmwareRig) resetMotionHistory() {
	r.world.ResetMotionHistory(r.motorSteps)
	r.motorsAtRest = true
}

// trackMessage tells the witness what the firmware's messages mean.
func (r *FirmwareRig) trackMessage(now time.Duration, f wire.Frame, m wire.Message) {
	switch m := m.(type) {
	case wire.SetupEcho:
		if m.Result == wire.SetupOK {
			r.sniffer.accepted = r.sniffer.offered
			r.world.SetMotionLimits(r.sniffer.accepted.witnessLimits())
		}
	case wire.StopConfirm:
		if m.Kind == wire.StopEmergency {
			r.resetMotionHistory()
		}
	case wire.Status:
		r.trackStatus(m)
	case wire.Fault:
		if !r.sniffer.recordFault(f) {
			r.countRefusal(now, m)
		}
	}
}

// trackStatus follows the firmware's state.
func (r *FirmwareRig) trackStatus(s wire.Status) {
	was := r.sniffer.lastStatus
	r.sniffer.lastStatus = s
	homed, moving := s.Flags&wire.FlagHomed != 0, s.Flags&wire.FlagMoving != 0
	if d := r.world.Outputs(); d.Homed != homed || d.Moving != moving {
		d.Homed, d.Moving = homed, moving
		r.world.SetOutputs(d)
	}
	switch {
	case s.State == wire.StateHoming:
		r.world.BeginHoming() // what the firmware counts is not where the joints are
	case homed && (was.Flags&wire.FlagHomed == 0 || was.State == wire.StateHoming):
		r.motorSteps = r.world.MotorSteps()
		r.world.EndHoming(r.sniffer.accepted.witnessLimits())
		r.resetMotionHistory()
	case s.Cause == wire.CauseButton && was.Cause != wire.CauseButton:
		r.resetMotionHistory() // the current is off: the motors stand at once, and nobody drove them to it
	}
}

// countRefusal counts what the witness of the virtual controller counts, too.
func (r *FirmwareRig) countRefusal(now time.Duration, f wire.Fault) {
	kind, refused := witness.ViolationOfRefusal(f.Code)
	switch {
	case f.Code == wire.FaultStarved:
		r.world.CountViolation(now, witness.ViolationStarved, "after item %d", f.ID)
	case f.Code == wire.FaultState && f.ID != 0:
		r.world.CountViolation(now, witness.ViolationUnhomed, "item %d", f.ID)
	case refused:
		r.world.CountViolation(now, kind, "item %d refused: joint %d, %d", f.ID, f.Joint+1, f.Detail)
	}
}
