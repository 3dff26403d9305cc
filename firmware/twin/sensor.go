package twin

// Sensors is what the Hall field reads: bit i is place i, counted from the dark corner at the visitor's left.
func (w *World) Sensors() uint32 {
	if w.unread {
		w.field, w.unread = w.readField(), false
	}
	return w.field
}

func (w *World) readField() uint32 {
	var bits uint32
	for i := range w.checkers {
		c := &w.checkers[i]
		if c.Z-w.truth.Board.height(c.X, c.Y) >= w.truth.SensorHeight {
			continue
		}
		place, ok := w.truth.Board.at(c.X, c.Y)
		if !ok {
			continue
		}
		if x, y := w.truth.Board.place(place); apart(c.X, c.Y, x, y) <= w.truth.SensorRadius {
			bits |= 1 << place
		}
	}
	return bits
}
