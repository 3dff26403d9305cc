package board

import "fmt"

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

// Other is the opponent.
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

// Color is the side of a piece; White for NoPiece.
func (p Piece) Color() Color {
	if p >= BlackMan {
		return Black
	}
	return White
}

// King tells a king from a man.
func (p Piece) King() bool { return p == WhiteKing || p == BlackKing }

// String names the piece.
func (p Piece) String() string {
	if p > BlackKing {
		return "unknown piece"
	}
	return [...]string{"empty", "white man", "white king", "black man", "black king"}[p]
}
