package world

import (
	"math"

	"crownhead/board"
	"crownhead/firmware/twin/groundtruth"
)

// Size of a checker, mm.
const (
	checkerRadius = 7.5
	checkerHeight = 5.0
	slack         = 0.5 // by which what lies on a checker may be below its top
)

// Checker is one checker in space. A king is a checker that lies turned over.
type Checker struct {
	ID      int
	X, Y    float64 // axis
	Z       float64 // underside
	Color   board.Color
	King    bool
	Gripped bool // by the nozzle

	belowNozzle   bool              // the nozzle, or what it carries, came down on it from above
	pushedAside   bool              // the nozzle came from the side, and pushes it away
	touchedAt     groundtruth.Point // where the nozzle came down on it, or to where it has dragged it
	lostInTransit bool              // it fell from the nozzle, and no hand has touched it since
}

func (c *Checker) top() float64 { return c.Z + checkerHeight }

// piece returns what the checker is in the game.
func (c *Checker) piece() board.Piece {
	switch {
	case c.Color == board.White && c.King:
		return board.WhiteKing
	case c.Color == board.White:
		return board.WhiteMan
	case c.King:
		return board.BlackKing
	default:
		return board.BlackMan
	}
}

// describePiece names a piece for people.
func describePiece(p board.Piece) string {
	switch p {
	case board.WhiteMan:
		return "a white man"
	case board.WhiteKing:
		return "a white king"
	case board.BlackMan:
		return "a black man"
	case board.BlackKing:
		return "a black king"
	default:
		return "nothing"
	}
}

// distance is the horizontal distance of two places.
func distance(ax, ay, bx, by float64) float64 {
	dx, dy := ax-bx, ay-by
	return math.Sqrt(dx*dx + dy*dy)
}
