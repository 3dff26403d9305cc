package world

import (
	"math"
	"testing"

	"crownhead/board"
)

// A checker that was lost in transit between the squares is no mismatch, because the robot cannot know of
// it; one that lies where a sensor sees it is.
func TestNoMismatchWhereNoSensorSees(t *testing.T) {
	w := exactWorld(t, board.Start(), board.White)
	c := w.checkerOn(square(t, "c3"))
	after, err := board.ParseFEN("B:Wa1,c1,e1,g1,b2,d2,f2,h2,a3,e3,g3:Ba7,c7,e7,g7,b8,d8,f8,h8,b6,d6,f6,h6")
	if err != nil {
		t.Fatal(err)
	}
	mismatches := func(x, y float64, lost bool) int {
		before := w.Counts().BoardMismatches
		w.layChecker(c, x, y)
		c.lostInTransit = lost
		w.VerifyPosition(after, 0)
		return w.Counts().BoardMismatches - before
	}
	x, y := w.squareCentre(square(t, "d4"))
	ox, oy := w.squareCentre(square(t, "e3"))
	for _, at := range []struct {
		x, y float64
		lost bool
		want int
	}{
		{x, y, true, 1},
		{x + 8, y, true, 0},
		{x + 8, y, false, 1},
		{x + 18.75, y, true, 0},
		{x + 18.75, y, false, 1},
		{ox, oy, true, 0},
		{ox, oy, false, 1},
	} {
		if got := mismatches(at.x, at.y, at.lost); got != at.want {
			t.Errorf("at (%v, %v) from its square's middle, lost %v: %d mismatches, want %d",
				math.Round(at.x-x), math.Round(at.y-y), at.lost, got, at.want)
		}
	}
}

// A checker that was laid on another one in the tray is a mismatch; one that has fallen there on its way is none.
func TestStackInTheTray(t *testing.T) {
	w := exactWorld(t, board.Start(), board.White)
	c, d := w.checkerOn(square(t, "c3")), w.checkerOn(square(t, "e3"))
	after, err := board.ParseFEN("B:Wa1,c1,e1,g1,b2,d2,f2,h2,a3,g3:Ba7,c7,e7,g7,b8,d8,f8,h8,b6,d6,f6,h6")
	if err != nil {
		t.Fatal(err)
	}
	slot, next := w.TraySlot(0), w.TraySlot(2)
	w.layChecker(c, slot.X, slot.Y)
	for _, at := range []struct {
		x, y float64
		lost bool
		want int
	}{{next.X, next.Y, false, 0}, {slot.X + 1, slot.Y, true, 0}, {slot.X + 1, slot.Y, false, 1}} {
		before := w.Counts().BoardMismatches
		w.layChecker(d, at.x, at.y)
		d.lostInTransit = at.lost
		w.VerifyPosition(after, 0)
		if got := w.Counts().BoardMismatches - before; got != at.want {
			t.Errorf("%+v: %d mismatches", at, got)
		}
	}
}

// A checker that was stolen from under a stuck sensor is no mismatch, because the robot cannot know of it; where the
// sensor is sound, or the robot takes the checker off the game by itself, or has had it laid there again, it is one.
func TestTheftUnderAStuckSensor(t *testing.T) {
	steal, remove := (*World).StealSquare, (*World).RemoveSquare
	laidBack := func(w *World, sq board.Square) error {
		if err := w.StealSquare(sq); err != nil {
			return err
		}
		if err := w.Put(board.BlackMan, sq); err != nil {
			return err
		}
		w.VerifyPosition(board.Start(), 0)
		return w.RemoveSquare(sq)
	}
	for _, c := range []struct {
		name    string
		stuck   bool
		visitor board.Color
		take    func(*World, board.Square) error
		want    int
	}{
		{"stuck", true, board.White, steal, 0},
		{"sound", false, board.White, steal, 1},
		{"the visitor plays Black: another place", true, board.Black, steal, 1},
		{"taken by the rules", true, board.White, remove, 1},
		{"laid back, and taken again", true, board.White, laidBack, 1},
	} {
		w := exactWorld(t, board.Start(), c.visitor)
		h8 := square(t, "h8")
		if c.stuck {
			w.SetSensorFaults(SensorFaults{Stuck: 1 << h8})
		}
		if err := c.take(w, h8); err != nil {
			t.Fatal(err)
		}
		w.VerifyPosition(board.Start(), 0)
		if got := w.Counts().BoardMismatches; got != c.want {
			t.Errorf("%s: %d mismatches, want %d", c.name, got, c.want)
		}
	}
}
