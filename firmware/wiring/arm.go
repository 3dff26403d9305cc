package wiring

var joints = [3]string{"base", "upper arm", "forearm"}

// motors are the three drivers, which share ENABLE and SLEEP with RESET.
func (s *sheet) motors() {
	const (
		left, right   = 310, 410 // of a driver
		enable, sleep = 232, 262 // where these two come down
		row           = 24
	)
	s.heading("Motors", "16 microsteps; VDD: 5 V logic; 100 µF at VMOT")
	first := s.y + 8
	for j, name := range joints {
		y := s.y + 8
		s.box(left, y-16, right-left, 4*row+8)
		for i, input := range []string{"STEP", "DIR", "EN", "SLP, RST"} {
			s.text(left+8, y+float64(i)*row+5, "s", input)
		}
		s.pin(y, s.pins.Step[j])
		s.wire(spineRight, y, left, y)
		s.pin(y+row, s.pins.Dir[j])
		s.wire(spineRight, y+row, left, y+row)
		s.wire(enable, y+2*row, left, y+2*row)
		s.wire(sleep, y+3*row, left, y+3*row)
		s.dot(enable, y+2*row)
		s.dot(sleep, y+3*row)
		s.wire(right, y+12, right+34, y+12)
		s.wire(right, y+24, right+34, y+24)
		s.circle(right+56, y+18, 24, "M")
		s.text(right+90, y+23, "", name)
		s.line("w mot", right, y+2.6*row, right+34, y+2.6*row)
		s.rail(right+34, y+2.6*row, motors)
		s.y += 4*row + 22
	}
	y := s.y + 4
	s.pin(y, s.pins.Enable)
	s.wire(spineRight, y, enable, y, enable, first+2*row)
	s.pull(166, y, logic)
	s.pin(y+pitch, s.pins.Awake)
	s.wire(spineRight, y+pitch, sleep, y+pitch, sleep, first+3*row)
	s.hang(sleep, y+pitch, "10 kΩ")
	s.text(left+16, y+8, "s", "A reset leaves pins open: these two resistors keep")
	s.text(left+16, y+24, "s", "the motors free until the firmware runs.")
	s.text(left+16, y+50, "s", "Drivers that are quick enough: STEP of 2 µs,")
	s.text(left+16, y+66, "s", "DIR 50 µs before it.")
	s.y = y + pitch + 74
}

// pull is a resistor of 10 kΩ from a wire up to a rail.
func (s *sheet) pull(x, y float64, rail string) {
	s.dot(x, y)
	s.wire(x, y, x, y-8)
	s.along(x, y-44, "10 kΩ")
	s.wire(x, y-44, x, y-56)
	s.rail(x-26, y-66, rail)
}

// switches are three Hall switches that a magnet on the joint passes.
func (s *sheet) switches() {
	s.heading("Homing switches", "TLE4945L; a south and a north pole on each joint")
	for j, name := range joints {
		y := s.y + 10
		s.pin(y, s.pins.Switch[j])
		s.wire(spineRight, y, 310, y)
		s.dot(200+40*float64(j), y)
		s.box(310, y-17, 100, 34)
		s.text(318, y+5, "s", "Q")
		s.text(360, y+5, "c", "Hall")
		s.wire(410, y, 424, y)
		s.put(`<rect class="b" x="424" y="%g" width="44" height="20"/><rect class="m" x="446" y="%g" width="22" height="20"/>`, y-10, y-10)
		s.text(435, y+5, "c s", "S")
		s.text(457, y+5, "c s", "N")
		s.text(482, y+5, "", name)
		s.y += 46
	}
	top := s.y + 4
	for j := range joints {
		x := 200 + 40*float64(j)
		s.wire(x, top-46*float64(3-j)+6, x, top)
		s.along(x, top, "")
		s.wire(x, top+36, x, top+46)
	}
	s.wire(200, top+46, 310, top+46)
	s.text(300, top+24, "s", "3 × 4.7 kΩ")
	s.rail(310, top+46, logic)
	s.text(400, top+50, "s", "also VS of the switches")
	s.y = top + 70
}
