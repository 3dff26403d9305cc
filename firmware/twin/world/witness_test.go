package world

import (
	"math"
	"testing"
	"time"

	"crownhead/board"
)

// The watch looks at the motion itself, not at what was asked for.
func TestWatchSeesSpeedAccelerationAndLostSteps(t *testing.T) {
	limits := Limits{MaxSpeed: [3]float64{5000, 5000, 5000}, MaxAccel: [3]float64{40000, 40000, 40000}}
	for _, c := range []struct {
		name  string
		speed func(s float64) float64 // steps/s after s seconds
		want  map[string]int
	}{
		{"within", func(s float64) float64 { return min(40000*s, 5000) }, nil},
		{"5 % more", func(s float64) float64 { return min(41500*s, 5200) }, nil},
		{"fast", func(s float64) float64 { return min(40000*s, 5300) }, map[string]int{FaultSpeed: 1}},
		{"hard", func(s float64) float64 { return min(50000*s, 5000) }, map[string]int{FaultAccel: 1}},
		{"jerked", func(s float64) float64 { return 5000 }, map[string]int{FaultAccel: 1, FaultSteps: 1}},
	} {
		w := exactWorld(t, board.Position{}, board.White)
		w.SetLimits(limits)
		at := w.MotorSteps()
		w.StandAt(at)
		for ms := range 160 {
			at[0] -= c.speed(float64(ms)/1000) / 1000
			w.MoveMotors(time.Duration(ms)*time.Millisecond, at)
		}
		got := w.Counts().Kinds
		if len(got) != len(c.want) || got[FaultSpeed] != c.want[FaultSpeed] || got[FaultAccel] != c.want[FaultAccel] || got[FaultSteps] != c.want[FaultSteps] {
			t.Errorf("%s: %v, want %v", c.name, w.Counts().Motion, c.want)
		}
	}
}

// Backlash: the same place approached from two sides differs by the play.
func TestBacklashShowsBetweenTheSides(t *testing.T) {
	truth := NominalTruth()
	var l linkage
	l.turnMotors(&truth, [3]float64{-10, 60, -60})
	l.turnMotors(&truth, [3]float64{0, 60, -60})
	left := l.tip.Y
	l.turnMotors(&truth, [3]float64{10, 60, -60})
	l.turnMotors(&truth, [3]float64{0, 60, -60})
	reach := l.tip.X
	if play := l.tip.Y - left; play < reach*radians(0.24) || play > reach*radians(0.26) {
		t.Errorf("%.2f mm of play at %.0f mm", play, reach)
	}
}

func TestHandDropsOnAnotherCheckerLiesOnIt(t *testing.T) {
	w := exactWorld(t, board.Position{White: 1 << 9}, board.White)
	x, y := w.squareCentre(9)
	upper := w.findSpare(board.White, false)
	if err := w.MoveTo(upper.ID, x+1, y); err != nil {
		t.Fatal(err)
	}
	if upper.Z != 17 {
		t.Errorf("underside at %v", upper.Z)
	}
	if err := w.MoveTo(w.checkerOn(9).ID, x, y+60); err != nil {
		t.Fatal(err)
	}
	if lower := w.checkerOn(9); lower == nil || lower.Z != 12 {
		t.Errorf("%+v", lower)
	}
}

// A checker that has slipped between the squares is no mistake of the robot's, which can't know of
// it; one that lies where a sensor sees it is.
func TestWitnessForgivesWhatNoSensorSees(t *testing.T) {
	w := exactWorld(t, board.Start(), board.White)
	c := w.checkerOn(square(t, "c3"))
	after, err := board.ParseFEN("B:Wa1,c1,e1,g1,b2,d2,f2,h2,a3,e3,g3:Ba7,c7,e7,g7,b8,d8,f8,h8,b6,d6,f6,h6")
	if err != nil {
		t.Fatal(err)
	}
	mismatches := func(x, y float64, slipped bool) int {
		w.witness.counts.BoardMismatches = 0
		w.layChecker(c, x, y)
		c.slipped = slipped
		w.Handover(after, 0)
		return w.witness.counts.BoardMismatches
	}
	x, y := w.squareCentre(square(t, "d4"))
	ox, oy := w.squareCentre(square(t, "e3"))
	for _, at := range []struct {
		x, y    float64
		slipped bool
		want    int
	}{{x, y, true, 1}, {x + 8, y, true, 0}, {x + 8, y, false, 1}, {x + 18.75, y, true, 0}, {x + 18.75, y, false, 1}, {ox, oy, true, 0}, {ox, oy, false, 1}} {
		if got := mismatches(at.x, at.y, at.slipped); got != at.want {
			t.Errorf("at (%v, %v) from its square's middle, slipped %v: %d mismatches, want %d",
				math.Round(at.x-x), math.Round(at.y-y), at.slipped, got, at.want)
		}
	}
}
