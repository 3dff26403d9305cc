package arm

import (
	"math"
	"testing"

	"crownhead/board"
)

// A tilted board is higher at one side: towards the visitor with tilt_x, towards the robot's left with tilt_y.
func TestTilt(t *testing.T) {
	b := DefaultConfig().Board
	b.TiltX, b.TiltY = 1, 0.5
	far, near := b.Centre(0, board.White), b.Centre(31, board.White) // a1 and h8
	wantX, wantY := (far.X-near.X)*math.Tan(math.Pi/180), (far.Y-near.Y)*math.Tan(math.Pi/360)
	if got := far.Z - near.Z; math.Abs(got-wantX-wantY) > 1e-9 {
		t.Errorf("a1 is %.3f mm above h8, want %.3f", got, wantX+wantY)
	}
	for s := range board.NoSquare {
		if z := b.Centre(s, board.Black).Z; z > b.highestPoint() || z < 2*b.Surface-b.highestPoint() {
			t.Errorf("%v at %.3f mm, beyond %.3f", s, z, b.highestPoint())
		}
	}
}
