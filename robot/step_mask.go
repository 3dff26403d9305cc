package robot

import "crownhead/board"

// masked takes up that a sensor is not believed any more, or is again.
func (t *stepper) masked() {
	sq, err := board.ParseSquare(t.e.Square)
	if err != nil {
		return // no journal that is read holds one
	}
	if t.e.On {
		t.s.Masked |= sq.Bit()
	} else {
		t.s.Masked &^= sq.Bit()
	}
	if t.s.Seen {
		t.scanned()
	}
}
