package wiring

import (
	"fmt"
	"strings"
)

// A sheet is the picture: the controller as a spine at the left, what hangs on it to the right, from top to bottom.
type sheet struct {
	canvas
	pins *Pins
	y    float64 // what is drawn next begins here
}

const (
	spineLeft  = 14
	spineRight = 128 // where the wires leave
	pitch      = 26  // of the pins
	headline   = 150 // where headings begin
)

// Draw is the wiring as an SVG.
func (p *Pins) Draw() string {
	s := &sheet{pins: p, y: 44}
	s.text(spineLeft, 28, "h", "Current")
	s.current()
	top := s.y
	for _, part := range []func(){s.stop, s.motors, s.switches, s.field, s.eyes, s.servos, s.vacuum, s.buttons, s.ends} {
		part()
	}
	var out strings.Builder
	fmt.Fprintf(&out, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %g">`+"\n<title>What hangs on which pin of the controller</title>\n<style>%s</style>\n", width, s.y+14, style)
	fmt.Fprintf(&out, `<rect width="%d" height="%g" fill="#fbf4e6"/>`+"\n", width, s.y+14)
	fmt.Fprintf(&out, `<rect class="m" x="%d" y="%g" width="%d" height="%g" rx="6"/>`+"\n", spineLeft, top, spineRight-spineLeft, s.y-top)
	fmt.Fprintf(&out, `<text x="%g" y="%g" class="c k">Arduino Mega</text>`+"\n", float64(spineLeft+spineRight)/2, top+22)
	out.WriteString(s.b.String())
	out.WriteString("</svg>\n")
	return out.String()
}

// heading begins a part of the sheet.
func (s *sheet) heading(words, more string) {
	s.text(headline, s.y+22, "h", words)
	s.text(width-14, s.y+22, "e n", more)
	s.y += 44
}

// pin labels a pin at the height y, from which a wire leaves at the spine's right edge.
func (s *sheet) pin(y float64, p Pin) {
	s.put(`<rect class="d" x="%d" y="%g" width="9" height="9"/>`, spineRight-4, y-4.5)
	s.text(spineRight-10, y+5, "e p", p.Mega())
	s.text(spineLeft+12, y+4, "n", p.String())
}

// current is how 12 V and 5 V come about.
func (s *sheet) current() {
	y := s.y + 28
	s.named(spineLeft, y-28, 114, 56, "12 V, 10 A", "mains adapter")
	s.line("w mns", 128, y, 214, y)
	s.put(`<rect class="b mns" x="152" y="%g" width="38" height="14" rx="7"/>`, y-7)
	s.text(171, y-13, "c n", "fuse 10 A")
	s.dot(214, y)
	s.line("w mns", 214, y, 300, y)
	s.text(257, y-8, "c n", "12 V")
	s.named(300, y-24, 136, 48, "5 V, 8 A", "step-down")
	s.line("w fac", 436, y, 480, y)
	s.rail(480, y, face)
	y += 66
	s.line("w mns", 214, y-66, 214, y, 300, y)
	s.contact(300, y, true)
	s.line("w mot", 340, y, 480, y)
	s.rail(480, y, motors)
	s.text(296, y+20, "e n", "emergency stop, contact 1")
	s.line("x", 322, y-6, 322, y+138)
	s.named(spineLeft, y-18, 114, 44, "laptop", "USB")
	s.wire(71, y+26, 71, y+62)
	s.text(80, y+48, "n", "data, and 5 V for the controller")
	s.y = y + 62
}

// stop is what the controller knows of the emergency stop and of the motors' supply.
func (s *sheet) stop() {
	s.heading("Emergency stop", "and what is left of the motors’ supply")
	y := s.y + 32
	s.pin(y, s.pins.Estop)
	s.wire(spineRight, y, 300, y)
	s.contact(300, y, true)
	s.wire(340, y, 380, y, 380, y+4)
	s.ground(380, y+4)
	s.text(402, y-2, "s", "contact 2 opens with contact 1:")
	s.text(402, y+14, "s", "open is pressed, or a broken wire")
	y += 2.4 * pitch
	s.pin(y, s.pins.Supply)
	s.wire(spineRight, y, 300, y)
	s.across(300, y, fmt.Sprintf("%d kΩ", 10*(s.pins.Divider-1)))
	s.wire(340, y, 380, y)
	s.rail(380, y, motors)
	s.hang(250, y, "10 kΩ")
	s.hang(190, y, "")
	s.y = y + 74
}

// hang is a resistor to ground below a wire, or, without a value, a capacitor of 100 nF.
func (s *sheet) hang(x, y float64, ohms string) {
	s.dot(x, y)
	if ohms == "" {
		s.path("w", fmt.Sprintf("M%g %gv22m-10 0h20m-20 6h20m-10 0v22", x, y))
		s.text(x+13, y+30, "n", "100 nF")
	} else {
		s.wire(x, y, x, y+8)
		s.along(x, y+8, ohms)
		s.wire(x, y+44, x, y+50)
	}
	s.ground(x, y+50)
}

// ends are the board's own 5 V and ground.
func (s *sheet) ends() {
	s.heading("5 V and ground", "")
	y := s.y + 10
	for i, name := range []string{"5V", "GND"} {
		row := y + 44*float64(i)
		s.put(`<rect class="d" x="%d" y="%g" width="9" height="9"/>`, spineRight-4, row-4.5)
		s.text(spineRight-10, row+5, "e p", name)
		s.wire(spineRight, row, 200, row)
	}
	s.rail(200, y, logic)
	s.text(296, y+5, "s", "150 mA at most: sensors, lamp, pull-ups")
	s.ground(200, y+44)
	s.text(230, y+44, "s", "one ground: adapter, step-down, drivers, field and controller")
	s.text(230, y+60, "s", "meet in one point, at the adapter")
	s.y = y + 84
}
