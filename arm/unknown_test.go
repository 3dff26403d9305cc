package arm

import (
	"slices"
	"testing"

	"crownhead/board"
)

// maskSensors makes the sensors of these squares read the opposite of what is so, and the runner not believe them.
func (f *fakeRobot) maskSensors(squares ...board.Square) {
	for _, sq := range squares {
		f.flicker |= sq.Bit()
	}
	f.unknown = f.flicker
}

// The arm doesn't wait for a masked sensor, and doesn't take it for a hand: the other end of the carry shows the result,
// and where neither does the arm is trusted.
func TestUnknown(t *testing.T) {
	const from, to, other board.Square = 9, 13, 20 // c3, d4, b6
	for _, c := range []struct {
		name    string
		unknown []board.Square
		misses  int
		want    []string
	}{
		{"another square", []board.Square{other}, 0, []string{"carried", "done"}},
		{"where it comes from", []board.Square{from}, 0, []string{"carried", "done"}},
		{"where it comes from, and not picked up", []board.Square{from}, 1, []string{"retry", "carried", "done"}},
		{"where it goes to", []board.Square{to}, 1, []string{"retry", "carried", "done"}},
		{"both", []board.Square{from, to}, 0, []string{"carried", "done"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			f := newFakeRobot(t, board.Black, 0)
			f.maskSensors(c.unknown...)
			f.failingPicks = c.misses
			program := f.start(startFEN, "c3 d4")
			f.run(EventDone)
			if !slices.Equal(f.kinds(), c.want) || f.squares != program.Carries[0].Expect {
				t.Errorf("events %v, board %v", f.kinds(), f.squares)
			}
		})
	}
	t.Run("one that never stands still", func(t *testing.T) {
		f := newFakeRobot(t, board.Black, 0)
		f.unknown = other.Bit()
		f.beforeStep = func() { f.flicker ^= other.Bit() }
		f.start(startFEN, "c3 d4")
		f.run(EventDone)
		if want := []string{"carried", "done"}; !slices.Equal(f.kinds(), want) {
			t.Errorf("events %v", f.kinds())
		}
	})
	t.Run("held before it gripped, and neither end is known", func(t *testing.T) {
		f := newFakeRobot(t, board.Black, 0)
		f.maskSensors(from, to)
		program := f.start(startFEN, "c3 d4")
		f.beforeStep = func() {
			if len(f.orders) > 3 && f.stops == 0 {
				f.Stop()
			}
		}
		f.run(EventHeld)
		f.latched, f.beforeStep = false, nil
		f.runner.Resume()
		f.run(EventDone)
		if f.squares != program.Carries[0].Expect {
			t.Errorf("the carry was left out: %v", f.squares)
		}
	})
}

// A checker that is found beside the middle of its square tells how far, where a sensor saw it go.
func TestFound(t *testing.T) {
	f := newFakeRobot(t, board.Black, 0)
	f.failingPicks = 3
	f.start(startFEN, "c3 d4")
	e := f.run(EventCarried)
	if !e.Found || roundToTenth(e.Dx) != 0 || roundToTenth(e.Dy) != 2 {
		t.Errorf("found %v at (%v, %v)", e.Found, e.Dx, e.Dy)
	}
	f = newFakeRobot(t, board.Black, 0)
	f.maskSensors(9)
	f.start(startFEN, "c3 d4")
	if e := f.run(EventCarried); e.Found {
		t.Error("found by a sensor that isn't believed")
	}
}
