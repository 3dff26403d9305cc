package wiring

import (
	"fmt"
	"html"
	"strings"
)

// A canvas gathers the drawing, in the units of its view box: about a millimetre and a half on a page. Nothing in it is wider than
// width, so that a telephone shows it legibly.
type canvas struct{ b strings.Builder }

const width = 640

// Rails by the classes that colour them.
const (
	motors = "mot" // 12 V, behind the emergency stop
	mains  = "mns" // 12 V, before it
	logic  = "log" // 5 V of the controller
	face   = "fac" // 5 V of the step-down
)

var railNames = map[string]string{motors: "12 V motors", mains: "12 V", logic: "5 V logic", face: "5 V face"}

const style = `text{font:14px system-ui,sans-serif;fill:#241a14}.h{font-size:18px;font-weight:650}.s{font-size:12px}.p{font-weight:650}.k{font-size:13px;font-weight:650}` +
	`.n{fill:#7a604c;font-size:11.5px}.w,.b,.m{fill:none;stroke:#4a3022;stroke-width:1.8}.b{fill:#fffaf0}.m{fill:#f0dfc0}.d{fill:#4a3022}` +
	`.x{stroke:#8a3b12;stroke-dasharray:5 4}.mot{stroke:#b3261e}.mns{stroke:#b3261e}.log{stroke:#2f6b3a}.fac{stroke:#b8700a}` +
	`.r{fill:#fbf4e6;stroke-width:1.6}.e{text-anchor:end}.c{text-anchor:middle}`

func (c *canvas) put(format string, args ...any) { fmt.Fprintf(&c.b, format+"\n", args...) }

// wire goes through points: x, y, x, y, …
func (c *canvas) wire(at ...float64) { c.line("w", at...) }

func (c *canvas) line(class string, at ...float64) {
	d := fmt.Sprintf("M%g %g", at[0], at[1])
	for i := 2; i < len(at); i += 2 {
		d += fmt.Sprintf("L%g %g", at[i], at[i+1])
	}
	c.put(`<path class="%s" d="%s"/>`, class, d)
}

func (c *canvas) path(class, d string) { c.put(`<path class="%s" d="%s"/>`, class, d) }

// text sets words; of the classes, s and n are small ones, h is a heading, e and c anchor.
func (c *canvas) text(x, y float64, class, words string) {
	c.put(`<text x="%g" y="%g" class="%s">%s</text>`, x, y, class, html.EscapeString(words))
}

func (c *canvas) box(x, y, w, h float64) {
	c.put(`<rect class="b" x="%g" y="%g" width="%g" height="%g" rx="4"/>`, x, y, w, h)
}

// named is a box with words in its middle, line by line.
func (c *canvas) named(x, y, w, h float64, words ...string) {
	c.box(x, y, w, h)
	const line = 16
	top := y + h/2 + 5 - line*float64(len(words)-1)/2
	for i, words := range words {
		class := "c"
		if i > 0 {
			class = "c s"
		}
		c.text(x+w/2, top+line*float64(i), class, words)
	}
}

func (c *canvas) dot(x, y float64) { c.put(`<circle class="d" cx="%g" cy="%g" r="3.2"/>`, x, y) }

func (c *canvas) circle(x, y, r float64, words string) {
	c.put(`<circle class="b" cx="%g" cy="%g" r="%g"/>`, x, y, r)
	c.text(x, y+5, "c", words)
}

// rail is a flag whose left end is at x: what it names is one net.
func (c *canvas) rail(x, y float64, class string) {
	name := railNames[class]
	w := float64(len(name))*7.2 + 18
	c.put(`<rect class="r %s" x="%g" y="%g" width="%g" height="22" rx="11"/>`, class, x, y-11, w)
	c.text(x+w/2, y+4.5, "c s", name)
}

// ground is the sign, downwards from a point.
func (c *canvas) ground(x, y float64) {
	c.path("w", fmt.Sprintf("M%g %gv8m-9 0h18m-15 4h12m-9 4h6", x, y))
}

// across is a resistor of 40 units from x to the right, along is one of 36 from y downwards.
func (c *canvas) across(x, y float64, value string) {
	c.put(`<rect class="b" x="%g" y="%g" width="40" height="12"/>`, x, y-6)
	c.text(x+20, y-10, "c n", value)
}

func (c *canvas) along(x, y float64, value string) {
	c.put(`<rect class="b" x="%g" y="%g" width="12" height="36"/>`, x-6, y)
	c.text(x+11, y+22, "n", value)
}

// contact is a switch of 40 units from x to the right: one that closes, or one that opens when it is pressed.
func (c *canvas) contact(x, y float64, opens bool) {
	tip := y - 14
	if opens {
		tip = y - 5
		c.path("w", fmt.Sprintf("M%g %gv-9", x+36, y))
	}
	c.path("w", fmt.Sprintf("M%g %gL%g %g", x, y, x+38, tip))
	c.dot(x, y)
	c.dot(x+40, y)
}

// mosfet is an N-channel one: gate at (x, y), drain at (x+30, y-24), source at (x+30, y+24).
func (c *canvas) mosfet(x, y float64) {
	c.path("w", fmt.Sprintf("M%g %gh14m0 -14v28m6 -29v10m0 2v6m0 2v10m0 -25h10v-14m-10 34h10v14m-10 -24h10v10", x, y))
	c.path("d", fmt.Sprintf("M%g %gl8 -4v8z", x+20, y))
}

// diode stands, its cathode at (x, y), its anode 36 lower.
func (c *canvas) diode(x, y float64) {
	c.path("w", fmt.Sprintf("M%g %gv11m-8 0h16m-8 0v25", x, y))
	c.path("d", fmt.Sprintf("M%g %gl-8 14h16z", x, y+11))
}

// follower is an NPN transistor: base at (x, y), collector at (x+24, y-18), emitter at (x+24, y+18).
func (c *canvas) follower(x, y float64) {
	c.path("w", fmt.Sprintf("M%g %gh12m0 -10v20m0 -14l12 -6v-8m-12 22l12 6v8", x, y))
	c.path("d", fmt.Sprintf("M%g %gl-9 -0.5l4 -6.5z", x+24, y+10))
}
