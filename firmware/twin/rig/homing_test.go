package rig

import (
	"testing"

	"crownhead/firmware/link/wire"
	"crownhead/firmware/sim"
	"crownhead/firmware/twin/groundtruth"
	"crownhead/firmware/twin/witness"
	"crownhead/firmware/twin/world"
)

// While the firmware seeks its switches no limits hold. Once it is homed they hold again, and lost steps
// are forgotten: the motors are where they stand.
func TestRigHomes(t *testing.T) {
	w := world.New(groundtruth.Nominal(), 1)
	said := map[int]sim.Outputs{
		10:  sends(wire.SetupEcho{Result: wire.SetupOK, CRC: 1}, 1),
		20:  sends(wire.Status{State: wire.StateHoming}, 0),
		200: sends(wire.Status{State: wire.StateReady, Flags: wire.FlagHomed}, 0),
	}
	chip := &fakeChip{each: func(ms int) (o sim.Outputs) {
		o = said[ms]
		if ms == 1 {
			o.Events = append(o.Events, sim.Event{Kind: sim.Drivers, Value: 1})
		}
		if ms >= 100 && ms < 150 {
			o.Events = append(o.Events, pulses(0, 1)...)
		}
		return o
	}}
	r := runRig(w, chip, 0)
	r.sniffer.offered.limits = wire.SetupLimits{Min: [3]int32{-1, -8e6, -8e6}, Max: [3]int32{1, 8e6, 8e6}}
	w.ResetMotionHistory(r.motorSteps)
	r.motorSteps[1] += 200 // at once: no motor can
	w.MoveMotors(0, r.motorSteps)
	w.ResetMotionHistory(r.motorSteps)
	lost := r.motorSteps[1] - w.MotorSteps()[1]
	if c := w.Counts(); lost == 0 || c.Kinds[witness.ViolationLostSteps] != 1 || c.Violations != 1 {
		t.Fatalf("%v steps lost, %v", lost, c.ViolationDetails)
	}
	r.Advance(199*millisecond, nil)
	if c := w.Counts(); c.Violations > 1 {
		t.Errorf("while homing: %v", c.ViolationDetails)
	}
	stands := w.MotorSteps()
	if got := r.motorSteps[1] - stands[1]; got != lost {
		t.Errorf("%v steps lost before homing, %v now", lost, got)
	}
	r.Advance(250*millisecond, nil)
	if w.MoveMotors(250*millisecond, r.motorSteps); w.MotorSteps() != stands || r.motorSteps != stands {
		t.Errorf("home at %v, driven to %v; stood at %v", w.MotorSteps(), r.motorSteps, stands)
	}
	said[300] = sim.Outputs{Events: pulses(0, 1)}
	if r.Advance(310*millisecond, nil); w.Counts().Kinds[witness.ViolationLimit] != 1 {
		t.Errorf("beyond a limit once home: %v", w.Counts().ViolationDetails)
	}
}

// Motors that stop at once because they were ordered to violate nothing; motors that stop at once by
// themselves do.
func TestRigStopsAtOnce(t *testing.T) {
	for _, c := range []struct {
		name   string
		sends  sim.Outputs
		faults bool
	}{
		{"by itself", sim.Outputs{}, true},
		{"told", sends(wire.StopConfirm{Kind: wire.StopEmergency, Nonce: 1}, 0), false},
		{"told gently", sends(wire.StopConfirm{Kind: wire.StopSoft, Nonce: 1}, 0), true},
		{"button", sends(wire.Status{State: wire.StateStopped, Cause: wire.CauseButton, Flags: wire.FlagEstop}, 0), false},
	} {
		t.Run(c.name, func(t *testing.T) {
			w := world.New(groundtruth.Nominal(), 1)
			chip := &fakeChip{each: func(ms int) (o sim.Outputs) {
				switch {
				case ms == 1:
					o.Events = append(o.Events, sim.Event{Kind: sim.Drivers, Value: 1})
				case ms >= 100 && ms < 200:
					o.Events = pulses(0, 5)
				case ms == 201:
					o = c.sends
				}
				return o
			}}
			r := runRig(w, chip, 199)
			w.SetMotionLimits(witness.Limits{MaxAccel: [3]float64{60000, 60000, 60000}})
			if r.Advance(400*millisecond, nil); (w.Counts().Violations > 0) != c.faults {
				t.Errorf("%v", w.Counts().ViolationDetails)
			}
		})
	}
}

// A sensor that flickers does so on the pins too.
func TestRigFlickers(t *testing.T) {
	w := world.New(groundtruth.Nominal(), 1)
	f := world.SensorFaults{}
	f.Flicker[5] = 1
	w.SetSensorFaults(f)
	chip := &fakeChip{}
	if runRig(w, chip, 150); chip.in.Field != 1<<5 {
		t.Errorf("the field reads %08x", chip.in.Field)
	}
}
