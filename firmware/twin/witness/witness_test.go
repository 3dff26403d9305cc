package witness

import (
	"maps"
	"testing"
	"time"

	"crownhead/firmware/twin/groundtruth"
)

// The witness looks at the motion itself, not at what was asked for.
func TestWitnessSeesSpeedAccelerationAndLostSteps(t *testing.T) {
	limits := Limits{MaxSpeed: [3]float64{5000, 5000, 5000}, MaxAccel: [3]float64{40000, 40000, 40000}}
	for _, c := range []struct {
		name  string
		speed func(s float64) float64 // steps/s after s seconds
		want  map[string]int
	}{
		{"within", func(s float64) float64 { return min(40000*s, 5000) }, nil},
		{"5 % more", func(s float64) float64 { return min(41500*s, 5200) }, nil},
		{"fast", func(s float64) float64 { return min(40000*s, 5300) }, map[string]int{ViolationSpeed: 1}},
		{"hard", func(s float64) float64 { return min(50000*s, 5000) }, map[string]int{ViolationAccel: 1}},
		{"jerked", func(s float64) float64 { return 5000 }, map[string]int{ViolationAccel: 1, ViolationLostSteps: 1}},
	} {
		robot := groundtruth.Nominal()
		n := New(&robot)
		n.SetLimits(limits)
		at := [3]float64{20 * robot.StepsPerDegree, 80 * robot.StepsPerDegree, -10 * robot.StepsPerDegree}
		n.StandAt(at)
		for ms := range 160 {
			at[0] -= c.speed(float64(ms)/1000) / 1000
			n.ObserveMotion(time.Duration(ms)*time.Millisecond, at)
		}
		got := n.Counts().Kinds
		if !maps.Equal(got, c.want) {
			t.Errorf("%s: %v, want %v", c.name, n.Counts().ViolationDetails, c.want)
		}
	}
}
