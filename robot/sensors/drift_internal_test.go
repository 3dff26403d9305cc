package sensors

import "testing"

// TestDrift: one direction is told once, and again only after it was in order; checkers laid badly on all sides
// are nobody's fault.
func TestDrift(t *testing.T) {
	var d DriftEstimator
	add := func(n int, dx, dy float64) (told int) {
		for range n {
			if d.AddPick(dx, dy); d.DetectDrift() {
				told++
			}
		}
		return told
	}
	if told := add(100, 0, 0) + add(MinOffCentre-1, 2, 0); told != 0 {
		t.Errorf("told %d times of a few", told)
	}
	if told := add(20, 2, 0); told != 1 {
		t.Errorf("told %d times of one direction, want once", told)
	}
	for range 50 { // calibrated again
		add(1, 2, 0)
		add(1, -2, 0)
		add(1, 0, 2)
		add(1, 0, -2)
	}
	if told := add(100, 0, -2); told != 1 {
		t.Errorf("told %d times of another direction, want once", told)
	}
}
