package world

import (
	"maps"
	"testing"
	"time"

	"crownhead/firmware/twin/groundtruth"
	"crownhead/firmware/twin/witness"
)

// The motors measure the motion itself, not what was asked for, and lose steps when they cannot follow.
func TestMotorsMeasureSpeedAccelerationAndLostSteps(t *testing.T) {
	limits := witness.Limits{MaxSpeed: [3]float64{5000, 5000, 5000}, MaxAccel: [3]float64{40000, 40000, 40000}}
	type counts = map[witness.Violation]int
	for _, c := range []struct {
		name  string
		speed func(s float64) float64 // steps/s after s seconds
		want  counts
	}{
		{"within", func(s float64) float64 { return min(40000*s, 5000) }, nil},
		{"5 % more", func(s float64) float64 { return min(41500*s, 5200) }, nil},
		{"fast", func(s float64) float64 { return min(40000*s, 5300) }, counts{witness.ViolationSpeed: 1}},
		{"hard", func(s float64) float64 { return min(50000*s, 5000) }, counts{witness.ViolationAccel: 1}},
		{
			"at once", func(float64) float64 { return 5000 },
			counts{witness.ViolationAccel: 1, witness.ViolationLostSteps: 1},
		},
	} {
		w := New(groundtruth.Nominal(), 1)
		w.SetMotionLimits(limits)
		perDegree := w.truth.StepsPerDegree
		at := [3]float64{20 * perDegree, 80 * perDegree, -10 * perDegree}
		w.ResetMotionHistory(at)
		for ms := range 160 {
			at[0] -= c.speed(float64(ms)/1000) / 1000
			w.MoveMotors(time.Duration(ms)*time.Millisecond, at)
		}
		got := w.Counts()
		if !maps.Equal(got.Kinds, c.want) {
			t.Errorf("%s: %v, want %v", c.name, got.ViolationDetails, c.want)
		}
		if lost := w.MotorSteps()[0]-at[0] > 1e-6; lost != (c.want[witness.ViolationLostSteps] > 0) {
			t.Errorf("%s: driven to %.0f, stands at %.0f", c.name, at[0], w.MotorSteps()[0])
		}
	}
}

// A joint that meets its end while the controller seeks its switches stalls there; with limits known,
// the same drive is a violation.
func TestMotorsStallAtTheirEnds(t *testing.T) {
	truth := groundtruth.Nominal()
	for _, homing := range []bool{true, false} {
		m := newMotors(&truth)
		m.seekSwitches = homing
		at := [3]float64{94 * truth.StepsPerDegree, 80 * truth.StepsPerDegree, -10 * truth.StepsPerDegree}
		m.resetHistory(at)
		var motion witness.Motion
		for range 2000 {
			at[0] += 0.2
			motion = m.drive(at)
		}
		end := truth.JointMax[0] * truth.StepsPerDegree
		if stalls := motion.Steps[0] == end && m.lost[0] > 0; stalls != homing {
			t.Errorf("homing %t: driven to %.1f, stands at %.1f, the end is at %.1f", homing, at[0], motion.Steps[0], end)
		}
	}
}
