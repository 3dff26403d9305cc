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

// piecesOfSide is how many pieces a side begins with; it can never have more.
const piecesOfSide = 12

// The rank on which a man of each colour is promoted, and the rank before it.
var (
	promotionRank   = [2]Bits{0xf0000000, 0x0000000f}
	beforePromotion = [2]Bits{0x0f000000, 0x000000f0}
)

// Start returns the position in which a game begins. It is the only copy: everything that needs it takes it from here.
func Start() Position { return Position{White: 0x00000fff, Black: 0xfff00000} }

// Occupied returns the set of squares on which a piece stands.
func (p Position) Occupied() Bits { return p.White | p.Black }

// Pieces returns the set of one side's pieces.
func (p Position) Pieces(c Color) Bits {
	if c == White {
		return p.White
	}
	return p.Black
}

// ownAndFoe is the pieces of the side to move and those of the other.
func (p Position) ownAndFoe() (own, foe Bits) {
	if p.Turn == White {
		return p.White, p.Black
	}
	return p.Black, p.White
}

// PieceAt returns the piece on a square.
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

// Validate returns why the position cannot stand on a board; nil if it can.
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

// Hash returns a number that differs, almost surely, between different positions. It is the same in every run and
// version, because journals hold it.
func (p Position) Hash() uint64 {
	pieces := uint64(p.White) | uint64(p.Black)<<32
	rest := uint64(p.Kings) | uint64(p.Turn)<<32
	return mixBits(mixBits(pieces+0x9e3779b97f4a7c15) ^ (rest+1)*0xd1342543de82ef95)
}

// mixBits is the finalizer of SplitMix64: a bijection in which every bit of x affects all bits of the result.
func mixBits(x uint64) uint64 {
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}

// A Color is a side.
type Color uint8

// The two sides; White moves first and up the board.
const (
	White Color = iota
	Black
)

// ParseColor reads "white" or "black".
func ParseColor(s string) (Color, error) {
	switch s {
	case "white":
		return White, nil
	case "black":
		return Black, nil
	}
	return White, fmt.Errorf("board: reading colour %q: want white or black", s)
}

// Other returns the opponent's colour.
func (c Color) Other() Color { return c ^ 1 }

// String is "white" or "black".
func (c Color) String() string {
	if c == White {
		return "white"
	}
	return "black"
}

// A Piece is what stands on a square.
type Piece uint8

// The pieces.
const (
	NoPiece Piece = iota
	WhiteMan
	WhiteKing
	BlackMan
	BlackKing
)

// Color returns the side of a piece; White for NoPiece.
func (p Piece) Color() Color {
	if p >= BlackMan {
		return Black
	}
	return White
}

// King reports whether the piece is a king.
func (p Piece) King() bool { return p == WhiteKing || p == BlackKing }

// String names the piece.
func (p Piece) String() string {
	if p > BlackKing {
		return "unknown piece"
	}
	return [...]string{"empty", "white man", "white king", "black man", "black king"}[p]
}
