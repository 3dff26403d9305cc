package web

import (
	"regexp"
	"slices"
	"strings"

	"crownhead/face/say"
	"crownhead/robot/turn"
)

// A textPart is a piece of a sentence. One that names a square carries the hue in which that square
// glows.
type textPart struct {
	Text   string `json:"text"`
	Square string `json:"square,omitempty"`
	Hue    int    `json:"hue,omitempty"` // 1…hues; 0 without a square
}

// A glow is a square that the sentence names.
type glow struct {
	Square string `json:"square"`
	Hue    int    `json:"hue"`
}

// hues is how many colours, each with its own line style, distinguish named squares; further
// squares share them.
const hues = 4

var squareName = regexp.MustCompile(`\b[a-h][1-8]\b`)

// A squareMarker gives each square that a text names a hue, the same one in every text.
type squareMarker struct {
	hueOf map[string]int
	glows []glow
}

func newSquareMarker() *squareMarker { return &squareMarker{map[string]int{}, []glow{}} }

func (m *squareMarker) assignHue(square string) int {
	if _, known := m.hueOf[square]; !known {
		m.hueOf[square] = len(m.hueOf)%hues + 1
		m.glows = append(m.glows, glow{square, m.hueOf[square]})
	}
	return m.hueOf[square]
}

// markSentence is what the robot says, split at the squares it names. Squares that it is about
// without naming them glow too.
func (m *squareMarker) markSentence(key string, args say.Args, lang say.Lang) []textPart {
	if key == "" {
		return []textPart{}
	}
	parts := m.splitAtSquares(say.Text(lang, say.Key(key), args), func(string) bool { return true })
	for _, square := range args.Squares {
		m.assignHue(square)
	}
	return parts
}

// markRemark is what the robot says beside the sentence. Of a threat, those squares glow that are
// threatened; how the other side would get there, and what might have been played, is words alone.
func (m *squareMarker) markRemark(r turn.Remark, lang say.Lang) []textPart {
	if r.Key == "" {
		return []textPart{}
	}
	text := say.Text(lang, say.Key(r.Key), say.Args{Squares: r.Squares, Move: r.Move})
	threat := strings.HasPrefix(r.Key, "threat_")
	return m.splitAtSquares(text, func(square string) bool { return threat && slices.Contains(r.Squares, square) })
}

// splitAtSquares cuts a text at those squares that are wanted.
func (m *squareMarker) splitAtSquares(text string, wanted func(square string) bool) []textPart {
	parts := []textPart{}
	end := 0
	for _, at := range squareName.FindAllStringIndex(text, -1) {
		square := text[at[0]:at[1]]
		if !wanted(square) {
			continue
		}
		if at[0] > end {
			parts = append(parts, textPart{Text: text[end:at[0]]})
		}
		parts = append(parts, textPart{Text: square, Square: square, Hue: m.assignHue(square)})
		end = at[1]
	}
	if end < len(text) {
		parts = append(parts, textPart{Text: text[end:]})
	}
	return parts
}
