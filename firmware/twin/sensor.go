package twin

// Sensors is what the Hall field reads: bit i is place i, counted from the dark corner at the visitor's left.
func (w *World) Sensors() uint32 {
	if w.unread {
		w.field, w.unread = w.readField(), false
	}
	return w.ill.spoil(w.field)
}

func (w *World) readField() uint32 {
	var bits uint32
	for i := range w.checkers {
		if place, ok := w.sensed(&w.checkers[i]); ok {
			bits |= 1 << place
		}
	}
	return bits
}

// sensed tells the place whose sensor a checker closes.
func (w *World) sensed(c *Checker) (place int, ok bool) {
	if c.Z-w.truth.Board.height(c.X, c.Y) >= w.truth.SensorHeight {
		return 0, false
	}
	if place, ok = w.truth.Board.at(c.X, c.Y); !ok {
		return 0, false
	}
	x, y := w.truth.Board.place(place)
	return place, apart(c.X, c.Y, x, y) <= w.truth.SensorRadius
}
