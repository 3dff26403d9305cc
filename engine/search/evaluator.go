package search

import (
	"crownhead/board"
	"crownhead/engine"
	"crownhead/engine/pattern"
)

// An Evaluator scores positions without a search, in hundredths of a man for the side to move. It knows neither the
// game nor its draw counters, and its scores are never decisive.
type Evaluator interface{ Score(board.Position) int }

var (
	_ Evaluator = Material{}
	_ Evaluator = (*pattern.Evaluation)(nil)
)

// Material counts men and kings, and nothing else.
type Material struct{}

// Score is the material of the side to move less that of the other.
func (Material) Score(p board.Position) int {
	own, other := p.Pieces(p.Turn), p.Pieces(p.Turn.Other())
	men := (own &^ p.Kings).Len() - (other &^ p.Kings).Len()
	kings := (own & p.Kings).Len() - (other & p.Kings).Len()
	return engine.MaterialValue(men, kings)
}
