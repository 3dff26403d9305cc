package analysis

import (
	"context"
	"fmt"

	"crownhead/board"
	"crownhead/engine"
	"crownhead/engine/search"
)

// A Threat is what the side that is not to move would play if it could move twice.
type Threat struct {
	Key      Key
	Move     board.Move
	Line     []board.Move   // until the gain, Move first
	Captured []board.Square // what the move that gains takes; empty for a king
	Crowned  board.Square   // NoSquare unless a man becomes king
	Gain     int            // men, a king for three
	Notation string         // of Move, in the position with the other side to move
}

const (
	threatPlies  = 5   // how far threats are looked for
	threatMargin = 400 // hundredths of a man: how much smaller than the greatest others are told of, too
	threatsTold  = 3
)

// Threats lists what the side not to move threatens, the greatest first: never nil. A side that must capture has other
// worries: then there is none.
func (a *Analyst) Threats(ctx context.Context, p board.Position) ([]Threat, error) {
	other := p
	other.Turn = p.Turn.Other()
	found := []Threat{}
	if p.CanCapture() || !other.CanMove() || !p.CanMove() {
		return found, nil
	}
	g := board.NewGame(other, board.FederationRules)
	if g.Outcome().Over() {
		return found, nil
	}
	for depth := 1; depth <= threatPlies && len(found) == 0; depth += 2 {
		_, moves, err := a.plain.Candidates(ctx, g, engine.Limits{Depth: depth}, threatMargin)
		if err != nil {
			return found, fmt.Errorf("analysis: looking for threats: %w", err)
		}
		found = appendThreats(found, other, moves)
	}
	return found, nil
}

// appendThreats adds the moves that gain something.
func appendThreats(list []Threat, p board.Position, moves []search.Candidate) []Threat {
	floor := moves[0].Score - threatMargin
	for _, c := range moves {
		if c.Score <= floor && c.Score != moves[0].Score || len(list) == threatsTold {
			break
		}
		if t, ok := threatOf(p, c.Line); ok {
			list = append(list, t)
		}
	}
	return list
}

// threatOf tells what a line gains, if it does.
func threatOf(p board.Position, line []board.Move) (Threat, bool) {
	s := tell(p, line, p.Turn.Other()) // the loser's view
	i := s.below(0)
	if i < 0 || i%2 != 0 {
		return Threat{}, false
	}
	t := Threat{Key: ThreatCapture, Move: line[0], Line: line[:i+1], Captured: s.captured(i), Crowned: board.NoSquare, Gain: -s.balance[i], Notation: p.Notation(line[0])}
	if s.positions[i].Promotes(s.moves[i]) {
		t.Crowned = s.moves[i].To
		if len(t.Captured) == 0 {
			t.Key = ThreatKing
		}
	}
	return t, true
}
