package world

import (
	"time"
)

// Sensors returns what the Hall sensors read: bit i is place i, counted from the dark corner at the
// visitor's left.
func (w *World) Sensors() uint32 {
	if w.sensorsStale {
		w.hallBits, w.sensorsStale = 0, false
		for i := range w.checkers {
			if place, ok := w.sensedPlace(&w.checkers[i]); ok {
				w.hallBits |= 1 << place
			}
		}
	}
	return w.faultySensors.distortReading(w.hallBits)
}

// sensedPlace returns the place whose sensor a checker closes.
func (w *World) sensedPlace(c *Checker) (place int, ok bool) {
	if c.Z-w.truth.Board.HeightAt(c.X, c.Y) >= w.truth.SensorHeight {
		return 0, false
	}
	if place, ok = w.truth.Board.PlaceAt(c.X, c.Y); !ok {
		return 0, false
	}
	x, y := w.truth.Board.PlaceCentre(place)
	return place, distance(c.X, c.Y, x, y) <= w.truth.SensorRadius
}

// isLostInTransit reports that a checker has fallen from the nozzle to where no sensor shows it: between
// the squares, or where another checker closes the same sensor. The robot cannot know where it is.
func (w *World) isLostInTransit(c *Checker) bool {
	if !c.lostInTransit || c.Gripped {
		return false
	}
	place, ok := w.sensedPlace(c)
	if !ok {
		return true
	}
	for i := range w.checkers {
		o := &w.checkers[i]
		if at, ok := w.sensedPlace(o); ok && at == place && o.ID != c.ID && !o.Gripped {
			return true
		}
	}
	return false
}

// UpdateFlicker draws anew which flickering sensors read the wrong way, when it is time to.
func (w *World) UpdateFlicker(now time.Duration) {
	if w.faultySensors.drawFlicker(now) {
		w.dirty = true
	}
}

// NextFlicker returns when UpdateFlicker may change something, which may be never.
func (w *World) NextFlicker() time.Duration { return w.faultySensors.nextDraw() }
