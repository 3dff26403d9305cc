package chart

import (
	"fmt"
	"html/template"
	"math"
	"strings"

	"crownhead/board"
)

// Values shows a number for each square, blue where it is good and red where it is bad; greatest is full colour.
func Values(title string, values [32]float64, greatest float64) template.HTML {
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
