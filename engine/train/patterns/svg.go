package patterns

import (
	"fmt"
	"html/template"
	"math"
	"strings"

	"crownhead/board"
)

// A chart is a picture of lines over a plane with axes.
type chart struct {
	title, across, up      string
	left, right, low, high float64
	marks                  strings.Builder
}

// Size of the pictures and of their margins, in pixels.
const (
	chartWide, chartHigh = 420, 300
	margin               = 48
)

// colours of the series of a chart, in turn.
var colours = []string{"#1b6ca8", "#c8553d", "#588157", "#8d6a9f"}

func (c *chart) x(v float64) float64 {
	return margin + (v-c.left)/(c.right-c.left)*(chartWide-2*margin)
}

func (c *chart) y(v float64) float64 {
	return chartHigh - margin - (v-c.low)/(c.high-c.low)*(chartHigh-2*margin)
}

// line draws a series, with its name at the end of the k-th row of names.
func (c *chart) line(k int, name string, xs, ys []float64) {
	colour := colours[k%len(colours)]
	var points []string
	for i := range xs {
		points = append(points, fmt.Sprintf("%.1f,%.1f", c.x(xs[i]), c.y(ys[i])))
		fmt.Fprintf(&c.marks, `<circle cx="%.1f" cy="%.1f" r="3" fill="%s"/>`, c.x(xs[i]), c.y(ys[i]), colour)
	}
	fmt.Fprintf(&c.marks, `<polyline points="%s" fill="none" stroke="%s" stroke-width="2"/>`, strings.Join(points, " "), colour)
	fmt.Fprintf(&c.marks, `<text x="%d" y="%d" fill="%s">%s</text>`, chartWide-margin-90, margin+14*k, colour, template.HTMLEscapeString(name))
}

// bar draws a vertical line between two values, for bounds.
func (c *chart) bar(x, low, high float64) {
	fmt.Fprintf(&c.marks, `<line x1="%.1f" x2="%.1f" y1="%.1f" y2="%.1f" stroke="#888"/>`, c.x(x), c.x(x), c.y(low), c.y(high))
}

// svg is the whole picture.
func (c *chart) svg() template.HTML {
	var b strings.Builder
	fmt.Fprintf(&b, `<svg viewBox="0 0 %d %d" width="%d" role="img" aria-label="%s">`, chartWide, chartHigh, chartWide, template.HTMLEscapeString(c.title))
	fmt.Fprintf(&b, `<text x="%d" y="20" class="title">%s</text>`, margin, template.HTMLEscapeString(c.title))
	const steps = 4
	for i := range steps + 1 {
		part := float64(i) / steps
		v, w := c.left+part*(c.right-c.left), c.low+part*(c.high-c.low)
		fmt.Fprintf(&b, `<line x1="%d" x2="%d" y1="%.1f" y2="%.1f" stroke="#ddd"/>`, margin, chartWide-margin, c.y(w), c.y(w))
		fmt.Fprintf(&b, `<text x="%d" y="%.1f" text-anchor="end">%s</text>`, margin-5, c.y(w)+4, short(w))
		fmt.Fprintf(&b, `<text x="%.1f" y="%d" text-anchor="middle">%s</text>`, c.x(v), chartHigh-margin+16, short(v))
	}
	fmt.Fprintf(&b, `<text x="%d" y="%d" text-anchor="middle">%s</text>`, chartWide/2, chartHigh-10, template.HTMLEscapeString(c.across))
	fmt.Fprintf(&b, `<text x="12" y="%d" text-anchor="middle" transform="rotate(-90 12 %d)">%s</text>`, chartHigh/2, chartHigh/2, template.HTMLEscapeString(c.up))
	return template.HTML(b.String() + c.marks.String() + `</svg>`)
}

// short writes a number with as many digits as an axis needs.
func short(v float64) string {
	if math.Abs(v) >= 10 || v == math.Trunc(v) {
		return fmt.Sprintf("%.0f", v)
	}
	return strings.TrimRight(fmt.Sprintf("%.3f", v), "0")
}

// boardPicture shows a number for each square, blue where it is good and red where it is bad; greatest is full colour.
func boardPicture(title string, values [32]float64, greatest float64) template.HTML {
	const cell = 40
	var b strings.Builder
	fmt.Fprintf(&b, `<svg viewBox="0 0 %d %d" width="%d" role="img" aria-label="%s">`, 8*cell, 8*cell+24, 8*cell, template.HTMLEscapeString(title))
	fmt.Fprintf(&b, `<text x="0" y="16" class="title">%s</text><rect y="24" width="%d" height="%d" fill="#f4efe6"/>`, template.HTMLEscapeString(title), 8*cell, 8*cell)
	for s := range board.NoSquare {
		colour, v := "27,108,168", values[s]
		if v < 0 {
			colour = "200,85,61"
		}
		x, y := s.File()*cell, 24+(7-s.Rank())*cell
		fmt.Fprintf(&b, `<rect x="%d" y="%d" width="%d" height="%d" fill="#cdc3b4"/>`, x, y, cell, cell)
		fmt.Fprintf(&b, `<rect x="%d" y="%d" width="%d" height="%d" fill="rgba(%s,%.2f)"/>`, x, y, cell, cell, colour, math.Min(1, math.Abs(v)/greatest))
		fmt.Fprintf(&b, `<text x="%d" y="%d" text-anchor="middle">%.0f</text>`, x+cell/2, y+cell/2+4, v)
	}
	return template.HTML(b.String() + `</svg>`)
}
