package nets

import (
	"fmt"

	"crownhead/board"
	"crownhead/engine/match"
)

// A SampleGame is a game to look at.
type SampleGame struct {
	White  string   `json:"white"`
	Black  string   `json:"black"`
	Start  string   `json:"start"` // FEN
	Moves  []string `json:"moves"`
	Result string   `json:"result"`
}

// resultNames are those of White's results.
var resultNames = map[int]string{-1: board.BlackWins, 0: board.Drawn, 1: board.WhiteWins}

// newSampleGame writes a game down.
func newSampleGame(g board.Game, white, black, result string) SampleGame {
	s := SampleGame{White: white, Black: black, Start: g.Start().FEN(), Moves: []string{}, Result: result}
	p := g.Start()
	for _, m := range g.Moves() {
		s.Moves = append(s.Moves, p.Notation(m))
		p = p.Play(m)
	}
	return s
}

// newGateSample writes down a game of the match between a and b.
func newGateSample(a, b string, g match.Game) SampleGame {
	if !g.AWhite {
		a, b = b, a
	}
	return newSampleGame(g.Record, a, b, g.Record.Outcome().Result)
}

// replayPositions plays the game again, and returns its positions, the start included.
func (s SampleGame) replayPositions() ([]board.Position, error) {
	p, err := board.ParseFEN(s.Start)
	if err != nil {
		return nil, fmt.Errorf("nets: a sample's start: %w", err)
	}
	list := []board.Position{p}
	for i, text := range s.Moves {
		m, err := p.ParseMove(text)
		if err != nil {
			return nil, fmt.Errorf("nets: move %d of a sample: %w", i+1, err)
		}
		p = p.Play(m)
		list = append(list, p)
	}
	return list, nil
}
