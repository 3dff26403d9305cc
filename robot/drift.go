package robot

import "math"

const (
	driftPicks = 200 // the last picks that are looked at
	driftFound = 6   // of them, those found off the middle that make a direction
	driftFar   = 1.0 // mm: the mean of these beyond which something has moved
	driftNear  = 0.5 // mm: … and below which it is in order again
)

// A drift follows where the arm finds its checkers. One that isn't found in the middle of its square is looked for in a
// spiral: people lay them badly on all sides alike, but a board that was pushed, or an arm that has lost its measure,
// shows as one direction.
type drift struct {
	picks [driftPicks]struct{ dx, dy float64 }
	count int // of all picks
	told  bool
}

// add takes a pick.
func (d *drift) add(dx, dy float64) {
	d.picks[d.count%driftPicks] = struct{ dx, dy float64 }{dx, dy}
	d.count++
}

// mean is how far off those were found that were off the middle, how many they were, and of how many.
func (d *drift) mean() (x, y float64, found, of int) {
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

// news tells, once, that the checkers are off in one direction.
func (d *drift) news() bool {
	x, y, found, _ := d.mean()
	far := math.Hypot(x, y)
	switch {
	case far < driftNear:
		d.told = false
	case !d.told && found >= driftFound && far >= driftFar:
		d.told = true
		return true
	}
	return false
}

// picked takes a pick that the sensors have seen, and tells the operator when they drift.
func (c *Core) picked(dx, dy float64) {
	c.drift.add(dx, dy)
	if !c.drift.news() {
		return
	}
	x, y, found, of := c.drift.mean()
	c.note(bad, "checkers are found off the middle of their squares in one direction", "x_mm", tenths(x), "y_mm", tenths(y),
		"found", found, "of", of, "hint", "the board or the arm has been moved: calibrate again")
}

// driftStatus is the drift as the operator sees it: a few that were laid badly make no direction.
func (c *Core) driftStatus() DriftStatus {
	x, y, found, of := c.drift.mean()
	if found < driftFound {
		x, y = 0, 0
	}
	return DriftStatus{X: tenths(x), Y: tenths(y), Placements: of}
}

func tenths(mm float64) float64 { return math.Round(mm*10) / 10 }
