package board

import (
	"errors"
	"fmt"
)

// A Position is the pieces on the board and the side to move. It is comparable; the zero value is an empty board with
// White to move.
type Position struct {
	White, Black Bits // disjoint
	Kings        Bits // of both colours
	Turn         Color
}

// A side begins with this many pieces and can never have more.
const piecesOfSide = 12

// The rank on which a man of each colour becomes a king, and the one before it.
var (
	promotionRank   = [2]Bits{0xf0000000, 0x0000000f}
	beforePromotion = [2]Bits{0x0f000000, 0x000000f0}
)

// Start is the position in which a game begins.
func Start() Position { return Position{White: 0x00000fff, Black: 0xfff00000} }

// Occupied is the set of squares on which something stands.
func (p Position) Occupied() Bits { return p.White | p.Black }

// Pieces is the set of one side's pieces.
func (p Position) Pieces(c Color) Bits {
	if c == White {
		return p.White
	}
	return p.Black
}

// PieceAt is the piece on a square.
func (p Position) PieceAt(s Square) Piece {
	piece := NoPiece
	switch {
	case p.White.Has(s):
		piece = WhiteMan
	case p.Black.Has(s):
		piece = BlackMan
	default:
		return NoPiece
	}
	if p.Kings.Has(s) {
		piece++
	}
	return piece
}

// Validate tells why the position cannot stand on a board; nil if it can.
func (p Position) Validate() error {
	switch {
	case p.Turn > Black:
		return fmt.Errorf("board: position: unknown side to move %d", p.Turn)
	case p.White&p.Black != 0:
		return fmt.Errorf("board: position: two pieces on %v", (p.White & p.Black).lowest())
	case p.Kings&^p.Occupied() != 0:
		return fmt.Errorf("board: position: a king without a piece on %v", (p.Kings &^ p.Occupied()).lowest())
	}
	return errors.Join(p.validateSide(White), p.validateSide(Black))
}

func (p Position) validateSide(c Color) error {
	pieces := p.Pieces(c)
	if pieces.Len() > piecesOfSide {
		return fmt.Errorf("board: position: %d %v pieces: a side has at most %d", pieces.Len(), c, piecesOfSide)
	}
	if stuck := pieces &^ p.Kings & promotionRank[c]; stuck != 0 {
		return fmt.Errorf("board: position: a %v man on %v: on its last rank a man is a king, write K%v",
			c, stuck.lowest(), stuck.lowest())
	}
	return nil
}

// Hash is a number that differs, almost surely, between different positions. It is the same in every run and version:
// journals hold it.
func (p Position) Hash() uint64 {
	pieces := uint64(p.White) | uint64(p.Black)<<32
	rest := uint64(p.Kings) | uint64(p.Turn)<<32
	return mixBits(mixBits(pieces+0x9e3779b97f4a7c15) ^ (rest+1)*0xd1342543de82ef95)
}

// mixBits is the finalizer of SplitMix64: a bijection that spreads every bit over all.
func mixBits(x uint64) uint64 {
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}
