package board

import (
	"strings"
	"unicode"
)

// foldText writes the characters of a position or a move as this package reads them, each one in its place: what looks
// like another character, or what a text processor has put for it, becomes that character. Squares are often written
// with Cyrillic letters, for they look the same.
func foldText(s string) string { return strings.Map(foldRune, s) }

func foldRune(c rune) rune {
	if c < unicode.MaxASCII {
		if unicode.IsSpace(c) {
			return ' '
		}
		return c
	}
	if ascii, known := lookalikes[c]; known {
		return ascii
	}
	if unicode.IsSpace(c) || c == '\ufeff' || c == '\u200b' {
		return ' '
	}
	return c
}

// lookalikes are characters that stand for others.
var lookalikes = pairRunes(
	"аАвВеЕкКнНсСхХ×✕зЗоО", "aAbBeEkKhHcCxXxx3300",
	"‐‑‒–—―−", "-------",
	"：∶", "::",
	"“”„«»″", `""""""`,
)

// pairRunes maps the characters of each first text to those of the second one.
func pairRunes(texts ...string) map[rune]rune {
	pairs := map[rune]rune{}
	for i := 0; i+1 < len(texts); i += 2 {
		to := []rune(texts[i+1])
		for n, from := range []rune(texts[i]) {
			pairs[from] = to[n]
		}
	}
	return pairs
}
