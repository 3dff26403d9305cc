// Package chart draws the pictures of the reports on trainings, as SVG that goes into a page: lines over a plane with axes, and
// boards.
package chart

import (
	"cmp"
	"fmt"
	"html/template"
	"iter"
	"math"
	"strings"
)

// A Chart is a picture of lines over a plane with axes.
type Chart struct {
	Title, Across, Up      string
	Left, Right, Low, High float64  // of the axes
	Names                  []string // are written below 1, 2, 3 … in place of numbers
	Rises                  bool     // from the left to the right: the names stand at the left

	rows  int // parts of the vertical axis, if it was rounded
	marks strings.Builder
}

// Size of the charts and of their margins, in pixels.
const (
	wide, high = 420, 300
	margin     = 48
)

// colours of the series of a chart, in turn.
var colours = []string{"#1b6ca8", "#c8553d", "#588157", "#8d6a9f"}

func (c *Chart) x(v float64) float64 {
	return margin + part(v, c.Left, c.Right)*(wide-2*margin)
}

func (c *Chart) y(v float64) float64 {
	return high - margin - part(v, c.Low, c.High)*(high-2*margin)
}

// part is how far a value is along an axis; an axis without length has all its values at its beginning.
func part(v, from, to float64) float64 {
	if to == from {
		return 0
	}
	return (v - from) / (to - from)
}

// Line draws a series, with its name in the k-th row of names.
func (c *Chart) Line(k int, name string, xs, ys []float64) {
	colour := colours[k%len(colours)]
	var points []string
	for i := range xs {
		points = append(points, fmt.Sprintf("%.1f,%.1f", c.x(xs[i]), c.y(ys[i])))
		fmt.Fprintf(&c.marks, `<circle cx="%.1f" cy="%.1f" r="3" fill="%s"/>`, c.x(xs[i]), c.y(ys[i]), colour)
	}
	fmt.Fprintf(&c.marks, `<polyline points="%s" fill="none" stroke="%s" stroke-width="2"/>`, strings.Join(points, " "), colour)
	fmt.Fprintf(&c.marks, `<text x="%d" y="%d" fill="%s">%s</text>`, c.names(), margin+14*k, colour, template.HTMLEscapeString(name))
}

// names is where the names of the series begin.
func (c *Chart) names() int {
	if c.Rises {
		return margin + 8
	}
	return wide - margin - 90
}

// Bar draws a vertical line between two values, for bounds.
func (c *Chart) Bar(x, from, to float64) {
	fmt.Fprintf(&c.marks, `<line x1="%.1f" x2="%.1f" y1="%.1f" y2="%.1f" stroke="#888"/>`, c.x(x), c.x(x), c.y(from), c.y(to))
}

// below is a text below the horizontal axis.
const below = `<text x="%.1f" y="%d" text-anchor="middle">%s</text>`

// SVG is the whole picture.
func (c *Chart) SVG() template.HTML {
	var b strings.Builder
	fmt.Fprintf(&b, `<svg viewBox="0 0 %d %d" width="%d" role="img" aria-label="%s">`, wide, high, wide, template.HTMLEscapeString(c.Title))
	fmt.Fprintf(&b, `<text x="%d" y="20" class="title">%s</text>`, margin, template.HTMLEscapeString(c.Title))
	for w := range ticks(c.Low, c.High, cmp.Or(c.rows, quarters)) {
		fmt.Fprintf(&b, `<line x1="%d" x2="%d" y1="%.1f" y2="%.1f" stroke="#ddd"/>`, margin, wide-margin, c.y(w), c.y(w))
		fmt.Fprintf(&b, `<text x="%d" y="%.1f" text-anchor="end">%s</text>`, margin-5, c.y(w)+4, short(w))
	}
	if len(c.Names) == 0 {
		for v := range ticks(c.Left, c.Right, c.columns()) {
			fmt.Fprintf(&b, below, c.x(v), high-margin+16, short(v))
		}
	}
	for i, name := range c.Names {
		fmt.Fprintf(&b, below, c.x(float64(i+1)), high-margin+14+i%c.lines()*12, template.HTMLEscapeString(name))
	}
	fmt.Fprintf(&b, `<text x="%d" y="%d" text-anchor="middle">%s</text>`, wide/2, high-7, template.HTMLEscapeString(c.Across))
	fmt.Fprintf(&b, `<text x="12" y="%d" text-anchor="middle" transform="rotate(-90 12 %d)">%s</text>`, high/2, high/2, template.HTMLEscapeString(c.Up))
	return template.HTML(b.String() + c.marks.String() + `</svg>`)
}

// Round moves the ends of the vertical axis outwards, so that it has round numbers, five parts at most.
func (c *Chart) Round() {
	if length := c.High - c.Low; !(length > 0) || math.IsInf(length, 0) { // NaN, too, has no round numbers
		return
	}
	const most = 5
	for step := roundUp((c.High - c.Low) / most); ; step = roundUp(step * 1.01) {
		low, high := math.Floor(c.Low/step+slack), math.Ceil(c.High/step-slack)
		if high-low <= most {
			c.Low, c.High, c.rows = low*step, high*step, int(high-low)
			return
		}
	}
}

// slack is what is lost in the rounding of the arithmetic, in parts of a step.
const slack = 1e-9

// roundUp is the next of the numbers 1, 2, 2.5 and 5, times a power of ten.
func roundUp(v float64) float64 {
	power := math.Pow(10, math.Floor(math.Log10(v)))
	for _, first := range []float64{1, 2, 2.5, 5} {
		if v <= first*power*(1+slack) {
			return first * power
		}
	}
	return 10 * power
}

// quarters is how many parts an axis has where nothing speaks for another number.
const quarters = 4

// columns is into how many parts the horizontal axis is divided: by whole numbers, if these are few.
func (c *Chart) columns() int {
	const most = 12
	if n := c.Right - c.Left; c.Left == math.Trunc(c.Left) && n == math.Trunc(n) && 1 < n && n <= most {
		return int(n)
	}
	return quarters
}

// ticks divide an axis into parts of one length.
func ticks(from, to float64, parts int) iter.Seq[float64] {
	return func(yield func(float64) bool) {
		for i := range parts + 1 {
			if !yield(from + float64(i)/float64(parts)*(to-from)) {
				return
			}
		}
	}
}

// lines is in how many the names stand, so that neighbours leave each other room.
func (c *Chart) lines() int {
	longest := 0
	for _, name := range c.Names {
		longest = max(longest, len([]rune(name)))
	}
	const letter = 6.5
	if float64(longest)*letter > c.x(2)-c.x(1) {
		return 2
	}
	return 1
}

// short writes a number with as many digits as an axis needs.
func short(v float64) string {
	const thousand, many = 1000, 10 * 1000
	switch {
	case math.Abs(v) >= many: // more digits would run into what is written beside them
		return fmt.Sprintf("%.0fk", v/thousand)
	case math.Abs(v) >= 10 || v == math.Trunc(v):
		return fmt.Sprintf("%.0f", v)
	}
	return strings.TrimSuffix(strings.TrimRight(fmt.Sprintf("%.3f", v), "0"), ".")
}
