package ctest

import (
	"math"
	"testing"
	"time"

	"crownhead/firmware/link/wire"
)

// A set-up counts when it has been accepted as a whole: what is offered in the middle of homing changes neither its speeds nor where the
// switches are, and is refused.
func TestOfferedSetupChangesNothing(t *testing.T) {
	r := newWired(t, host, [3]float64{-70, 80, -10})
	h := newTalker(t, r)
	h.fresh()
	h.say(wire.Home{})
	h.run(300 * ms)
	wild := wire.SetupHoming{
		Switch: [3]int32{1, 2, 3}, Fast: [3]int32{math.MinInt32, math.MaxInt32, math.MaxInt32}, Slow: [3]int32{1 << 30, 1 << 30, 1 << 30},
	}
	h.say(wire.SetupLimits{Min: limits.Min, Max: [3]int32{limits.Min[0] + 1, limits.Min[1] + 1, limits.Min[2] + 1}}, wild, rates)
	if m, ok := await[wire.SetupEcho](h, 100*ms); !ok || m.Result != wire.SetupMoving || m.CRC != wire.SetupCRC(limits, homing, rates) {
		t.Fatalf("%+v", m)
	}
	const most = 6 // steps in a millisecond: 60 °/s are 5.3
	before := r.turned()
	h.until(20*time.Second, "at rest", func() bool {
		now := r.turned()
		for j := range now {
			if d := now[j] - before[j]; d > most || d < -most {
				t.Fatalf("joint %d makes %d steps in a millisecond", j, d)
			}
		}
		before = now
		return h.status.Flags&wire.FlagHomed != 0
	})
	h.run(50 * ms)
	if h.status.State != wire.StateUnset || h.status.Position != homing.Switch {
		t.Errorf("%+v, want %v", h.status, homing.Switch)
	}
}
