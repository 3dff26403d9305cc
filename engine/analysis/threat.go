package analysis

import (
	"context"
	"fmt"

	"crownhead/board"
	"crownhead/engine"
	"crownhead/engine/search"
)

// A Threat is what the side not to move would play if it were its turn.
type Threat struct {
	Key      Key
	Move     board.Move
	Line     []board.Move   // up to the gain, Move first
	Captured []board.Square // by the move that gains; empty for a promotion
	Crowned  board.Square   // NoSquare unless a man promotes
	Gain     int            // pieces, a king for three
	Notation string         // of Move, in the position with the other side to move
}

const (
	threatPlies  = 5   // how far threats are looked for
	threatMargin = 400 // hundredths of a man: threats smaller than the greatest by this much are left out
	maxThreats   = 3
)

// Threats lists what the side not to move threatens, the greatest first; never nil. Where the side to move must capture
// there is none.
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
		_, moves, err := a.materialEngine.Candidates(ctx, g, engine.Limits{Depth: depth}, threatMargin)
		if err != nil {
			return found, fmt.Errorf("analysis: looking for threats: %w", err)
		}
		found = appendThreats(found, other, moves)
	}
	return found, nil
}

// appendThreats adds the moves that gain something.
func appendThreats(list []Threat, p board.Position, moves []search.Candidate) []Threat {
	least := moves[0].Score - threatMargin
	for _, c := range moves {
		if c.Score <= least && c.Score != moves[0].Score || len(list) == maxThreats {
			break
		}
		if t, ok := findThreat(p, c.Line); ok {
			list = append(list, t)
		}
	}
	return list
}

// findThreat returns what a line gains, if it gains anything.
func findThreat(p board.Position, line []board.Move) (Threat, bool) {
	s := playVariation(p, line, p.Turn.Other()) // as the losing side sees it
	i := s.firstBelow(0)
	if i < 0 || i%2 != 0 {
		return Threat{}, false
	}
	t := Threat{
		Key: ThreatCapture, Move: line[0], Line: line[:i+1], Captured: s.capturedBy(i), Crowned: board.NoSquare,
		Gain: -s.balance[i], Notation: p.Notation(line[0]),
	}
	if s.positions[i].Promotes(s.moves[i]) {
		t.Crowned = s.moves[i].To
		if len(t.Captured) == 0 {
			t.Key = ThreatKing
		}
	}
	return t, true
}
