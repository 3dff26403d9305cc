package twin

import (
	"testing"

	"crownhead/firmware/link/wire"
	"crownhead/firmware/sim"
)

// While the firmware seeks its switches its limits mean nothing; once it is home they do again, and steps that were lost are forgotten: the
// motors are where they are.
func TestBenchHomes(t *testing.T) {
	w := NewWorld(nominalTruth(), 1)
	said := map[int]sim.Outputs{
		10:  says(wire.SetupEcho{Result: wire.SetupOK, CRC: 1}, 1),
		20:  says(wire.Status{State: wire.StateHoming}, 0),
		200: says(wire.Status{State: wire.StateReady, Flags: wire.FlagHomed}, 0),
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
	b := runBench(w, chip, 0)
	b.tap.offered.limits = wire.SetupLimits{Min: [3]int32{-1, -8e6, -8e6}, Max: [3]int32{1, 8e6, 8e6}}
	w.watch.slipped[1] = slipSteps
	b.Advance(199*millisecond, nil)
	if w.counts.MotionFaults > 0 {
		t.Errorf("while homing: %v", w.counts.Motion)
	}
	stands := w.motor()
	b.Advance(250*millisecond, nil)
	if w.motor() != stands || b.motor != stands || w.watch.slipped != [3]float64{} {
		t.Errorf("home at %v, driven to %v, slipped %v; stood at %v", w.motor(), b.motor, w.watch.slipped, stands)
	}
	said[300] = sim.Outputs{Events: pulses(0, 1)}
	if b.Advance(310*millisecond, nil); w.counts.Kinds[FaultLimit] != 1 {
		t.Errorf("beyond a limit once home: %v", w.counts.Motion)
	}
}

// Motors that are stopped at once because somebody said so are no mistake; motors that stop by themselves are.
func TestBenchStopsAtOnce(t *testing.T) {
	for _, c := range []struct {
		name   string
		says   sim.Outputs
		faults bool
	}{
		{"by itself", sim.Outputs{}, true},
		{"told", says(wire.StopConfirm{Kind: wire.StopEmergency, Nonce: 1}, 0), false},
		{"told gently", says(wire.StopConfirm{Kind: wire.StopSoft, Nonce: 1}, 0), true},
		{"button", says(wire.Status{State: wire.StateStopped, Cause: wire.CauseButton, Flags: wire.FlagEstop}, 0), false},
	} {
		t.Run(c.name, func(t *testing.T) {
			w := NewWorld(nominalTruth(), 1)
			chip := &fakeChip{each: func(ms int) (o sim.Outputs) {
				switch {
				case ms == 1:
					o.Events = append(o.Events, sim.Event{Kind: sim.Drivers, Value: 1})
				case ms >= 100 && ms < 200:
					o.Events = pulses(0, 5)
				case ms == 201:
					o = c.says
				}
				return o
			}}
			b := runBench(w, chip, 199)
			w.watch.limits.MaxAccel = [3]float64{60000, 60000, 60000}
			if b.Advance(400*millisecond, nil); (w.counts.MotionFaults > 0) != c.faults {
				t.Errorf("%v", w.counts.Motion)
			}
		})
	}
}

// A sensor that flickers does so on the pins, too.
func TestBenchFlickers(t *testing.T) {
	w := NewWorld(nominalTruth(), 1)
	f := SensorFaults{}
	f.Flicker[5] = 1
	w.SetSensors(f)
	chip := &fakeChip{}
	if runBench(w, chip, 150); chip.in.Field != 1<<5 {
		t.Errorf("the field reads %08x", chip.in.Field)
	}
}
