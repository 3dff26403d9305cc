package world

import (
	"math"
	"testing"

	"crownhead/board"
)

// Wherever the board stands, each place is found again where it lies, and its sensor is closed by a checker there.
func TestMisalignedBoard(t *testing.T) {
	for n := range uint64(20) {
		truth := NewMisalignedTruth(n)
		w := New(truth, n)
		w.SetExact(true)
		w.Setup(board.Start(), board.White, 3)
		if got := w.Sensors(); got != 0xfff00fff {
			t.Errorf("robot %d: the start reads %08x", n, got)
		}
		for i := range 32 {
			x, y := truth.Board.placeCentre(i)
			if got, ok := truth.Board.placeAt(x, y); !ok || got != i {
				t.Errorf("robot %d: place %d is found as %d", n, i, got)
			}
		}
		for _, c := range w.Checkers() {
			if w.locateChecker(&c) == "beside" || truth.supportHeight(c.X, c.Y) != c.Z {
				t.Errorf("robot %d: a checker floats at (%.1f, %.1f, %.1f), %s", n, c.X, c.Y, c.Z, w.locateChecker(&c))
			}
		}
	}
}

// A tilted board is higher on one side, and nothing of it is lost with a robot of the drawing.
func TestTiltedBoard(t *testing.T) {
	b := NominalTruth().Board
	b.TiltX, b.TiltY = 1, -1
	if rise := b.heightAt(b.X+50, b.Y) - b.heightAt(b.X-50, b.Y); math.Abs(rise-100*math.Tan(math.Pi/180)) > 1e-9 {
		t.Errorf("rises %.3f mm along x", rise)
	}
	if rise := b.heightAt(b.X, b.Y+50) - b.heightAt(b.X, b.Y-50); rise >= 0 {
		t.Errorf("rises %.3f mm along y", rise)
	}
}

// The same number is the same robot, and every robot stands within what is promised.
func TestNewMisalignedTruth(t *testing.T) {
	nominal := NominalTruth()
	for n := range uint64(50) {
		a, b := NewMisalignedTruth(n), NewMisalignedTruth(n)
		if a.Board != b.Board || a.Yaw != b.Yaw || a.Tray.Spares[0] != b.Tray.Spares[0] {
			t.Fatalf("robot %d is drawn twice, differently", n)
		}
		if math.Abs(a.Yaw) > misalignedYaw || math.Abs(a.Board.X-nominal.Board.X) > misalignedBoard || a.Board.Pitch != nominal.Board.Pitch {
			t.Errorf("robot %d: %+v", n, a)
		}
	}
}
