package world

import (
	"math"
	"testing"

	"crownhead/board"
	"crownhead/firmware/twin/groundtruth"
)

// Backlash: the same place approached from two sides differs by the play.
func TestBacklashShowsBetweenTheSides(t *testing.T) {
	truth := groundtruth.Nominal()
	var l linkage
	l.followMotors(&truth, [3]float64{-10, 60, -60})
	l.followMotors(&truth, [3]float64{0, 60, -60})
	left := l.tip.Y
	l.followMotors(&truth, [3]float64{10, 60, -60})
	l.followMotors(&truth, [3]float64{0, 60, -60})
	reach := l.tip.X
	if play := l.tip.Y - left; play < reach*0.24*math.Pi/180 || play > reach*0.26*math.Pi/180 {
		t.Errorf("%.2f mm of play at %.0f mm", play, reach)
	}
}

func TestHandDropsOnAnotherCheckerLiesOnIt(t *testing.T) {
	w := exactWorld(t, board.Position{White: 1 << 9}, board.White)
	x, y := w.squareCentre(9)
	upper := w.takeUnused(board.White, false)
	if err := w.MoveID(upper.ID, x+1, y); err != nil {
		t.Fatal(err)
	}
	if upper.Z != 17 {
		t.Errorf("underside at %v", upper.Z)
	}
	if err := w.MoveID(w.checkerOn(9).ID, x, y+60); err != nil {
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
		before := w.Counts().BoardMismatches
		w.layChecker(c, x, y)
		c.lostInTransit = slipped
		w.VerifyPosition(after, 0)
		return w.Counts().BoardMismatches - before
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
