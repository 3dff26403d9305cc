package web

import (
	"regexp"

	"crownhead/face/say"
	"crownhead/robot"
)

// A part is a piece of the sentence. One that names a square carries the hue in which that square glows.
type part struct {
	Text   string `json:"text"`
	Square string `json:"square,omitempty"`
	Hue    int    `json:"hue,omitempty"` // 1…hues; 0 without a square
}

// A glow is a square that the sentence names.
type glow struct {
	Square string `json:"square"`
	Hue    int    `json:"hue"`
}

// hues is how many colours (each with its own line style) tell named squares apart; further squares share them.
const hues = 4

var squareName = regexp.MustCompile(`\b[a-h][1-8]\b`)

// sentence is what the robot says, split at the squares it names. Squares that it is about without naming them glow too.
func sentence(s robot.Say, lang say.Lang) ([]part, []glow) {
	parts, glows := []part{}, []glow{}
	if s.Key == "" {
		return parts, glows
	}
	hueOf := map[string]int{}
	mark := func(square string) int {
		if _, known := hueOf[square]; !known {
			hueOf[square] = len(hueOf)%hues + 1
			glows = append(glows, glow{square, hueOf[square]})
		}
		return hueOf[square]
	}
	text := say.Text(lang, say.Key(s.Key), say.Args{Squares: s.Squares, Move: s.Move})
	end := 0
	for _, at := range squareName.FindAllStringIndex(text, -1) {
		if at[0] > end {
			parts = append(parts, part{Text: text[end:at[0]]})
		}
		square := text[at[0]:at[1]]
		parts = append(parts, part{Text: square, Square: square, Hue: mark(square)})
		end = at[1]
	}
	if end < len(text) {
		parts = append(parts, part{Text: text[end:]})
	}
	for _, square := range s.Squares {
		mark(square)
	}
	return parts, glows
}
