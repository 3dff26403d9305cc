// Package chart draws the pictures of the reports on trainings, as SVG that goes into a page: lines
// between axes, and boards.
package chart

import (
	"cmp"
	"fmt"
	"html/template"
	"iter"
	"math"
	"strings"
)

// A Chart is a picture of lines between axes.
type Chart struct {
	Title, Across, Up      string
	Left, Right, Low, High float64  // of the axes
	TickNames              []string // stand below 1, 2, 3 … in place of numbers
	Rises                  bool     // the lines rise from left to right: their names stand at the left

	rows   int // parts of the vertical axis, if it was rounded
	series strings.Builder
}

// Sizes of the charts and of their margins, in pixels.
const (
	chartWidth, chartHeight = 420, 300
	margin                  = 48
)

// colours are those of a chart's lines, in turn.
var colours = []string{"#1b6ca8", "#c8553d", "#588157", "#8d6a9f"}

// pixelX is where a value lies across the picture.
func (c *Chart) pixelX(v float64) float64 {
	return margin + axisFraction(v, c.Left, c.Right)*(chartWidth-2*margin)
}

// pixelY is where a value lies down the picture.
func (c *Chart) pixelY(v float64) float64 {
	return chartHeight - margin - axisFraction(v, c.Low, c.High)*(chartHeight-2*margin)
}

// axisFraction is how far a value is along an axis; on an axis without length all values are at its
// beginning.
func axisFraction(v, from, to float64) float64 {
	if to == from {
		return 0
	}
	return (v - from) / (to - from)
}

// Line draws a line, with its name in the k-th row of names.
func (c *Chart) Line(k int, name string, xs, ys []float64) {
	colour := colours[k%len(colours)]
	var points []string
	for i := range xs {
		points = append(points, fmt.Sprintf("%.1f,%.1f", c.pixelX(xs[i]), c.pixelY(ys[i])))
		fmt.Fprintf(&c.series, `<circle cx="%.1f" cy="%.1f" r="3" fill="%s"/>`, c.pixelX(xs[i]), c.pixelY(ys[i]),
			colour)
	}
	fmt.Fprintf(&c.series, `<polyline points="%s" fill="none" stroke="%s" stroke-width="2"/>`,
		strings.Join(points, " "), colour)
	fmt.Fprintf(&c.series, `<text x="%d" y="%d" fill="%s">%s</text>`, c.legendX(), margin+14*k, colour,
		template.HTMLEscapeString(name))
}

// legendX is where the names of the lines begin.
func (c *Chart) legendX() int {
	if c.Rises {
		return margin + 8
	}
	return chartWidth - margin - 90
}

// Bar draws a vertical line between two values, for bounds.
func (c *Chart) Bar(x, from, to float64) {
	fmt.Fprintf(&c.series, `<line x1="%.1f" x2="%.1f" y1="%.1f" y2="%.1f" stroke="#888"/>`, c.pixelX(x),
		c.pixelX(x), c.pixelY(from), c.pixelY(to))
}

// axisLabel is a text below the horizontal axis.
const axisLabel = `<text x="%.1f" y="%d" text-anchor="middle">%s</text>`

// SVG returns the whole picture.
func (c *Chart) SVG() template.HTML {
	var b strings.Builder
	fmt.Fprintf(&b, `<svg viewBox="0 0 %d %d" width="%d" role="img" aria-label="%s">`, chartWidth, chartHeight,
		chartWidth, template.HTMLEscapeString(c.Title))
	fmt.Fprintf(&b, `<text x="%d" y="20" class="title">%s</text>`, margin, template.HTMLEscapeString(c.Title))
	for w := range axisTicks(c.Low, c.High, cmp.Or(c.rows, quarters)) {
		fmt.Fprintf(&b, `<line x1="%d" x2="%d" y1="%.1f" y2="%.1f" stroke="#ddd"/>`, margin, chartWidth-margin,
			c.pixelY(w), c.pixelY(w))
		fmt.Fprintf(&b, `<text x="%d" y="%.1f" text-anchor="end">%s</text>`, margin-5, c.pixelY(w)+4, formatTick(w))
	}
	if len(c.TickNames) == 0 {
		for v := range axisTicks(c.Left, c.Right, c.tickParts()) {
			fmt.Fprintf(&b, axisLabel, c.pixelX(v), chartHeight-margin+16, formatTick(v))
		}
	}
	for i, name := range c.TickNames {
		fmt.Fprintf(&b, axisLabel, c.pixelX(float64(i+1)), chartHeight-margin+14+i%c.nameRows()*12,
			template.HTMLEscapeString(name))
	}
	fmt.Fprintf(&b, `<text x="%d" y="%d" text-anchor="middle">%s</text>`, chartWidth/2, chartHeight-7,
		template.HTMLEscapeString(c.Across))
	fmt.Fprintf(&b, `<text x="12" y="%d" text-anchor="middle" transform="rotate(-90 12 %d)">%s</text>`,
		chartHeight/2, chartHeight/2, template.HTMLEscapeString(c.Up))
	return template.HTML(b.String() + c.series.String() + `</svg>`)
}

// Round moves the ends of the vertical axis outwards, so that it has round numbers, five parts at most.
func (c *Chart) Round() {
	if length := c.High - c.Low; !(length > 0) || math.IsInf(length, 0) { // NaN, too, has no round numbers
		return
	}
	const most = 5
	for step := roundUp((c.High - c.Low) / most); ; step = roundUp(step * 1.01) {
		low, high := math.Floor(c.Low/step+roundingSlack), math.Ceil(c.High/step-roundingSlack)
		if high-low <= most {
			c.Low, c.High, c.rows = low*step, high*step, int(high-low)
			return
		}
	}
}

// roundingSlack is the error of the arithmetic, in parts of a step.
const roundingSlack = 1e-9

// roundUp is the next of the numbers 1, 2, 2.5 and 5, times a power of ten.
func roundUp(v float64) float64 {
	power := math.Pow(10, math.Floor(math.Log10(v)))
	for _, first := range []float64{1, 2, 2.5, 5} {
		if v <= first*power*(1+roundingSlack) {
			return first * power
		}
	}
	return 10 * power
}

// quarters is the usual number of parts of an axis.
const quarters = 4

// tickParts is the number of parts of the horizontal axis: they end at whole numbers, if these are few.
func (c *Chart) tickParts() int {
	const most = 12
	if n := c.Right - c.Left; c.Left == math.Trunc(c.Left) && n == math.Trunc(n) && 1 < n && n <= most {
		return int(n)
	}
	return quarters
}

// axisTicks are the ends of an axis's parts.
func axisTicks(from, to float64, parts int) iter.Seq[float64] {
	return func(yield func(float64) bool) {
		for i := range parts + 1 {
			if !yield(from + float64(i)/float64(parts)*(to-from)) {
				return
			}
		}
	}
}

// nameRows is the number of rows of names below the axis, so that neighbours do not overlap.
func (c *Chart) nameRows() int {
	longest := 0
	for _, name := range c.TickNames {
		longest = max(longest, len([]rune(name)))
	}
	const letter = 6.5
	if float64(longest)*letter > c.pixelX(2)-c.pixelX(1) {
		return 2
	}
	return 1
}

// formatTick writes a number with as many digits as an axis needs.
func formatTick(v float64) string {
	const thousand, many = 1000, 10 * 1000
	switch {
	case math.Abs(v) >= many: // more digits would run into what is written beside them
		return fmt.Sprintf("%.0fk", v/thousand)
	case math.Abs(v) >= 10 || v == math.Trunc(v):
		return fmt.Sprintf("%.0f", v)
	}
	return strings.TrimSuffix(strings.TrimRight(fmt.Sprintf("%.3f", v), "0"), ".")
}
