package chart

import (
	"fmt"
	"html/template"
	"math"
	"strings"

	"crownhead/board"
)

// squareSize is the side of a square, in pixels.
const squareSize = 40

// beginBoard begins a picture of a board, with a title above it.
func beginBoard(b *strings.Builder, title string, width int) {
	title = template.HTMLEscapeString(title)
	fmt.Fprintf(b, `<svg viewBox="0 0 %d %d" width="%d" role="img" aria-label="%s">`, 8*squareSize, 8*squareSize+24,
		width, title)
	const size = 13 // on the screen
	fmt.Fprintf(b, `<text x="0" y="16" class="title" style="font-size:%dpx">%s</text><rect y="24" width="%d" height="%d" fill="#f4efe6"/>`, size*8*squareSize/width, title, 8*squareSize, 8*squareSize)
}

// drawSquare draws an empty dark square, and returns its upper left corner.
func drawSquare(b *strings.Builder, s board.Square) (x, y int) {
	x, y = s.File()*squareSize, 24+(7-s.Rank())*squareSize
	fmt.Fprintf(b, `<rect x="%d" y="%d" width="%d" height="%d" fill="#cdc3b4"/>`, x, y, squareSize, squareSize)
	return x, y
}

// Position draws the pieces of a position, White at the bottom; kings have a ring.
func Position(title string, p board.Position) template.HTML {
	var b strings.Builder
	beginBoard(&b, title, 5*squareSize)
	for s := range board.NoSquare {
		x, y := drawSquare(&b, s)
		if !p.Occupied().Has(s) {
			continue
		}
		fill, line := "#fdfbf7", "#555"
		if p.Black.Has(s) {
			fill, line = "#333", "#ccc"
		}
		fmt.Fprintf(&b, `<circle cx="%d" cy="%d" r="15" fill="%s" stroke="#555"/>`, x+squareSize/2, y+squareSize/2,
			fill)
		if p.Kings.Has(s) {
			fmt.Fprintf(&b, `<circle cx="%d" cy="%d" r="8" fill="none" stroke="%s" stroke-width="3"/>`,
				x+squareSize/2, y+squareSize/2, line)
		}
	}
	return template.HTML(b.String() + `</svg>`)
}

// Values draws a number for each square, blue where it is good and red where it is bad; greatest is
// full colour.
func Values(title string, values [32]float64, greatest float64) template.HTML {
	var b strings.Builder
	beginBoard(&b, title, 8*squareSize)
	for s := range board.NoSquare {
		colour, v := "27,108,168", values[s]
		if v < 0 {
			colour = "200,85,61"
		}
		x, y := drawSquare(&b, s)
		fmt.Fprintf(&b, `<rect x="%d" y="%d" width="%d" height="%d" fill="rgba(%s,%.2f)"/>`, x, y, squareSize,
			squareSize, colour, math.Min(1, math.Abs(v)/greatest))
		fmt.Fprintf(&b, `<text x="%d" y="%d" text-anchor="middle">%.0f</text>`, x+squareSize/2, y+squareSize/2+4, v)
	}
	return template.HTML(b.String() + `</svg>`)
}
