package wiring

import (
	_ "embed"
	"fmt"
	"strings"
	"text/template"

	"crownhead/board"
)

//go:embed wiring.svg.tmpl
var drawing string

// picture is the drawing; what its functions do stands at its top.
var picture = template.Must(template.New("wiring").Funcs(template.FuncMap{
	"at":     func(y int, p Pin) placedPin { return placedPin{y, p} },
	"step":   func(start, pitch, index int) int { return start + pitch*index },
	"square": func(row, column int) string { return board.Square(8*row + column).String() },
	"joints": func() []string { return []string{"base", "upper arm", "forearm"} },
	"servos": func() []string { return []string{"left brow", "right brow", "neck, to the side", "neck, up and down"} },
}).Parse(drawing))

// A placedPin is a pin at a height of the drawing.
type placedPin struct {
	Y   int
	Pin Pin
}

// Draw returns the wiring as an SVG.
func (p *Pins) Draw() (string, error) {
	var b strings.Builder
	if err := picture.Execute(&b, p); err != nil {
		return "", fmt.Errorf("wiring: drawing: %w", err)
	}
	return b.String(), nil
}
