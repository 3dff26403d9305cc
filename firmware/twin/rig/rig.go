// Package rig is a software-in-the-loop co-simulation: the real firmware runs on a microcontroller
// (MCU) that package sim simulates, and its pins are wired to a world. It stands where package
// controller stands in the virtual robot.
//
// Steps turn the motors, pump and valve make the vacuum, rows and pulses make the face. Hall sensors,
// limit switches, buttons and the supply go back to the pins. A line sniffer learns from the serial
// line what no pin shows.
package rig

import (
	"errors"
	"time"

	"crownhead/firmware/link/wire"
	"crownhead/firmware/sim"
	"crownhead/firmware/twin/witness"
	"crownhead/firmware/twin/world"
)

// ErrNoProtocol is the error of a rig whose MCU runs another program, or hangs.
var ErrNoProtocol = errors.New("the program on the simulated board does not speak crownhead's protocol: " +
	"is it crownhead's firmware?")

const (
	millisecond    = time.Millisecond
	pollInterval   = 5 * millisecond   // between two calls
	silenceTimeout = 10 * time.Second  // a firmware that lives sends its HELLO twice a second
	settleTime     = 100 * millisecond // after the last step; then the motors are at rest
	maxLag         = 20 * millisecond  // in real time, a rig that lags behind further leaves time out
)

// A Chip is a simulated MCU with the firmware on it; *sim.Board is one.
type Chip interface {
	Slice(d time.Duration, in sim.Inputs, bytes []byte) (sim.Outputs, error)
	Reset() error
}

// Config is how a rig works.
type Config struct {
	BootDelay time.Duration // how long the boot loader listens after a reset, and swallows what is sent
	RealTime  bool          // time goes by the wall's clock: if that is too fast for the rig, it leaves time out
	OnDeath   func(error)   // called once when the MCU has died; may be nil
}

// A FirmwareRig is the real firmware on a simulated MCU whose pins are wired to a world. It goes by the
// processor's time, one millisecond after the other, and never jumps. It is owned by one goroutine.
type FirmwareRig struct {
	world   *world.World
	chip    Chip
	cfg     Config
	sniffer lineSniffer

	simulatedTo time.Duration // everything until here has happened; whole milliseconds
	bootDoneAt  time.Duration // when the boot loader starts the program
	pendingIn   []byte        // has arrived, and goes in with the next slice
	out         []byte
	err         error // of a dead MCU

	motorSteps     [3]float64 // where the motors are driven, from their true zero
	lastStepAt     time.Duration
	motorsAtRest   bool
	driversEnabled bool
	pump           bool
	valve          bool
}

// New wires an MCU to a world and powers it up.
func New(w *world.World, chip Chip, cfg Config) *FirmwareRig {
	w.SetMotorResolution(1) // pins drive whole steps
	r := &FirmwareRig{world: w, chip: chip, cfg: cfg}
	r.Reset(0, 0)
	return r
}

// Reset starts the MCU anew. The processor itself finds out the cause.
func (r *FirmwareRig) Reset(now time.Duration, _ uint8) {
	r.simulateTo(now)
	if r.err != nil {
		return
	}
	if err := r.chip.Reset(); err != nil {
		r.die(err)
		return
	}
	r.bootDoneAt = now + r.cfg.BootDelay
	r.pendingIn, r.out = r.pendingIn[:0], r.out[:0] // what was on its way is lost
	r.world.ForgetLostSteps()
	r.motorSteps = r.world.MotorSteps()
	r.settleMotors()
	r.driversEnabled, r.pump, r.valve = false, false, false
	r.world.SetVacuum(false, false, now)
	r.world.SetOutputs(world.Outputs{})
	r.sniffer = lineSniffer{}
}

// BadFrames is how many stretches between two delimiters from the host were no frames, since the last reset.
func (r *FirmwareRig) BadFrames() uint64 { return r.sniffer.fromHost.Errors.Total() }

// Advance simulates everything that is due until now, takes the bytes that arrive then, and returns the
// bytes that leave and the time at which it wants to be called again. What arrives now goes in with
// the next slice.
func (r *FirmwareRig) Advance(now time.Duration, in []byte) (out []byte, next time.Duration) {
	r.out = r.out[:0]
	r.simulateTo(now)
	if r.err != nil {
		return nil, now + time.Second
	}
	if now >= r.bootDoneAt {
		r.pendingIn = append(r.pendingIn, in...)
	}
	return r.out, max(r.simulatedTo, now) + pollInterval
}

// simulateTo simulates whole milliseconds until now. What the firmware sends is appended to out.
func (r *FirmwareRig) simulateTo(now time.Duration) {
	if r.cfg.RealTime && now-r.simulatedTo > maxLag {
		r.simulatedTo = (now - maxLag).Truncate(millisecond)
	}
	for r.simulatedTo+millisecond <= now && r.err == nil {
		r.simulatedTo += millisecond
		r.simulateMillisecond(r.simulatedTo)
	}
}

// simulateMillisecond simulates the millisecond that ends now.
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
	if r.motorsAtRest || now-r.lastStepAt > settleTime { // until then the witness sees how the motors come to rest
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

// readInputs returns what the world does to the pins.
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

// applyPinEvent carries out what a pin does to the world.
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

// stepMotor turns a motor by one step, if the motor has a current.
func (r *FirmwareRig) stepMotor(now time.Duration, e sim.Event) {
	if !r.driversEnabled || r.world.SupplyMv() == 0 || e.Index > 2 {
		return
	}
	if r.motorsAtRest { // they start from rest, wherever they have stood
		r.world.ResetMotionHistory(r.motorSteps)
		r.motorsAtRest = false
	}
	r.lastStepAt = now
	if e.Value != 0 {
		r.motorSteps[e.Index]++
	} else {
		r.motorSteps[e.Index]--
	}
}

// settleMotors brings the motors to rest where they are driven. How they came there is not measured.
func (r *FirmwareRig) settleMotors() {
	r.world.ResetMotionHistory(r.motorSteps)
	r.motorsAtRest = true
}

// trackMessage passes on to the world what a message of the firmware means for its motors.
func (r *FirmwareRig) trackMessage(now time.Duration, f wire.Frame, m wire.Message) {
	switch m := m.(type) {
	case wire.SetupEcho:
		if m.Result == wire.SetupOK {
			r.sniffer.accepted = r.sniffer.offered
			r.world.SetMotionLimits(r.sniffer.accepted.witnessLimits())
		}
	case wire.StopConfirm:
		if m.Kind == wire.StopEmergency {
			r.settleMotors()
		}
	case wire.Status:
		r.trackStatus(m)
	case wire.Fault:
		if r.sniffer.recordFault(f) {
			r.countFault(now, m)
		}
	}
}

// trackStatus follows the firmware's state: homed, moving, homing, stopped by the button.
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
		r.world.BeginHoming()
	case homed && (was.Flags&wire.FlagHomed == 0 || was.State == wire.StateHoming):
		r.motorSteps = r.world.MotorSteps()
		r.world.EndHoming(r.sniffer.accepted.witnessLimits())
		r.settleMotors()
	case s.Cause == wire.CauseButton && was.Cause != wire.CauseButton:
		r.settleMotors() // the current is off: the motors stand at once, without a step
	}
}

// countFault counts the violations that the firmware itself has found. The virtual controller counts the same ones.
func (r *FirmwareRig) countFault(now time.Duration, f wire.Fault) {
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
