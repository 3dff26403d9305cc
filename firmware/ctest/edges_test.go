package ctest

import (
	"testing"

	"crownhead/firmware/link/wire"
)

// The drivers see every pulse: STEP is high for at least two microseconds, also after a way's very last step, and low as long; DIR
// stands a microsecond before. A DRV8825 wants 1.9 and 0.65 µs.
func TestDriversSeeThePulses(t *testing.T) {
	const micros = 16 // cycles
	r := newRig(t)
	to := [3]int32{20*256 + 128, 15*256 + 128, -9*256 - 129} // the last steps go out as the segment lands
	r.follow([]wire.Segment{{Ticks: 2000, End: to}})
	r.ask("edges")
	for i, least := range []int64{2 * micros, 2 * micros, micros} {
		if got := r.number(i); got < least {
			t.Errorf("%s for %d cycles", []string{"STEP high", "STEP low", "DIR before STEP"}[i], got)
		}
	}
}
