package pattern

import (
	"math/bits"

	"crownhead/board"
	"crownhead/engine"
)

// The phase of a position is how far it is from the ending, 0 to phaseCount: the share of the opening's weights among
// opening and ending.
const (
	phaseCount   = 20
	fewestPieces = 4 // with these or fewer the phase is 0
)

// A view is a position as its mover sees it, going up the board.
type view struct {
	men, kings, foeMen, foeKings, empty uint32
	counts                              struct{ men, kings, foeMen, foeKings int }
}

func viewOf(p board.Position) (v view) {
	own, foe, k := uint32(p.White), uint32(p.Black), uint32(p.Kings)
	if p.Turn == board.Black {
		own, foe, k = bits.Reverse32(foe), bits.Reverse32(own), bits.Reverse32(k)
	}
	v.men, v.foeMen, v.empty = own&^k, foe&^k, ^(own | foe)
	v.counts.men, v.counts.foeMen = bits.OnesCount32(v.men), bits.OnesCount32(v.foeMen)
	if k != 0 {
		v.kings, v.foeKings = own&k, foe&k
		v.counts.kings, v.counts.foeKings = bits.OnesCount32(v.kings), bits.OnesCount32(v.foeKings)
	}
	return v
}

// material is the mover's material less the opponent's, in hundredths of a man.
func (v *view) material() int {
	return engine.MaterialValue(v.counts.men-v.counts.foeMen, v.counts.kings-v.counts.foeKings)
}

// phase is how far from the ending a position is.
func (v *view) phase() int {
	return max(0, v.counts.men+v.counts.foeMen+v.counts.kings+v.counts.foeKings-fewestPieces)
}

// Steps along the diagonals for whole sets of squares, as the mover sees them. Steps off the board vanish.
func upLeft(s uint32) uint32    { return uint32(board.StepNW(board.Bits(s))) }
func upRight(s uint32) uint32   { return uint32(board.StepNE(board.Bits(s))) }
func downLeft(s uint32) uint32  { return uint32(board.StepSW(board.Bits(s))) }
func downRight(s uint32) uint32 { return uint32(board.StepSE(board.Bits(s))) }
