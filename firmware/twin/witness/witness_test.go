package witness

import (
	"maps"
	"testing"
	"time"

	"crownhead/firmware/twin/groundtruth"
)

// The witness counts what the motion itself violates, joint by joint.
func TestWitnessCountsMotion(t *testing.T) {
	robot := groundtruth.Nominal()
	limits := Limits{
		Min: [3]float64{-8000, -8000, -8000}, Max: [3]float64{8000, 9000, 8000},
		MaxSpeed: [3]float64{5000, 5000, 5000}, MaxAccel: [3]float64{40000, 40000, 40000},
	}
	home := [3]float64{20 * robot.StepsPerDegree, 80 * robot.StepsPerDegree, -10 * robot.StepsPerDegree}
	at := func(j int, steps float64) Motion {
		m := Motion{Steps: home}
		m.Steps[j] = steps
		return m
	}
	for name, c := range map[string]struct {
		motion Motion
		want   Violation
	}{
		"rest":            {Motion{Steps: home}, ""},
		"5 % more":        {Motion{Steps: home, Speed: [3]float64{5200}, Accel: [3]float64{41500}}, ""},
		"fast":            {Motion{Steps: home, Speed: [3]float64{0, 5300}}, ViolationSpeed},
		"hard":            {Motion{Steps: home, Accel: [3]float64{0, 0, 43000}}, ViolationAccel},
		"steps lost":      {Motion{Steps: home, LostSteps: [3]bool{1: true}}, ViolationLostSteps},
		"limit of SETUP":  {at(0, -8002), ViolationLimit},
		"a step beyond":   {at(0, -8001), ""},
		"end stop":        {at(0, 95.1*robot.StepsPerDegree), ViolationLimit},
		"folded elbow":    {at(2, -76*robot.StepsPerDegree), ViolationElbow},
		"stretched elbow": {at(1, 9*robot.StepsPerDegree), ViolationElbow},
	} {
		n := New(&robot)
		n.SetLimits(limits)
		for ms := range 50 {
			n.ObserveMotion(time.Duration(ms)*time.Millisecond, &c.motion)
		}
		want := map[Violation]int{}
		if c.want != "" {
			want[c.want] = 1 // one that lasts counts once
		}
		if got := n.Counts(); !maps.Equal(got.Kinds, want) || got.Violations != len(want) {
			t.Errorf("%s: %v, want %v", name, got.ViolationDetails, want)
		}
	}
}

// What comes again after a pause counts again.
func TestWitnessCountsAgainAfterAPause(t *testing.T) {
	robot := groundtruth.Nominal()
	n := New(&robot)
	for _, now := range []time.Duration{0, dedupeWindow - 1, 2*dedupeWindow - 2, 3*dedupeWindow - 2} {
		n.CountViolation(now, ViolationStarved, "after item %d", 1)
	}
	if got := n.Counts(); got.Violations != 2 || got.Kinds[ViolationStarved] != 2 {
		t.Errorf("%+v", got)
	}
}
