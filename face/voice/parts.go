package voice

import (
	"bytes"
	"fmt"
	"slices"
	"strings"

	"github.com/jfreymuth/oggvorbis"

	"crownhead/face"
)

// A Part is a piece of the sentence in which the robot says its move.
type Part struct {
	Name string `json:"name"` // a square, or one of the words below
	Text string `json:"text"`
	File string `json:"file"` // the sound, beside the pack.json

	Sound []byte `json:"-"` // Ogg Vorbis
}

// The parts that are no squares.
const (
	partTo   = "to"    // between two squares
	partKing = "king"  // and becomes a king
	partTake = "take-" // I take; with a number, 1 … mostTaken
)

// mostTaken is how many checkers a side has: more is never captured.
const mostTaken = 12

// partNames returns the names of all parts that a pack can have.
func partNames() []string {
	names := []string{partTo, partKing}
	for n := range mostTaken {
		names = append(names, fmt.Sprint(partTake, n+1))
	}
	for file := range 8 {
		for rank := file % 2; rank < 8; rank += 2 {
			names = append(names, fmt.Sprintf("%c%d", 'a'+file, rank+1))
		}
	}
	return names
}

// partsOf returns the names of the parts that say a move.
func partsOf(m face.SpokenMove) []string {
	names := []string{m.From, partTo, m.To}
	if m.Captured > 0 {
		names = append(names, fmt.Sprint(partTake, m.Captured))
	}
	if m.Crowned {
		names = append(names, partKing)
	}
	return names
}

// composeMove returns a phrase that says a move, false when the pack lacks a part of it. Its sound is
// a chain of the parts' sounds.
func (p Pack) composeMove(m face.SpokenMove) (Phrase, bool) {
	phrase := Phrase{ID: "move"}
	for i, name := range partsOf(m) {
		at := slices.IndexFunc(p.Parts, func(part Part) bool { return part.Name == name })
		if at < 0 {
			return Phrase{}, false
		}
		switch {
		case i > 2: // after the squares
			phrase.Text += ", "
		case i > 0:
			phrase.Text += " "
		}
		phrase.Text += p.Parts[at].Text
		phrase.Sound = append(phrase.Sound, p.Parts[at].Sound...)
	}
	return phrase, true
}

// checkParts compares the parts with the list of those that there can be. A pack may have none: then
// the robot doesn't say its moves.
func (p Pack) checkParts(bad func(format string, args ...any)) {
	names := map[string]bool{}
	for i, part := range p.Parts {
		name := fmt.Sprintf("part %q", part.Name)
		if part.Name == "" {
			name = fmt.Sprintf("part %d", i+1)
			bad("%s has no name", name)
		} else {
			checkWord(bad, name, "name", part.Name, partNames())
		}
		if names[part.Name] {
			bad("%s is there twice", name)
		}
		names[part.Name] = true
		if strings.TrimSpace(part.Text) == "" {
			bad("%s has no text", name)
		}
	}
}

// checkRates reports parts that can't be chained, because their sounds differ in their sample rate.
func (p Pack) checkRates(bad func(format string, args ...any)) {
	first := 0
	for _, part := range p.Parts {
		format, err := oggvorbis.GetFormat(bytes.NewReader(part.Sound))
		switch {
		case err != nil: // reported already
		case first == 0:
			first = format.SampleRate
		case format.SampleRate != first:
			bad("part %q: %s has %d Hz, the first part %d Hz; all need the same", part.Name, part.File, format.SampleRate, first)
		}
	}
}
