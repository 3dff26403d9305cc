package arm

import (
	"slices"
	"testing"

	"crownhead/board"
)

// watchShowing lists the squares over which the arm has held a checker.
func (f *fakeRobot) watchShowing() (over *[]board.Square) {
	over = new([]board.Square)
	was := picking
	f.beforeStep = func() {
		if f.runner.stage == showing && was != showing {
			*over = append(*over, f.runner.shownOver)
		}
		was = f.runner.stage
	}
	return over
}

// A checker whose origin and target no sensor sees is shown to the sensor of the nearest empty square: what isn't seen
// there was not picked up.
func TestLiftIsShown(t *testing.T) {
	const fen = "W:Wc3,g1:Bd4,h8" // c3 takes d4
	t.Run("from a masked square to the tray", func(t *testing.T) {
		f := newFakeRobot(t, board.Black, 0)
		over := f.watchShowing()
		f.maskSensors(13)
		f.start(fen, "c3 e5")
		f.run(EventDone)
		if want := []string{"carried", "carried", "done"}; !slices.Equal(f.kinds(), want) || f.squares.Has(13) || !f.slots[0] {
			t.Errorf("events %v, board %v, tray %v", f.kinds(), f.squares, f.slots)
		}
		if len(*over) != 1 || (f.squares | f.unknown).Has((*over)[0]) {
			t.Errorf("shown over %v", *over)
		}
	})
	t.Run("missed there", func(t *testing.T) {
		f := newFakeRobot(t, board.Black, 0)
		f.maskSensors(13)
		armed := false
		watch := func() {
			if len(f.events) == 1 && !armed {
				armed, f.failingPicks = true, 2
			}
		}
		f.beforeStep = watch
		f.start(fen, "c3 e5")
		f.run(EventDone)
		if want := []string{"carried", "retry", "retry", "carried", "done"}; !slices.Equal(f.kinds(), want) || f.squares.Has(13) {
			t.Errorf("events %v, board %v", f.kinds(), f.squares)
		}
	})
	t.Run("nothing is there", func(t *testing.T) {
		f := newFakeRobot(t, board.Black, 0)
		f.maskSensors(13)
		f.beforeStep = func() {
			if len(f.events) == 1 {
				f.squares &^= board.Square(13).Bit()
			}
		}
		f.start(fen, "c3 e5")
		if e := f.run(EventHelpPick); e.Square != 13 || len(f.events) != maxShownPicks+1 {
			t.Errorf("%+v after %v", e, f.kinds())
		}
	})
	t.Run("after a missed pick", func(t *testing.T) {
		f := newFakeRobot(t, board.Black, 0)
		over := f.watchShowing()
		watch, armed := f.beforeStep, false
		f.beforeStep = func() {
			watch()
			if len(f.events) == 1 && !armed {
				armed, f.failingPicks = true, 1
			}
		}
		f.start(fen, "c3 e5")
		f.run(EventDone)
		if want := []string{"carried", "retry", "carried", "done"}; !slices.Equal(f.kinds(), want) || len(*over) != 1 {
			t.Errorf("events %v, shown over %v", f.kinds(), *over)
		}
	})
	t.Run("to a masked square", func(t *testing.T) {
		f := newFakeRobot(t, board.Black, 0)
		over := f.watchShowing()
		f.maskSensors(13)
		program := f.start(startFEN, "c3 d4")
		f.run(EventDone)
		if f.squares != program.Carries[0].Expect || len(*over) != 1 {
			t.Errorf("board %v, shown over %v", f.squares, *over)
		}
	})
	t.Run("fallen on its way to a masked square", func(t *testing.T) {
		f := newFakeRobot(t, board.Black, 0)
		f.maskSensors(13)
		f.beforeStep = func() {
			if f.held && f.runner.stage == showing {
				f.held = false
				f.removeChecker(f.heldFrom)
			}
		}
		f.start(startFEN, "c3 d4")
		if e := f.run(EventHelpPlace); e.Square != 13 || len(f.events) != 1 {
			t.Errorf("%+v after %v", e, f.kinds())
		}
	})
	t.Run("picked up at once", func(t *testing.T) {
		f := newFakeRobot(t, board.Black, 0)
		over := f.watchShowing()
		f.start(fen, "c3 e5")
		f.run(EventDone)
		if len(*over) != 0 {
			t.Errorf("shown over %v, though its own sensor has shown it", *over)
		}
	})
}

// Missed picks may push a checker off its sensor: the arm searches on, though the square reads empty.
func TestPushedOffItsSensor(t *testing.T) {
	f := newFakeRobot(t, board.Black, 0)
	f.failingPicks = 3
	pushed := false
	f.beforeStep = func() {
		switch {
		case !pushed && len(f.events) == 1:
			pushed = true
			f.flicker |= board.Square(9).Bit() // c3 reads empty
		case f.held && f.runner.stage == picking:
			f.flicker &^= board.Square(9).Bit()
		}
	}
	program := f.start(startFEN, "c3 d4")
	f.run(EventDone)
	if f.squares != program.Carries[0].Expect || slices.Contains(f.kinds(), EventDisturbed) {
		t.Errorf("events %v, board %v", f.kinds(), f.squares)
	}
}

// Before its move the arm looks at each of its own checkers that no sensor sees, but for the one that moves.
func TestPlanLooks(t *testing.T) {
	turn := turnOf(t, startFEN, "c3 d4")
	turn.Unseen = board.Bits(1<<9 | 1<<8 | 1<<20 | 1<<13) // c3, a3, b6 of the visitor, d4
	f := newFakeRobot(t, board.Black, 0)
	program, err := f.arm.Plan(turn, board.Black, inventoryOf(f, turn))
	if err != nil {
		t.Fatal(err)
	}
	if c := program.Carries; len(c) != 2 || c[0].Kind != KindLook || c[0].From != onSquare(8) || c[0].To != onSquare(8) ||
		c[0].Expect != program.Before {
		t.Fatalf("carries %+v", c)
	}
	over := f.watchShowing()
	f.squares, f.unknown = program.Before, 1<<8
	f.runner.Start(program, 0)
	f.run(EventDone)
	if f.squares != program.Carries[1].Expect || len(*over) != 1 {
		t.Errorf("board %v, shown over %v", f.squares, *over)
	}
}
