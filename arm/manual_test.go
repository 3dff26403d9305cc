package arm

import (
	"errors"
	"math"
	"strings"
	"testing"
	"time"

	"crownhead/board"
	"crownhead/kinematics"
)

// finishManual lets time pass until the arm has done what the operator told it.
func (f *fakeRobot) finishManual() {
	f.t.Helper()
	for range 2000 {
		events, _ := f.runner.Advance(f.now, f.status(), f)
		f.events = append(f.events, events...)
		if !f.runner.MovingManually() && len(f.queue) == 0 {
			return
		}
		f.step(20 * time.Millisecond)
	}
	f.t.Fatal("the arm never comes to rest")
}

// robotAbove is a robot whose tip hovers above a place.
func robotAbove(t *testing.T, place, height string) *fakeRobot {
	f := newFakeRobot(t, board.White, 0)
	f.mustAccept(f.runner.Goto(f.status(), place, height))
	f.finishManual()
	return f
}

func (f *fakeRobot) mustAccept(err error) {
	f.t.Helper()
	if err != nil {
		f.t.Fatal(err)
	}
}

// Each height of Goto is where it says, above the middle of its place.
func TestGoto(t *testing.T) {
	for _, c := range []struct {
		place, height string
		x, y, z       float64
	}{
		{"a1", HeightTravel, 285.625, -65.625, 64},
		{"a1", HeightTouch, 285.625, -65.625, 17.5},
		{"h8", HeightNear, 154.375, 65.625, 22.5},
		{"tray1", HeightTouch, 120, 107, 5.5},
		{"king3", HeightTouch, 180, -110, 5.5},
		{NamePark, HeightTravel, 130, -110, 90},
	} {
		f := robotAbove(t, "d4", HeightTouch)
		f.mustAccept(f.runner.Goto(f.status(), c.place, c.height))
		f.finishManual()
		tip := f.arm.Tip(f.position)
		if off := tip.Minus(kinematics.Vec{X: c.x, Y: c.y, Z: c.z}).Length(); off > 0.02 {
			t.Errorf("%s, %s: %v", c.place, c.height, tip)
		}
	}
}

// A jog ends where it should, and comes there from the side from which a pick comes: the base turning to the
// left, both links sinking. Then the gears' play lies on the same side as in the game.
func TestJog(t *testing.T) {
	for _, place := range []string{"a1", "h8", "d4", "b8", "g1"} {
		for _, by := range []kinematics.Vec{{X: 10}, {X: -10}, {Y: 1}, {Y: -1}, {Z: -0.1}, {Z: 0.1}, {X: 0.1}, {Z: -4}, {Z: 10}} {
			f := robotAbove(t, place, HeightNear)
			before := f.arm.Tip(f.position)
			f.mustAccept(f.runner.Jog(f.status(), by.X, by.Y, by.Z))
			f.finishManual()
			got := f.arm.Tip(f.position).Minus(before)
			if got.Minus(by).Length() > 0.02 {
				t.Errorf("%s, jog %v: moved by %v", place, by, got)
			}
			f.checkLastMotion(func(change [3]float64) bool { return change[0] > 0.3 && change[1] < -0.3 && change[2] < -0.3 })
		}
	}
}

// checkLastMotion holds the joints' change along the last few segments against what it should be, in degrees.
func (f *fakeRobot) checkLastMotion(want func([3]float64) bool) {
	f.t.Helper()
	var from kinematics.MotorPosition
	last := f.orders[len(f.orders)-1].segment.End
	high := math.Inf(-1)
	for _, o := range f.orders[len(f.orders)-12:] {
		if z := f.arm.Tip(o.segment.End).Z; !o.actuate && z >= high {
			from, high = o.segment.End, z
		}
	}
	a, b := f.arm.planner.JointsAt(from), f.arm.planner.JointsAt(last)
	if change := [3]float64{b.Base - a.Base, b.Upper - a.Upper, b.Forearm - a.Forearm}; !want(change) {
		f.t.Errorf("the last way changes the joints by %v", change)
	}
}

// Jogs that come faster than the arm moves add up.
func TestJogsAddUp(t *testing.T) {
	f := robotAbove(t, "d4", HeightNear)
	before := f.arm.Tip(f.position)
	for range 5 {
		f.mustAccept(f.runner.Jog(f.status(), 1, 0, 0))
		f.runner.Advance(f.now, f.status(), f)
		f.step(20 * time.Millisecond)
	}
	f.finishManual()
	if moved := f.arm.Tip(f.position).X - before.X; math.Abs(moved-5) > 0.02 {
		t.Errorf("five jogs of 1 mm moved it by %.2f mm", moved)
	}
}

// What can't be done is refused in words, and nothing moves.
func TestServiceRefuses(t *testing.T) {
	for _, c := range []struct {
		name  string
		spoil func(f *fakeRobot)
		do    func(f *fakeRobot) error
		want  error
		words string
	}{
		{"unhomed", func(f *fakeRobot) { f.homed = false }, jogBy(kinematics.Vec{X: 1}), ErrLost, "home it first"},
		{"stopped", func(f *fakeRobot) { f.latched = true }, jogBy(kinematics.Vec{X: 1}), ErrStopped, "clear the stop"},
		{"unhomed, to a place", func(f *fakeRobot) { f.homed = false }, (*fakeRobot).toD4, ErrLost, "home it first"},
		{"unhomed, the pump", func(f *fakeRobot) { f.homed = false }, func(f *fakeRobot) error { return f.runner.Pump(f.status(), true) }, ErrLost, "home"},
		{"too far", nil, jogBy(kinematics.Vec{X: 200}), ErrOutOfReach, "too far for the stretched arm"},
		{"too near", nil, jogBy(kinematics.Vec{X: -160}), ErrOutOfReach, "elbow outside its limits"},
		{"into the table", nil, jogBy(kinematics.Vec{Z: -30}), ErrOutOfReach, "below the table"},
		{"in a game", func(f *fakeRobot) { f.start("B"+startFEN[1:], "d6 e5") }, jogBy(kinematics.Vec{X: 1}), ErrBusy, "wait"},
		{"a light square", nil, func(f *fakeRobot) error { return f.runner.Goto(f.status(), "a2", HeightTouch) }, ErrPlace, "tray1 … tray12"},
		{"no height", nil, func(f *fakeRobot) error { return f.runner.Goto(f.status(), "a1", "deep") }, nil, "travel, near or touch"},
	} {
		t.Run(c.name, func(t *testing.T) {
			f := robotAbove(t, "d4", HeightTouch)
			sent := len(f.orders)
			if c.spoil != nil {
				c.spoil(f)
			}
			err := c.do(f)
			if err == nil || c.want != nil && !errors.Is(err, c.want) || !strings.Contains(err.Error(), c.words) {
				t.Errorf("got %v, want %v with %q", err, c.want, c.words)
			}
			if c.name != "in a game" {
				f.runner.Advance(f.now, f.status(), f)
			}
			if len(f.orders) != sent {
				t.Errorf("%d items are sent all the same", len(f.orders)-sent)
			}
		})
	}
}

func jogBy(by kinematics.Vec) func(f *fakeRobot) error {
	return func(f *fakeRobot) error { return f.runner.Jog(f.status(), by.X, by.Y, by.Z) }
}

func (f *fakeRobot) toD4() error { return f.runner.Goto(f.status(), "d4", HeightTouch) }

// A stop ends a manual motion; once it is cleared the operator can go on from where the arm stands.
func TestServiceStopped(t *testing.T) {
	f := robotAbove(t, "d4", HeightTravel)
	f.mustAccept(f.runner.Goto(f.status(), "h8", HeightTouch))
	for range 20 {
		f.runner.Advance(f.now, f.status(), f)
		f.step(20 * time.Millisecond)
	}
	f.Stop()
	if f.runner.Advance(f.now, f.status(), f); f.runner.MovingManually() {
		t.Error("it is on its way still")
	}
	if !f.runner.ManualInterrupted() {
		t.Error("nobody is told that it isn't there")
	}
	f.finishManual()
	stood := f.position
	f.latched = false
	f.finishManual()
	if f.position != stood {
		t.Error("moves on by itself when the stop is cleared")
	}
	f.mustAccept(f.runner.Goto(f.status(), "h8", HeightTouch))
	f.finishManual()
	if tip := f.arm.Tip(f.position); math.Abs(tip.Z-17.5) > 0.02 || f.runner.ManualInterrupted() {
		t.Errorf("ends at %v", tip)
	}
}

// The pump obeys, and a program of the game finds it as it was left.
func TestServicePump(t *testing.T) {
	f := robotAbove(t, "d4", HeightTouch)
	f.mustAccept(f.runner.Pump(f.status(), true))
	f.finishManual()
	if !f.pumping {
		t.Error("the pump is off")
	}
	f.mustAccept(f.runner.Pump(f.status(), false))
	f.finishManual()
	if f.pumping {
		t.Error("the pump is on")
	}
	f.start("B"+startFEN[1:], "d6 e5")
	f.run(EventDone)
}

// Every place has a name that is read again.
func TestPlaceNames(t *testing.T) {
	a := newArm(t)
	for s := range board.NoSquare {
		checkSamePlace(t, a, onSquare(s))
	}
	for n := range 15 {
		checkSamePlace(t, a, inSlot(n))
	}
	for _, name := range []string{"", "a2", "tray0", "tray13", "king4", "kingx", "tray-1", "z9"} {
		if _, err := a.ParsePlace(name); !errors.Is(err, ErrPlace) {
			t.Errorf("%q: %v", name, err)
		}
	}
}

func checkSamePlace(t *testing.T, a *Arm, p Place) {
	t.Helper()
	if got, err := a.ParsePlace(a.Name(p)); err != nil || got != p {
		t.Errorf("%v is named %q and read as %v, %v", p, a.Name(p), got, err)
	}
}
