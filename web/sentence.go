package web

import (
	"regexp"
	"slices"
	"strings"

	"crownhead/face/say"
	"crownhead/robot/turn"
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

// A marker gives each square that is spoken of a hue, the same in all that is said.
type marker struct {
	hueOf map[string]int
	glows []glow
}

func newMarker() *marker { return &marker{map[string]int{}, []glow{}} }

func (m *marker) mark(square string) int {
	if _, known := m.hueOf[square]; !known {
		m.hueOf[square] = len(m.hueOf)%hues + 1
		m.glows = append(m.glows, glow{square, m.hueOf[square]})
	}
	return m.hueOf[square]
}

// sentence is what the robot says, split at the squares it names. Squares that it is about without naming them glow too.
func (m *marker) sentence(key string, args say.Args, lang say.Lang) []part {
	if key == "" {
		return []part{}
	}
	parts := m.split(say.Text(lang, say.Key(key), args), func(string) bool { return true })
	for _, square := range args.Squares {
		m.mark(square)
	}
	return parts
}

// remark is what the robot says beside it. Of what is threatened those squares glow that it is about; how the other side would
// get there, and what might have been played, is words alone.
func (m *marker) remark(r turn.Remark, lang say.Lang) []part {
	if r.Key == "" {
		return []part{}
	}
	text := say.Text(lang, say.Key(r.Key), say.Args{Squares: r.Squares, Move: r.Move})
	threat := strings.HasPrefix(r.Key, "threat_")
	return m.split(text, func(square string) bool { return threat && slices.Contains(r.Squares, square) })
}

// split cuts a text at the squares that are wanted.
func (m *marker) split(text string, wanted func(square string) bool) []part {
	parts := []part{}
	end := 0
	for _, at := range squareName.FindAllStringIndex(text, -1) {
		square := text[at[0]:at[1]]
		if !wanted(square) {
			continue
		}
		if at[0] > end {
			parts = append(parts, part{Text: text[end:at[0]]})
		}
		parts = append(parts, part{Text: square, Square: square, Hue: m.mark(square)})
		end = at[1]
	}
	if end < len(text) {
		parts = append(parts, part{Text: text[end:]})
	}
	return parts
}
