package nets

import (
	"fmt"

	"crownhead/board"
	"crownhead/engine/match"
	"crownhead/engine/net"
	"crownhead/engine/train/selfplay"
)

// A Sample is a game to look at.
type Sample struct {
	White  string   `json:"white"`
	Black  string   `json:"black"`
	Start  string   `json:"start"` // FEN
	Moves  []string `json:"moves"`
	Result string   `json:"result"`
}

// sampleOf writes a game down.
func sampleOf(g board.Game, white, black, result string) Sample {
	s := Sample{White: white, Black: black, Start: g.Start().FEN(), Moves: []string{}, Result: result}
	p := g.Start()
	for _, m := range g.Moves() {
		s.Moves = append(s.Moves, p.Notation(m))
		p = p.Play(m)
	}
	return s
}

// positions plays the game again.
func (s Sample) positions() ([]board.Position, error) {
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

// sampleOfPlay is the first game that the player made.
func (r *run) sampleOfPlay() (Sample, error) {
	s, err := selfplay.Read(r.now.gamesIn(r.Dir), 0, r.now.origin())
	if err != nil {
		return Sample{}, err
	}
	g := &s.Games[0]
	played, err := g.Replay(func(net.State, *selfplay.Decision) {})
	if err != nil {
		return Sample{}, err
	}
	return sampleOf(played, r.title(), r.title(), map[int]string{-1: board.BlackWins, 0: board.Drawn, 1: board.WhiteWins}[g.White]), nil
}

// sampleOfGate is a game of the match.
func sampleOfGate(a, b string, g match.Game) Sample {
	if !g.AWhite {
		a, b = b, a
	}
	return sampleOf(g.Board, a, b, g.Board.Outcome().Result)
}
