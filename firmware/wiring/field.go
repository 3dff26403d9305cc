package wiring

import "fmt"

// field is the matrix of 32 sensors: a row is powered, eight columns are read.
func (s *sheet) field() {
	const (
		left, step = 318, 40 // of the columns
		row        = 62
	)
	s.heading("Field", "32 omnipolar Hall switches with open drain, 100 nF each")
	columns := len(s.pins.Column)
	x := func(k int) float64 { return left + step*float64(k) }
	bottom := s.y + pitch*float64(columns) + row*4 + 30
	for i := range columns {
		k := columns - 1 - i // the outermost first, so that no wires cross
		y := s.y + 4 + pitch*float64(i)
		s.pin(y, s.pins.Column[k])
		s.wire(spineRight, y, x(k), y, x(k), bottom)
		s.text(spineRight+14, y-4, "n", fmt.Sprintf("column %d", k))
	}
	s.y += pitch*float64(columns) + 34
	for r, pin := range s.pins.Row {
		y := s.y + row*float64(r)
		s.pin(y, pin)
		s.wire(spineRight, y, 204, y)
		s.text(spineRight+14, y-5, "n", fmt.Sprintf("row %d", r))
		s.follower(204, y)
		s.line("w log", 228, y-18, 228, y-24, 240, y-24)
		s.text(243, y-20, "n", "5 V logic")
		s.wire(228, y+18, 228, y+24, x(columns-1)+14, y+24)
		for k := range columns {
			s.put(`<rect class="b" x="%g" y="%g" width="30" height="22" rx="3"/>`, x(k)-15, y-11)
			s.text(x(k), y+5, "c s", square(r, k))
			s.wire(x(k)+10, y+11, x(k)+10, y+24)
		}
	}
	s.text(140, s.y+4*row-18, "n", "4 × BC337")
	s.y = bottom
	for k := range columns {
		s.along(x(k), s.y, "")
		s.wire(x(k), s.y+36, x(k), s.y+44)
	}
	s.wire(x(0)-40, s.y+44, x(columns-1), s.y+44)
	s.rail(x(0)-122, s.y+44, logic)
	s.text(x(0)-20, s.y+24, "e s", "8 × 4.7 kΩ")
	for i, words := range []string{
		"Squares as a visitor names them who plays White. A row’s wire is the supply of",
		"its eight sensors, their ground is common. Each stands under the middle of its",
		"square, with its marked side up.",
	} {
		s.text(headline, s.y+76+16*float64(i), "s", words)
	}
	s.y += 124
}
