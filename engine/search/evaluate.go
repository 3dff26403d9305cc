package search

import (
	"math/bits"

	"crownhead/board"
)

// What pieces are worth, in hundredths of a man.
const (
	manWorth  = 100
	kingWorth = 300
)

// Material counts men and kings, and nothing else.
type Material struct{}

// Score is what the mover has more.
func (Material) Score(p board.Position) int {
	return worth(p, p.Pieces(p.Turn)) - worth(p, p.Pieces(p.Turn.Other()))
}

func worth(p board.Position, pieces board.Bits) int {
	return manWorth*bits.OnesCount32(uint32(pieces&^p.Kings)) + kingWorth*bits.OnesCount32(uint32(pieces&p.Kings))
}
