package sensors

import "math"

const (
	windowPicks    = 200 // the last picks that count
	MinOffCentre   = 6   // picks off the middle of their squares that are enough for a direction
	driftThreshold = 1.0 // mm: the mean of these from which on something has moved
	driftReset     = 0.5 // mm: the mean below which the next drift is reported again
)

// A DriftEstimator estimates how far from the middle of their squares the arm finds its checkers. A checker
// that isn't found in the middle is searched for in a spiral. People lay checkers badly on all sides alike; a
// board that was pushed, or an arm that has lost its calibration, shows as one direction.
//
// It is in this package, though it is about the arm, because it is the sensors that show when the nozzle has a checker,
// and because it watches the hardware as the flicker counter does.
type DriftEstimator struct {
	picks    [windowPicks]struct{ dx, dy float64 } // a ring
	count    int                                   // of all picks so far
	reported bool
}

// AddPick adds where a checker was found, in mm from the middle of its square.
func (d *DriftEstimator) AddPick(dx, dy float64) {
	d.picks[d.count%windowPicks] = struct{ dx, dy float64 }{dx, dy}
	d.count++
}

// Mean returns the mean offset of the checkers that were found off the middle, how many they are, and of how
// many picks.
func (d *DriftEstimator) Mean() (x, y float64, found, of int) {
	of = min(d.count, windowPicks)
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

// DetectDrift reports, once for each drift, that the checkers are off in one direction.
func (d *DriftEstimator) DetectDrift() bool {
	x, y, found, _ := d.Mean()
	far := math.Hypot(x, y)
	switch {
	case far < driftReset:
		d.reported = false
	case !d.reported && found >= MinOffCentre && far >= driftThreshold:
		d.reported = true
		return true
	}
	return false
}
