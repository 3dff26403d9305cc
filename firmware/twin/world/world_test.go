package world

import (
	"math"
	"testing"
	"time"

	"pgregory.net/rapid"

	"crownhead/board"
	"crownhead/firmware/twin/groundtruth"
)

// exactWorld is a robot without deviations and a hand without scatter, with this position set up.
func exactWorld(t testing.TB, p board.Position, visitor board.Color) *World {
	t.Helper()
	truth := groundtruth.Nominal()
	truth.RobotSigma, truth.Backlash = 0, 0
	w := New(truth, 1)
	w.SetNoScatter(true)
	w.PlacePosition(p, visitor, 3)
	return w
}

func square(t testing.TB, s string) board.Square {
	t.Helper()
	sq, err := board.ParseSquare(s)
	if err != nil {
		t.Fatal(err)
	}
	return sq
}

// The sensors read places, not squares: the start looks the same from both sides, a moved checker does not.
func TestSensorsReadPlaces(t *testing.T) {
	for _, visitor := range []board.Color{board.White, board.Black} {
		w := exactWorld(t, board.Start(), visitor)
		if got := w.Sensors(); got != 0xfff00fff {
			t.Fatalf("%v: start reads %08x", visitor, got)
		}
		if err := w.MoveSquare(square(t, "c3"), square(t, "d4")); err != nil {
			t.Fatal(err)
		}
		want := uint32(board.Start().Occupied())
		want = want&^(1<<square(t, "c3")) | 1<<square(t, "d4")
		if visitor == board.Black {
			want = uint32(board.Bits(want).Rotate())
		}
		if got := w.Sensors(); got != want {
			t.Errorf("%v: after c3-d4 %08x, want %08x", visitor, got, want)
		}
	}
}

func TestSensorRadiusAndHeight(t *testing.T) {
	p := board.Position{White: 1 << 9}
	for _, c := range []struct {
		dx, z float64
		want  bool
	}{{0, 12, true}, {5.9, 12, true}, {6.1, 12, false}, {0, 19.9, true}, {0, 20.1, false}} {
		w := exactWorld(t, p, board.White)
		man := w.checkerOn(9)
		man.X += c.dx
		man.Z = c.z
		if got := w.Sensors() != 0; got != c.want {
			t.Errorf("%.1f mm off, underside at %.1f: closed %v", c.dx, c.z, got)
		}
	}
}

func TestVerifyPositionComparesSquareColourKingAndStacks(t *testing.T) {
	p := board.Position{White: 1<<9 | 1<<10, Black: 1 << 20, Kings: 1 << 20}
	for name, spoil := range map[string]func(w *World){
		"":           func(*World) {},
		"moved":      func(w *World) { _ = w.MoveSquare(9, 13) },
		"missing":    func(w *World) { _ = w.RemoveSquare(9) },
		"not a king": func(w *World) { _ = w.FlipSquare(20) },
		"a king":     func(w *World) { _ = w.FlipSquare(9) },
		"colour":     func(w *World) { _ = w.RemoveSquare(9); _ = w.Put(board.BlackMan, 9) },
		"stack":      func(w *World) { x, y := w.squareCentre(10); _ = w.MoveID(w.checkerOn(9).ID, x, y) },
		"second": func(w *World) {
			x, y := w.squareCentre(10)
			_ = w.MoveID(w.takeUnused(board.White, false).ID, x, y)
		},
		"light square": func(w *World) {
			x, y := w.squareCentre(10)
			_ = w.MoveID(w.takeUnused(board.White, false).ID, x, y+18.75)
		},
	} {
		w := exactWorld(t, p, board.White)
		spoil(w)
		w.VerifyPosition(p, time.Second)
		want := 1
		if name == "" {
			want = 0
		}
		if got := w.Counts(); got.BoardMismatches != want || len(got.MismatchDetails) < want {
			t.Errorf("%q: %d mismatches %q, want %d", name, got.BoardMismatches, got.MismatchDetails, want)
		}
	}
}

func TestHandRefusesWhatAHandCannotDo(t *testing.T) {
	w := exactWorld(t, board.Start(), board.White)
	for name, err := range map[string]error{
		"from an empty square": w.MoveSquare(square(t, "d4"), square(t, "e5")),
		"to a taken square":    w.MoveSquare(square(t, "c3"), square(t, "b2")),
		"remove nothing":       w.RemoveSquare(square(t, "d4")),
		"put on a taken one":   w.Put(board.WhiteMan, square(t, "a1")),
		"put nothing":          w.Put(board.NoPiece, square(t, "d4")),
		"turn nothing":         w.FlipSquare(square(t, "d4")),
		"no such checker":      w.MoveID(99, 220, 0),
		"off the table":        w.MoveID(1, 2000, 0),
		"not a number":         w.MoveID(1, math.NaN(), 0),
	} {
		if err == nil {
			t.Errorf("%s: no error", name)
		}
	}
}

// The visitor's scatter is σ 1.5 mm on each axis.
func TestHandScatters(t *testing.T) {
	w := New(groundtruth.New(1), 7)
	var sum, n float64
	for range 2000 {
		dx, dy := w.drawScatter(unlimitedScatter)
		sum += dx*dx + dy*dy
		n += 2
	}
	if sigma := math.Sqrt(sum / n); sigma < 1.4 || sigma > 1.6 {
		t.Errorf("σ %.2f mm", sigma)
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

func TestTrophiesComeBackAndSparesAreRestocked(t *testing.T) {
	w := exactWorld(t, board.Start(), board.White)
	spare := w.truth.Tray.Spares[0]
	var king *Checker
	for i := range w.checkers {
		if c := &w.checkers[i]; w.spareSlotOf(c) == 0 {
			king = c
		}
	}
	if king == nil || king.Color != board.Black || !king.King {
		t.Fatalf("no black king in the first spare slot: %+v", king)
	}
	trophy := w.checkerOn(square(t, "c3"))
	w.layChecker(trophy, 200, 120)
	w.layChecker(king, 220, 120)
	if got := w.TakeTrophies(); got != 2 {
		t.Errorf("%d trophies, want 2", got)
	}
	if where := w.locateChecker(trophy); where != "pile" {
		t.Errorf("the trophy is on the %s", where)
	}
	found := false
	for i := range w.checkers {
		c := &w.checkers[i]
		found = found || c.Color == board.Black && c.King && distance(c.X, c.Y, spare.X, spare.Y) < 1
	}
	if !found {
		t.Error("the spare slot stays empty")
	}
}

// Checkers never share space, wherever the hand lays them.
func TestCheckersNeverShareSpace(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		w := New(groundtruth.New(1), 3)
		w.PlacePosition(board.Start(), board.White, 3)
		for range rapid.IntRange(1, 30).Draw(t, "moves") {
			id := rapid.IntRange(1, len(w.checkers)).Draw(t, "id")
			_ = w.MoveID(id, rapid.Float64Range(120, 330).Draw(t, "x"), rapid.Float64Range(-120, 120).Draw(t, "y"))
		}
		for i := range w.checkers {
			for k := range i {
				a, b := &w.checkers[i], &w.checkers[k]
				if distance(a.X, a.Y, b.X, b.Y) < checkerRadius && math.Abs(a.Z-b.Z) < checkerHeight-0.01 {
					t.Fatalf("%+v and %+v share space", a, b)
				}
			}
		}
	})
}

// Wherever the board stands, each place is found where it lies, and the checkers of the start close their
// sensors and lie on something.
func TestMisalignedBoard(t *testing.T) {
	for n := range uint64(20) {
		truth := groundtruth.Misaligned(n)
		w := New(truth, n)
		w.SetNoScatter(true)
		w.PlacePosition(board.Start(), board.White, 3)
		if got := w.Sensors(); got != 0xfff00fff {
			t.Errorf("robot %d: the start reads %08x", n, got)
		}
		for i := range 32 {
			x, y := truth.Board.PlaceCentre(i)
			if got, ok := truth.Board.PlaceAt(x, y); !ok || got != i {
				t.Errorf("robot %d: place %d is found as %d", n, i, got)
			}
		}
		for _, c := range w.Checkers() {
			if w.locateChecker(&c) == offSquare || truth.SupportHeight(c.X, c.Y) != c.Z {
				t.Errorf("robot %d: a checker floats at (%.1f, %.1f, %.1f), %s", n, c.X, c.Y, c.Z, w.locateChecker(&c))
			}
		}
	}
}

// A hand takes a checker from the slot that it is told, and lays a king into its own; a slot never gets a second one.
func TestHandAtTheTray(t *testing.T) {
	w := exactWorld(t, board.Start(), board.White)
	a1, b8 := board.Square(0), board.Square(28)
	man := w.checkerOn(a1)
	w.layChecker(man, w.truth.Tray.Trophies[4].X, w.truth.Tray.Trophies[4].Y)
	if err := w.TakeFromTray(3, a1); err == nil {
		t.Error("something was taken from an empty slot")
	}
	if err := w.TakeFromTray(4, b8); err == nil {
		t.Error("a checker was laid on another one")
	}
	if err := w.TakeFromTray(4, a1); err != nil || w.checkerOn(a1) != man {
		t.Errorf("%v: %v", err, w.checkerOn(a1))
	}
	if err := w.ReturnSpare(b8, 2); err == nil {
		t.Error("two checkers in a slot")
	}
	king := w.checkerInSlot(w.truth.Tray.Spares, 2)
	w.layOnPile(king)
	if err := w.ReturnSpare(b8, 2); err != nil || w.checkerOn(b8) != nil {
		t.Errorf("%v, %v", err, w.checkerOn(b8))
	}
	if err := w.ReturnSpare(board.NoSquare, 2); err != nil || !w.checkerInSlot(w.truth.Tray.Spares, 2).King {
		t.Errorf("%v", err)
	}
	if taken := w.EmptyTray(); taken != 0 {
		t.Errorf("%d trophies", taken)
	}
}
