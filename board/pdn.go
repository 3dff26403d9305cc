package board

import (
	"fmt"
	"strings"
)

// Tags are the tags of a game in PDN; empty ones are written as unknown.
type Tags struct {
	Event, Site  string
	Date         string // 2026.05.31
	Round        string
	White, Black string
}

// pdnWidth is the number of columns at which lines of moves are broken.
const pdnWidth = 80

// PDN writes the game in Portable Draughts Notation, game type 25 (Russian draughts).
func (g Game) PDN(tags Tags) string {
	var b strings.Builder
	result := g.Outcome().Result
	date := tags.Date
	if date == "" {
		date = "????.??.??"
	}
	for _, tag := range [][2]string{
		{"Event", tags.Event},
		{"Site", tags.Site},
		{"Date", date},
		{"Round", tags.Round},
		{"White", tags.White},
		{"Black", tags.Black},
		{"Result", result},
		{"GameType", "25"},
	} {
		writeTag(&b, tag[0], tag[1])
	}
	if start := g.Start(); start != Start() {
		writeTag(&b, "SetUp", "1")
		writeTag(&b, "FEN", start.FEN())
	}
	b.WriteString("\n")
	writeWrappedLines(&b, append(g.numberedMoves(), result))
	return b.String()
}

// writeTag writes one tag. It drops line breaks from the value and escapes its quotation marks.
func writeTag(b *strings.Builder, name, value string) {
	if value == "" {
		value = "?"
	}
	value = strings.Join(strings.Fields(value), " ")
	value = strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(value)
	fmt.Fprintf(b, "[%s \"%s\"]\n", name, value)
}

// numberedMoves lists the moves in notation, with their numbers between them.
func (g Game) numberedMoves() []string {
	var words []string
	p := g.Start()
	number := 1
	for i, m := range g.Moves() {
		switch {
		case p.Turn == White:
			words = append(words, fmt.Sprintf("%d.", number))
		case i == 0:
			words = append(words, fmt.Sprintf("%d...", number))
		}
		words = append(words, p.Notation(m))
		if p.Turn == Black {
			number++
		}
		p = p.Play(m)
	}
	return words
}

func writeWrappedLines(b *strings.Builder, words []string) {
	column := 0
	for _, word := range words {
		switch {
		case column == 0:
		case column+1+len(word) > pdnWidth:
			b.WriteByte('\n')
			column = 0
		default:
			b.WriteByte(' ')
			column++
		}
		b.WriteString(word)
		column += len(word)
	}
	b.WriteByte('\n')
}
