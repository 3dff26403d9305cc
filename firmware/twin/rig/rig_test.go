package rig

import (
	"errors"
	"math"
	"testing"
	"time"

	"crownhead/firmware/link/wire"
	"crownhead/firmware/sim"
	"crownhead/firmware/twin/groundtruth"
	"crownhead/firmware/twin/witness"
	"crownhead/firmware/twin/world"
)

// A fakeChip does what a test tells it in each millisecond.
type fakeChip struct {
	ms     int
	resets int
	in     sim.Inputs
	heard  []byte
	each   func(ms int) sim.Outputs
	err    error
}

func (c *fakeChip) Slice(_ time.Duration, in sim.Inputs, bytes []byte) (sim.Outputs, error) {
	c.ms++
	c.in, c.heard = in, append(c.heard, bytes...)
	if c.each == nil || c.err != nil {
		return sim.Outputs{}, c.err
	}
	return c.each(c.ms), nil
}

func (c *fakeChip) Reset() error { c.resets++; return c.err }

// sends makes the outputs of an MCU that sends a message.
func sends(m wire.Message, seq uint8) sim.Outputs {
	return sim.Outputs{Bytes: wire.Encode(wire.Frame{Type: m.Type(), Session: 1, Seq: seq, Payload: wire.Marshal(m)})}
}

// pulses makes so many steps of a joint.
func pulses(joint, n int) (events []sim.Event) {
	for range max(n, -n) {
		events = append(events, sim.Event{Kind: sim.Step, Index: joint, Value: map[bool]int{true: 1}[n > 0]})
	}
	return events
}

// runRig lets a fresh rig run for some time.
func runRig(w *world.World, chip *fakeChip, ms int) *FirmwareRig {
	r := New(w, chip, Config{})
	for now := range time.Duration(ms + 1) {
		r.Advance(now*millisecond, nil)
	}
	return r
}

// Motors turn by the pulses that they get while they have a current; the pins read the world's switches and buttons.
func TestRigTurnsByPulses(t *testing.T) {
	w := world.New(groundtruth.Nominal(), 1)
	from := w.MotorSteps()
	chip := &fakeChip{each: func(ms int) (o sim.Outputs) {
		if ms == 20 {
			o.Events = append(o.Events, sim.Event{Kind: sim.Drivers, Value: 1})
		}
		o.Events = append(append(append(o.Events, pulses(0, 2)...), pulses(1, 1)...), pulses(2, -1)...)
		return o
	}}
	r := runRig(w, chip, 119)
	for j, steps := range []float64{200, 100, -100} {
		if got := w.MotorSteps()[j] - from[j]; math.Abs(got-steps) > 1e-6 {
			t.Errorf("joint %d turned by %g steps, wanted %g", j+1, got, steps)
		}
	}
	w.Estop(true)
	stood := w.MotorSteps()
	r.Advance(130*millisecond, nil)
	if w.MotorSteps() != stood || chip.in.Buttons != sim.EmergencyButton || chip.in.SupplyMv != 0 {
		t.Errorf("motors without a current turned from %v to %v; pins %+v", stood, w.MotorSteps(), chip.in)
	}
	w.Estop(false)
	w.Press(130 * millisecond)
	r.Advance(140*millisecond, nil)
	if chip.in.Buttons != sim.RedButton || chip.in.SupplyMv != world.NominalSupplyMv || chip.in.Switches != 0 {
		t.Errorf("pins %+v", chip.in)
	}
	var at [3]float64
	for j, degrees := range []float64{-81, 100.5, 9} {
		at[j] = degrees * w.Truth().StepsPerDegree
	}
	w.ResetMotionHistory(at)
	w.MoveMotors(140*millisecond, at)
	if in := r.readInputs(141 * millisecond); in.Switches != 0b011 {
		t.Errorf("at the switches of base and upper arm the pins are %03b", in.Switches)
	}
}

// Motion in whole steps is held against the limits that the sniffer has learned: within them nothing is
// counted, beyond them a violation is.
func TestRigIsWitnessed(t *testing.T) {
	const allowed = 2000 // steps/s
	perTick := float64(allowed) * wire.TickMicros / 1e6
	rates := wire.SetupRates{SilenceMs: 500, VacuumS: 60}
	for j := range 3 {
		rates.MaxSpeed[j], rates.MaxAccel[j], rates.StopAccel[j] = int32(perTick*(1<<32)), 1<<27, 1<<27
	}
	for _, c := range []struct {
		name  string
		speed float64 // steps/s
		accel float64 // steps/s²
		kinds []witness.Violation
	}{
		{"within", 2000, 45000, nil},
		{"too fast", 2300, 45000, []witness.Violation{witness.ViolationSpeed}},
		{"too hard", 2000, 70000, []witness.Violation{witness.ViolationAccel}},
		{"far too fast", 60000, 1e7, []witness.Violation{
			witness.ViolationSpeed, witness.ViolationAccel, witness.ViolationLostSteps, witness.ViolationLimit,
		}},
	} {
		t.Run(c.name, func(t *testing.T) {
			w := world.New(groundtruth.Nominal(), 1)
			var at, speed float64
			chip := &fakeChip{each: func(ms int) sim.Outputs {
				switch {
				case ms == 1:
					return sim.Outputs{Events: []sim.Event{{Kind: sim.Drivers, Value: 1}}}
				case ms == 5:
					return sends(wire.SetupEcho{Result: wire.SetupOK, CRC: 1}, 1)
				case ms < 100:
					return sim.Outputs{}
				case ms < 250:
					speed = min(speed+c.accel/1000, c.speed)
				default:
					speed = max(speed-c.accel/1000, 0)
				}
				was := math.Round(at)
				at += speed / 1000
				return sim.Outputs{Events: pulses(0, int(math.Round(at)-was))}
			}}
			r := New(w, chip, Config{})
			limits := wire.SetupLimits{Min: [3]int32{-8e6, -8e6, -8e6}, Max: [3]int32{8e6, 8e6, 8e6}}
			for i, m := range []wire.Message{limits, rates} {
				r.Advance(0, wire.Encode(wire.Frame{Type: m.Type(), Session: 1, Seq: uint8(i + 1), Payload: wire.Marshal(m)}))
			}
			r.Advance(time.Second, nil)
			for _, kind := range c.kinds {
				if w.Counts().Kinds[kind] == 0 {
					t.Errorf("no %s: %v", kind, w.Counts().ViolationDetails)
				}
			}
			if len(c.kinds) != len(w.Counts().Kinds) {
				t.Errorf("%v, wanted %v", w.Counts().ViolationDetails, c.kinds)
			}
		})
	}
}

// A fault that the firmware reports counts once, however often it is sent again.
func TestRigHearsFaults(t *testing.T) {
	w := world.New(groundtruth.Nominal(), 1)
	chip := &fakeChip{each: func(ms int) sim.Outputs {
		switch ms {
		case 100, 300:
			return sends(wire.Fault{Code: wire.FaultStarved, ID: 7}, 3)
		case 500:
			return sends(wire.Fault{Code: wire.FaultState, ID: 8}, 4)
		case 700:
			return sends(wire.Fault{Code: wire.FaultLimit, ID: 9}, 5)
		case 900:
			return sends(wire.Status{State: wire.StateReady, Flags: wire.FlagHomed | wire.FlagMoving}, 0)
		}
		return sim.Outputs{}
	}}
	runRig(w, chip, 1000)
	if k := w.Counts().Kinds; k[witness.ViolationStarved] != 1 || k[witness.ViolationUnhomed] != 1 ||
		k[witness.ViolationLimit] != 1 || w.Counts().Violations != 3 {
		t.Errorf("%+v", w.Counts())
	}
	if !w.Outputs().Homed || !w.Outputs().Moving {
		t.Errorf("shown %+v", w.Outputs())
	}
}

// The world's outputs and vacuum follow the pins. A reset ends all that, and the boot loader swallows
// what is sent.
func TestRigShowsAndResets(t *testing.T) {
	w := world.New(groundtruth.Nominal(), 1)
	chip := &fakeChip{each: func(ms int) sim.Outputs {
		if ms != 10 {
			return sim.Outputs{}
		}
		return sim.Outputs{Events: []sim.Event{
			{Kind: sim.Pump, Value: 1},
			{Kind: sim.Lamp, Value: 1},
			{Kind: sim.Servo, Index: 3, Value: 1500},
			{Kind: sim.Row, Index: 9, Value: 0xA5},
		}}
	}}
	r := New(w, chip, Config{BootDelay: 50 * millisecond})
	r.Advance(10*millisecond, []byte("swallowed"))
	r.Advance(300*millisecond, []byte("heard"))
	r.Advance(310*millisecond, nil)
	if s := w.State(0); !s.Pump || s.Valve || s.Button.LED != 1 || s.Servos[3] != 1500 || s.Leds[9] != 0xA5 {
		t.Errorf("shown %+v", s)
	}
	if string(chip.heard) != "heard" || !w.VacuumSettled() {
		t.Errorf("heard %q, the vacuum holds: %v", chip.heard, w.VacuumSettled())
	}
	r.Advance(400*millisecond, nil)
	r.Reset(400*millisecond, wire.ResetWatchdog)
	r.Advance(700*millisecond, nil)
	if s := w.State(0); chip.resets != 2 || s.Pump || s.Button.LED != 0 ||
		s.Servos[3] != 0 || s.Leds[9] != 0 || !w.VacuumSettled() {
		t.Errorf("after %d resets: %+v", chip.resets, s)
	}
}

// The death of an MCU is reported once, and the rig is silent from then on.
func TestRigDies(t *testing.T) {
	chip, told := &fakeChip{}, 0
	r := New(world.New(groundtruth.Nominal(), 1), chip, Config{OnDeath: func(error) { told++ }})
	chip.err = errors.New("the processor has stopped")
	for now := range time.Duration(50) {
		if out, next := r.Advance(now*millisecond, nil); len(out) > 0 || now > 0 && next < (now+500)*millisecond {
			t.Fatalf("%x, again at %v", out, next)
		}
	}
	r.Reset(60*millisecond, 0)
	if told != 1 {
		t.Errorf("told %d times", told)
	}
}

// Another program on the MCU sends nothing of the protocol; the rig dies of it after a while.
func TestRigWithoutProtocol(t *testing.T) {
	var told error
	chip := &fakeChip{each: func(int) sim.Outputs { return sim.Outputs{Bytes: []byte("blink\x00")} }}
	r := New(world.New(groundtruth.Nominal(), 1), chip, Config{OnDeath: func(err error) { told = err }})
	r.Advance(silenceTimeout, nil)
	if told != nil {
		t.Fatal(told)
	}
	r.Advance(silenceTimeout+2*millisecond, nil)
	if !errors.Is(told, ErrNoProtocol) {
		t.Errorf("told %v", told)
	}
}

// A rig that cannot keep up with the wall's clock leaves time out.
func TestRigInRealTime(t *testing.T) {
	chip := &fakeChip{}
	r := New(world.New(groundtruth.Nominal(), 1), chip, Config{RealTime: true})
	r.Advance(50*millisecond, nil)
	r.Advance(10*time.Second, nil)
	if chip.ms != 40 {
		t.Errorf("%d ms, wanted the last 20 of each", chip.ms)
	}
}
