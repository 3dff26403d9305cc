package match

import (
	_ "embed"
	"fmt"
	"strings"

	"crownhead/board"
)

//go:embed openings.txt
var openings string

// Openings are those that a match is played from if it is given no others: all positions after four
// and after six plies that an engine held for even and in which nothing is to be captured. They were found by
// go test ./engine/match -run TestOpenings -update, which writes openings.txt.
func Openings() []board.Position {
	ps, err := readOpenings("openings.txt", openings)
	if err != nil {
		return nil // TestOpenings
	}
	return ps
}

// readOpenings reads lines of moves from the start.
func readOpenings(name, text string) ([]board.Position, error) {
	var ps []board.Position
	for i, line := range strings.Split(strings.TrimSpace(text), "\n") {
		p := board.Start()
		for word := range strings.FieldsSeq(line) {
			m, err := p.ParseMove(word)
			if err != nil {
				return nil, fmt.Errorf("match: %s:%d: %w", name, i+1, err)
			}
			p = p.Play(m)
		}
		ps = append(ps, p)
	}
	return ps, nil
}
