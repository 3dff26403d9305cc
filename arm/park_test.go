package arm

import (
	"slices"
	"testing"
	"time"

	"crownhead/board"
)

// What hangs on the nozzle when the arm is parked in mid-carry is laid down, never dropped: back where it came
// from while nobody has been at work there, else in the tray. The fake lets nothing go from above.
func TestParkLaysDown(t *testing.T) {
	const capture, promotion = "W:WKa1:Bf2,c3,b6,f6", "W:Wg7,a1:Bb8,a5"
	for _, c := range []struct {
		name, fen, move string
		step            int    // the carry that is broken off
		disturb         string // a square on which somebody lays a checker then
		slots           []int  // that are full afterwards, beside the kings'
		back            bool   // the checker lies where it came from
	}{
		{"a move", startFEN, "c3 d4", 0, "", nil, true},
		{"a removal", capture, "a1 a7", 1, "", nil, true},
		{"a spare king", promotion, "g7 f8", 1, "", []int{0}, true},
		{"a move, its square taken", startFEN, "c3 d4", 0, "c3", []int{11}, false},
		{"a removal, its square taken", capture, "a1 a7", 1, "c3", []int{0}, false},
		{"a move, another square changed", startFEN, "c3 d4", 0, "a5", []int{11}, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			turn := turnOf(t, c.fen, c.move)
			f := newFakeRobot(t, turn.Before.Turn.Other(), 0)
			program := f.start(c.fen, c.move)
			for range c.step {
				f.run(EventCarried)
			}
			f.abandonMidCarry()
			var disturb board.Bits
			if c.disturb != "" {
				square, err := board.ParseSquare(c.disturb)
				if err != nil {
					t.Fatal(err)
				}
				disturb = square.Bit()
			}
			f.squares |= disturb
			began := f.now
			f.runner.Park()
			f.run(EventParked)
			if took := f.now - began; f.held || f.pumping || took > 9*time.Second {
				t.Errorf("held %v, the pump on %v, after %v", f.held, f.pumping, took)
			}
			if tip := f.arm.Tip(f.position); roundToTenth(tip.Z) != 90 {
				t.Errorf("parked at %v", tip)
			}
			want := program.occupiedBefore(c.step)
			if !c.back {
				want &^= program.Carries[c.step].From.squareBit()
			}
			if want |= disturb; f.squares != want {
				t.Errorf("squares %v, want %v", f.squares, want)
			}
			var slots []int
			for n := range 12 {
				if f.slots[n] {
					slots = append(slots, n)
				}
			}
			if kings := f.slots[12] && f.slots[13] && f.slots[14]; !slices.Equal(slots, c.slots) || !kings {
				t.Errorf("full slots %v, want %v; all kings %v", slots, c.slots, kings)
			}
		})
	}
}

// abandonMidCarry stops the arm when a checker is well in the air, and makes the runner forget what it was about.
func (f *fakeRobot) abandonMidCarry() {
	f.t.Helper()
	for range 5000 {
		if f.held && f.arm.Tip(f.position).Z > 60 && f.bits()&f.heldFrom.squareBit() == 0 {
			break
		}
		events, _ := f.runner.Advance(f.now, f.status(), f)
		f.events = append(f.events, events...)
		f.step(20 * time.Millisecond)
	}
	if !f.held {
		f.t.Fatal("never in the air")
	}
	f.removeChecker(f.heldFrom)
	f.heldFrom = inSlot(-1) // its place is free for another
	f.runner.Abandon()
	f.Stop()
	f.latched = false
}

// An arm that is stopped on its way to ask for help has done nothing to the board: nobody is asked to mend it.
func TestHeldBeforeHelp(t *testing.T) {
	for _, s := range []stage{emptying, parking} {
		f := newFakeRobot(t, board.Black, 0)
		f.failingPicks = 100
		program := f.start(startFEN, "c3 d4")
		f.beforeStep = func() {
			if f.runner.stage == s {
				f.beforeStep = nil
				f.Stop()
			}
		}
		if e := f.run(EventHeld); e.Expected != program.Before {
			t.Errorf("stage %d: expects %v, want %v", s, e.Expected, program.Before)
		}
		f.latched = false
		f.runner.Resume()
		f.run(EventHelpPick)
		if f.pumping {
			t.Errorf("stage %d: the pump is on", s)
		}
	}
}

// A pump that a runner before has left on is switched off low over the tray: a checker may hang there.
func TestParkLetsGo(t *testing.T) {
	f := newFakeRobot(t, board.Black, 0)
	f.pumping = true
	f.runner.Park()
	f.run(EventParked)
	if f.pumping {
		t.Error("the pump is on")
	}
	f.checkLowReleases(1)
}

// checkLowReleases checks that the orders hold this many releases, and none from above.
func (f *fakeRobot) checkLowReleases(want int) {
	f.t.Helper()
	n := 0
	for i, o := range f.orders {
		if !o.actuate || !o.valve {
			continue
		}
		n++
		if i == 0 || f.orders[i-1].tip.Z > 25 {
			f.t.Errorf("item %d lets go from above", o.id)
		}
	}
	if n != want {
		f.t.Errorf("%d releases, want %d", n, want)
	}
}

// A checker whose square reads full for ever, though it hangs on the nozzle, is not dropped when help is asked for.
func TestHelpWithHeldChecker(t *testing.T) {
	f := newFakeRobot(t, board.Black, 0)
	program := f.start(startFEN, "c3 d4")
	f.beforeStep = func() {
		f.flicker = 0
		if f.held {
			f.flicker = program.Before &^ f.bits()
		}
	}
	f.run(EventHelpPick)
	if f.held || f.pumping || f.squares != program.Before {
		t.Errorf("held %v, the pump on %v, squares %v, want %v", f.held, f.pumping, f.squares, program.Before)
	}
	f.checkLowReleases(6)
}
