package face

import (
	"fmt"
	"math/bits"
	"testing"
	"time"
)

// forEachEye visits both eyes of all emotions.
func forEachEye(each func(name string, s eyeShape)) {
	for _, e := range emotions {
		each(fmt.Sprint(e.name, " left"), e.eyes.left)
		each(fmt.Sprint(e.name, " right"), e.eyes.right)
	}
}

// findPupil finds where the pupil of a drawn eye is, from the pixels that it changes.
func findPupil(s eyeShape, drawn [8]uint8) (x, y int) {
	sumX, sumY, n := 0, 0, 0
	for row := range 8 {
		for column := range 8 {
			if changed := (drawn[row] ^ s.rows[row]) & (0x80 >> column); changed != 0 {
				sumX, sumY, n = sumX+column, sumY+row, n+1
			}
		}
	}
	if n == 0 {
		return -1, -1
	}
	return 100 * sumX / n, 100 * sumY / n
}

func TestPupilsAreSeenAndMove(t *testing.T) {
	forEachEye(func(name string, s eyeShape) {
		for dx := -2; dx <= 2; dx++ {
			for dy := -2; dy <= 2; dy++ {
				if x, _ := findPupil(s, s.render(dx, dy, lidOpen)); x < 0 {
					t.Errorf("%s: no pupil at %d, %d", name, dx, dy)
				}
			}
		}
		left, _ := findPupil(s, s.render(-2, 0, lidOpen))
		ahead, up := findPupil(s, s.render(0, 0, lidOpen))
		right, _ := findPupil(s, s.render(2, 0, lidOpen))
		_, down := findPupil(s, s.render(0, 2, lidOpen))
		if !(left < ahead && ahead < right) {
			t.Errorf("%s: looking to the sides: columns %d, %d, %d", name, left, ahead, right)
		}
		if down <= up && s.rows[7] != 0 {
			t.Errorf("%s: looking down does not lower the pupil", name)
		}
	})
}

func TestLidsAreThreePictures(t *testing.T) {
	forEachEye(func(name string, s eyeShape) {
		for dx := -2; dx <= 2; dx++ {
			for dy := -2; dy <= 2; dy++ {
				open, half, closed := s.render(dx, dy, lidOpen), s.render(dx, dy, lidHalf), s.render(dx, dy, lidClosed)
				if open == half || half == closed || open == closed {
					t.Errorf("%s at %d, %d: a blink is not seen", name, dx, dy)
				}
				if !(countLit(open) > countLit(closed)) || closed == [8]uint8{} {
					t.Errorf("%s at %d, %d: closed lids are no line", name, dx, dy)
				}
			}
		}
	})
}

func countLit(rows [8]uint8) (n int) {
	for _, row := range rows {
		n += bits.OnesCount8(row)
	}
	return n
}

// Seen from three metres, two emotions must differ in many pixels, not in a few.
func TestEmotionsDiffer(t *testing.T) {
	for _, a := range Emotions() {
		for _, b := range Emotions() {
			if a >= b {
				continue
			}
			fa, fb := portrait(a), portrait(b)
			pixels := 0
			for row := range 8 {
				pixels += bits.OnesCount8(fa.Left[row]^fb.Left[row]) + bits.OnesCount8(fa.Right[row]^fb.Right[row])
			}
			if pixels < 14 {
				t.Errorf("%v and %v differ in %d pixels", a, b, pixels)
			}
		}
	}
}

func TestEyesFollowThePlace(t *testing.T) {
	f := New(DefaultConfig(), 1)
	f.React(0, Waiting)
	look := func(at time.Duration, target Target) (Frame, int) {
		f.LookAt(at, target)
		frame := frameAtRest(f, at)
		x, _ := findPupil(f.mood.shown.eyes.left, frame.Left)
		return frame, x
	}
	ahead, _ := look(10*time.Second, Visitor)
	left, leftX := look(20*time.Second, Place(0))   // the corner at the visitor's left
	right, rightX := look(30*time.Second, Place(7)) // the last square of the second row
	down, _ := look(40*time.Second, Board)
	again, _ := look(50*time.Second, Visitor)
	if !(leftX < rightX) || !(left.NeckPan < 0 && right.NeckPan > 0) {
		t.Errorf("left: pupil %d, pan %g; right: pupil %d, pan %g", leftX, left.NeckPan, rightX, right.NeckPan)
	}
	if !(down.NeckTilt > ahead.NeckTilt) || down.Left == ahead.Left {
		t.Errorf("looking at the board: %+v, at the visitor: %+v", down, ahead)
	}
	if again.Left != ahead.Left || again.NeckTilt != ahead.NeckTilt {
		t.Errorf("back at the visitor: %+v, want %+v", again, ahead)
	}
}

func TestPlaceOutOfRangeIsTheBoard(t *testing.T) {
	for _, place := range []int{-1, 32, 1000} {
		if Place(place) != Board {
			t.Errorf("Place(%d) = %d", place, Place(place))
		}
	}
}
