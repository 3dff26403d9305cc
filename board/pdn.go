package board

import (
	"bufio"
	"fmt"
	"io"
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
	w := NewPDNWriter(&b, g.Start(), g.Outcome().Result, tags)
	p := g.Start()
	for _, m := range g.Moves() {
		w.WriteMove(p.Notation(m))
		p = p.Play(m)
	}
	_ = w.Close() // a Builder takes everything
	return b.String()
}

// A PDNWriter writes one game in Portable Draughts Notation move by move, so that a game of any length needs no memory.
type PDNWriter struct {
	w      *bufio.Writer
	result string
	turn   Color
	number int // of the next move
	begun  bool
	column int
}

// NewPDNWriter writes the tags of a game that begins in a position.
func NewPDNWriter(w io.Writer, start Position, result string, tags Tags) *PDNWriter {
	p := &PDNWriter{w: bufio.NewWriter(w), result: result, turn: start.Turn, number: 1}
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
		writeTag(p.w, tag[0], tag[1])
	}
	if start != Start() {
		writeTag(p.w, "SetUp", "1")
		writeTag(p.w, "FEN", start.FEN())
	}
	fmt.Fprintln(p.w)
	return p
}

// WriteMove writes the next move, which is given in notation, and its number where one stands.
func (p *PDNWriter) WriteMove(notation string) {
	switch {
	case p.turn == White:
		p.writeWord(fmt.Sprintf("%d.", p.number))
	case !p.begun:
		p.writeWord(fmt.Sprintf("%d...", p.number))
	}
	p.writeWord(notation)
	if p.turn == Black {
		p.number++
	}
	p.turn, p.begun = p.turn.Other(), true
}

// Close writes the result. It returns the first error of the game's writing.
func (p *PDNWriter) Close() error {
	p.writeWord(p.result)
	fmt.Fprintln(p.w)
	if err := p.w.Flush(); err != nil {
		return fmt.Errorf("board: writing PDN: %w", err)
	}
	return nil
}

// writeWord writes a word, behind a blank or on a line of its own.
func (p *PDNWriter) writeWord(word string) {
	switch {
	case p.column == 0:
	case p.column+1+len(word) > pdnWidth:
		fmt.Fprintln(p.w)
		p.column = 0
	default:
		fmt.Fprint(p.w, " ")
		p.column++
	}
	fmt.Fprint(p.w, word)
	p.column += len(word)
}

// writeTag writes one tag. It drops line breaks from the value and escapes its quotation marks.
func writeTag(w io.Writer, name, value string) {
	if value == "" {
		value = "?"
	}
	value = strings.Join(strings.Fields(value), " ")
	value = strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(value)
	fmt.Fprintf(w, "[%s \"%s\"]\n", name, value)
}
