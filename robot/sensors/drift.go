package sensors

import "math"

const (
	driftPicks  = 200 // the last picks that are looked at
	MinDrifting = 6   // of them, those found off the middle that make a direction
	driftFar    = 1.0 // mm: the mean of these beyond which something has moved
	driftNear   = 0.5 // mm: … and below which it is in order again
)

// A DriftTracker follows where the arm finds its checkers. One that isn't found in the middle of its square is looked for in a
// spiral: people lay them badly on all sides alike, but a board that was pushed, or an arm that has lost its measure,
// shows as one direction.
type DriftTracker struct {
	picks [driftPicks]struct{ dx, dy float64 }
	count int // of all picks
	told  bool
}

// AddPick takes a pick.
func (d *DriftTracker) AddPick(dx, dy float64) {
	d.picks[d.count%driftPicks] = struct{ dx, dy float64 }{dx, dy}
	d.count++
}

// Mean is how far off those were found that were off the middle, how many they were, and of how many.
func (d *DriftTracker) Mean() (x, y float64, found, of int) {
	of = min(d.count, driftPicks)
	for _, p := range d.picks[:of] {
		if p.dx != 0 || p.dy != 0 {
			x, y, found = x+p.dx, y+p.dy, found+1
		}
	}
	if found == 0 {
		return 0, 0, 0, of
	}
	return x / float64(found), y / float64(found), found, of
}

// FoundDrift tells, once, that the checkers are off in one direction.
func (d *DriftTracker) FoundDrift() bool {
	x, y, found, _ := d.Mean()
	far := math.Hypot(x, y)
	switch {
	case far < driftNear:
		d.told = false
	case !d.told && found >= MinDrifting && far >= driftFar:
		d.told = true
		return true
	}
	return false
}
