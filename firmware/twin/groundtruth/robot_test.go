package groundtruth

import (
	"math"
	"testing"
)

func TestPlacesLieWhereTheDesignSays(t *testing.T) {
	b := Nominal().Board
	for _, c := range []struct {
		place int
		x, y  float64
	}{{0, 285.625, -65.625}, {3, 285.625, 46.875}, {4, 266.875, -46.875}, {31, 154.375, 65.625}} {
		if x, y := b.PlaceCentre(c.place); x != c.x || y != c.y {
			t.Errorf("place %d at (%v, %v), want (%v, %v)", c.place, x, y, c.x, c.y)
		}
	}
	for i := range 32 {
		x, y := b.PlaceCentre(i)
		if got, ok := b.PlaceAt(x+9, y-9); !ok || got != i {
			t.Errorf("place %d found as %d, %v", i, got, ok)
		}
		if _, ok := b.PlaceAt(x, y+b.Pitch); ok {
			t.Errorf("the light square beside place %d taken for a dark one", i)
		}
	}
}

// A tilted board rises along x and falls along y, by the tangent of its angles.
func TestTiltedBoard(t *testing.T) {
	b := Nominal().Board
	b.TiltX, b.TiltY = 1, -1
	if rise := b.HeightAt(b.X+50, b.Y) - b.HeightAt(b.X-50, b.Y); math.Abs(rise-100*math.Tan(math.Pi/180)) > 1e-9 {
		t.Errorf("rises %.3f mm along x", rise)
	}
	if rise := b.HeightAt(b.X, b.Y+50) - b.HeightAt(b.X, b.Y-50); rise >= 0 {
		t.Errorf("rises %.3f mm along y", rise)
	}
}

// The same number is the same robot, and every robot stands within what is promised.
func TestMisaligned(t *testing.T) {
	nominal := Nominal()
	for n := range uint64(50) {
		a, b := Misaligned(n), Misaligned(n)
		if a.Board != b.Board || a.Yaw != b.Yaw || a.Tray.Spares[0] != b.Tray.Spares[0] {
			t.Fatalf("robot %d is drawn twice, differently", n)
		}
		if math.Abs(a.Yaw) > misalignedYaw ||
			math.Abs(a.Board.X-nominal.Board.X) > misalignedBoard || a.Board.Pitch != nominal.Board.Pitch {
			t.Errorf("robot %d: %+v", n, a)
		}
	}
}

func TestNewDeviatesLittle(t *testing.T) {
	seen := map[float64]bool{}
	for seed := range uint64(50) {
		a, n := New(seed), Nominal()
		if New(seed).Upper != a.Upper {
			t.Fatal("not repeatable")
		}
		for _, d := range []float64{a.Upper - n.Upper, a.Forearm - n.Forearm, a.Tool - n.Tool, a.Shoulder - n.Shoulder} {
			if math.Abs(d) > linkDeviation {
				t.Errorf("seed %d: a link deviates by %.2f mm", seed, d)
			}
		}
		if math.Abs(a.Yaw) != residualYaw {
			t.Errorf("seed %d: yaw %v", seed, a.Yaw)
		}
		seen[a.Upper] = true
	}
	if len(seen) < 50 {
		t.Errorf("only %d different robots", len(seen))
	}
}
