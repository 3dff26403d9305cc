package twin

import (
	"cmp"
	"slices"

	"crownhead/board"
)

// Size of a checker, mm.
const (
	checkerRadius = 7.5
	checkerHeight = 5.0
)

// Checker is one checker in space. A king is a checker that lies turned over.
type Checker struct {
	ID    int
	X, Y  float64 // axis
	Z     float64 // underside
	Color board.Color
	King  bool
	Held  bool // by the nozzle

	over    bool // the nozzle, or what it holds, is above it or on it
	swept   bool // … and pushes it aside
	touched Point
	slipped bool // it fell from the nozzle, and no hand has touched it since
}

func (c *Checker) top() float64 { return c.Z + checkerHeight }

// piece is what the checker is in the game.
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

// Checkers is a copy of all checkers, in the order of their ids.
func (w *World) Checkers() []Checker { return slices.Clone(w.checkers) }

// byID finds a checker; ids count from 1.
func (w *World) byID(id int) *Checker {
	if id < 1 || id > len(w.checkers) {
		return nil
	}
	return &w.checkers[id-1]
}

// on finds the uppermost checker whose axis lies in the field of a square.
func (w *World) on(sq board.Square) *Checker {
	var found *Checker
	for i := range w.checkers {
		c := &w.checkers[i]
		at, ok := w.squareOf(c)
		if ok && at == sq && (found == nil || c.Z > found.Z) {
			found = c
		}
	}
	return found
}

// squareOf is the dark square in whose field a checker lies.
func (w *World) squareOf(c *Checker) (board.Square, bool) {
	if c.Held {
		return board.NoSquare, false
	}
	place, ok := w.truth.Board.at(c.X, c.Y)
	if !ok {
		return board.NoSquare, false
	}
	return board.Square(placeOf(board.Square(place), w.visitor)), true
}

// Pieces tells what lies on each dark square, NoPiece where nothing does; of a stack the uppermost.
func (w *World) Pieces() [32]board.Piece {
	var pieces [32]board.Piece
	for sq := range board.Square(32) {
		if c := w.on(sq); c != nil {
			pieces[sq] = c.piece()
		}
	}
	return pieces
}

// where says in a word where a checker is: a square, "nozzle", "tray", "pile", "beside" (on the board but on no dark
// square) or "table".
func (w *World) where(c *Checker) string {
	if c.Held {
		return "nozzle"
	}
	if sq, ok := w.squareOf(c); ok {
		return sq.String()
	}
	switch {
	case w.truth.Board.contains(c.X, c.Y):
		return "beside"
	case w.truth.Tray.contains(c.X, c.Y):
		return "tray"
	case w.truth.inPile(c.X):
		return "pile"
	default:
		return "table"
	}
}

// lay puts a checker down at (x, y): one that would stand in another is pushed beside it, one that would lie mostly on
// another lies on it.
func (w *World) lay(c *Checker, x, y float64) {
	c.Held, c.slipped, c.X, c.Y = false, false, x, y
	const on = 1.5 * checkerRadius
	for i := range w.checkers {
		o := &w.checkers[i]
		d := apart(c.X, c.Y, o.X, o.Y)
		if o.ID != c.ID && !o.Held && d > on && d < 2*checkerRadius {
			k := 2 * checkerRadius / d
			c.X, c.Y = o.X+(c.X-o.X)*k, o.Y+(c.Y-o.Y)*k
		}
	}
	c.Z = tall // falls last
	w.settle()
}

// tall is higher than any stack.
const tall = 1e3

// settle lets everything that is not held fall on what lies below it.
func (w *World) settle() {
	order := w.fall[:0]
	for i := range w.checkers {
		if !w.checkers[i].Held {
			order = append(order, i)
		}
	}
	slices.SortFunc(order, func(a, b int) int {
		return cmp.Or(cmp.Compare(w.checkers[a].Z, w.checkers[b].Z), cmp.Compare(a, b))
	})
	for n, i := range order {
		c := &w.checkers[i]
		c.Z = w.truth.ground(c.X, c.Y)
		for _, below := range order[:n] {
			o := &w.checkers[below]
			if apart(c.X, c.Y, o.X, o.Y) < 2*checkerRadius-0.1 {
				c.Z = max(c.Z, o.top())
			}
		}
	}
	w.fall = order
	w.changed, w.unread = true, true
}
