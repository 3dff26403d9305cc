package wiring

import "fmt"

// eyes are two display drivers in a chain.
func (s *sheet) eyes() {
	const (
		first, second = 290, 478
		wide, high    = 92, 96
	)
	s.heading("Eyes", "10 µF and 100 nF at each MAX7219")
	y := s.y + 44
	pins := []Pin{s.pins.Data, s.pins.Clock, s.pins.Select}
	for i, pin := range pins {
		row := y + pitch*float64(i)
		s.pin(row, pin)
		s.wire(spineRight, row, first, row)
	}
	for i, left := range []float64{first, second} {
		s.box(left, y-18, wide, high)
		for k, input := range []string{"DIN", "CLK", "CS"} {
			s.text(left+8, y+pitch*float64(k)+5, "s", input)
		}
		s.eye(left+50, y+12)
		s.text(left+wide/2, y+high-2, "c s", []string{"left eye", "right eye"}[i])
		s.line("w fac", left+wide-20, y-18, left+wide-20, y-30)
	}
	s.rail(first+wide-56, y-41, face)
	s.rail(second+wide-56, y-41, face)
	s.text(first+wide-6, y+5, "e s", "DOUT")
	s.wire(first+wide, y, second, y)
	for i, x := range []float64{250, 270} { // clock and select go round below
		row, low := y+pitch*float64(i+1), y+high-10+12*float64(i)+14
		s.dot(x, row)
		s.wire(x, row, x, low, second-40+16*float64(i), low, second-40+16*float64(i), row, second, row)
	}
	s.y = y + high + 44
}

// eye is a matrix of lights with a look in it.
func (s *sheet) eye(x, y float64) {
	for r, row := range []uint8{0x3C, 0x42, 0x81, 0x99, 0x99, 0x81, 0x42, 0x3C} {
		for k := range 8 {
			fill := "#e8d4b4"
			if row>>(7-k)&1 != 0 {
				fill = "#b3261e"
			}
			s.put(`<circle cx="%g" cy="%g" r="1.8" fill="%s"/>`, x+4.6*float64(k), y+4.6*float64(r), fill)
		}
	}
}

// servos move brows and neck.
func (s *sheet) servos() {
	s.heading("Brows and neck", "1000 µF beside the servos")
	names := [...]string{"left brow", "right brow", "neck, to the side", "neck, up and down"}
	top := s.y + 8
	for i, pin := range s.pins.Servo {
		y := top + 36*float64(i)
		s.pin(y, pin)
		s.wire(spineRight, y, 290, y)
		s.box(290, y-14, 150, 28)
		s.text(365, y+5, "c", names[i])
		s.line("w fac", 440, y, 470, y)
	}
	last := top + 36*float64(len(s.pins.Servo)-1)
	s.line("w fac", 470, top, 470, last)
	s.line("w fac", 470, (top+last)/2, 490, (top+last)/2)
	s.rail(490, (top+last)/2, face)
	s.y = last + 34
}

// vacuum is what is switched by a transistor each, with a diode for what the coil gives back.
func (s *sheet) vacuum() {
	s.heading("Pump and valve", "2 × IRLZ44N, 1N5822")
	for i, load := range []struct {
		pin  Pin
		name string
	}{{s.pins.Pump, "pump"}, {s.pins.Valve, "valve"}} {
		y := s.y + 98 + 170*float64(i)
		s.pin(y, load.pin)
		s.wire(spineRight, y, 180, y)
		s.across(180, y, "150 Ω")
		s.wire(220, y, 296, y)
		s.hang(256, y, "10 kΩ")
		s.mosfet(296, y)
		s.ground(326, y+24)
		s.wire(326, y-24, 326, y-34, 420, y-34)
		s.dot(326, y-34)
		s.wire(326, y-34, 326, y-44)
		s.diode(326, y-80)
		s.line("w mot", 326, y-80, 326, y-90, 480, y-90)
		s.rail(480, y-90, motors)
		s.dot(420, y-90)
		s.line("w mot", 420, y-90, 420, y-76)
		s.named(384, y-76, 72, 28, load.name)
		s.wire(420, y-48, 420, y-34)
	}
	s.text(400, s.y+103, "s", "sucks the checker")
	s.text(400, s.y+273, "s", "lets air in: closed without current")
	s.y += 348
	y := s.y + 8
	s.pin(y, s.pins.Speed)
	s.wire(spineRight, y, 180, y)
	s.text(190, y+5, "s", "always high: for a pump driver with an input for speed; else free")
	s.y = y + 26
}

// buttons are the visitor's and the mechanic's.
func (s *sheet) buttons() {
	s.heading("Buttons", "")
	y := s.y + 14
	for i, b := range []struct {
		pin  Pin
		name string
	}{{s.pins.Red, "red button, the visitor’s"}, {s.pins.Setup, "set-up button, in the case"}} {
		row := y + float64(i)*50
		s.pin(row, b.pin)
		s.wire(spineRight, row, 240, row)
		s.contact(240, row, false)
		s.wire(280, row, 320, row)
		s.ground(320, row)
		s.text(346, row+5, "", b.name)
	}
	row := y + 100
	s.pin(row, s.pins.Lamp)
	s.wire(spineRight, row, 180, row)
	s.across(180, row, "330 Ω")
	s.wire(220, row, 320, row)
	s.path("d", fmt.Sprintf("M258 %gl14 8l-14 8z", row-8))
	s.path("w", fmt.Sprintf("M272 %gv16M262 %gl8 -8m-2 0h2v2M270 %gl8 -8m-2 0h2v2", row-8, row-10, row-10))
	s.ground(320, row)
	s.text(346, row+5, "", "lamp in the red button")
	s.y = row + 44
}
