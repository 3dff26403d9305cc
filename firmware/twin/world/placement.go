package world

import (
	"cmp"
	"slices"

	"crownhead/board"
	"crownhead/firmware/twin/groundtruth"
)

// checkerByID finds a checker; ids count from 1.
func (w *World) checkerByID(id int) *Checker {
	if id < 1 || id > len(w.checkers) {
		return nil
	}
	return &w.checkers[id-1]
}

// checkerOn finds the uppermost checker whose axis lies in a square.
func (w *World) checkerOn(sq board.Square) *Checker {
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

// squareOf returns the dark square in which a checker's axis lies.
func (w *World) squareOf(c *Checker) (board.Square, bool) {
	if c.Gripped {
		return board.NoSquare, false
	}
	place, ok := w.truth.Board.PlaceAt(c.X, c.Y)
	if !ok {
		return board.NoSquare, false
	}
	return board.Square(groundtruth.PlaceOf(board.Square(place), w.visitor)), true
}

// Pieces returns what lies on each dark square, NoPiece where nothing does; of a stack the uppermost.
func (w *World) Pieces() [32]board.Piece {
	var pieces [32]board.Piece
	for sq := range board.Square(32) {
		if c := w.checkerOn(sq); c != nil {
			pieces[sq] = c.piece()
		}
	}
	return pieces
}

// offSquare is where a checker is that lies on the board, but on no dark square.
const offSquare = "beside"

// locateChecker returns where a checker is, in a word: the name of a square, "nozzle", "tray", "pile",
// offSquare or "table".
func (w *World) locateChecker(c *Checker) string {
	if c.Gripped {
		return "nozzle"
	}
	if sq, ok := w.squareOf(c); ok {
		return sq.String()
	}
	switch {
	case w.truth.Board.Contains(c.X, c.Y):
		return offSquare
	case w.truth.Tray.Contains(c.X, c.Y):
		return "tray"
	case w.truth.InVisitorZone(c.X):
		return "pile"
	default:
		return "table"
	}
}

// isCovered reports whether another checker lies on c.
func (w *World) isCovered(c *Checker) bool {
	for i := range w.checkers {
		o := &w.checkers[i]
		if o.ID != c.ID && !o.Gripped && o.Z >= c.top()-slack && distance(c.X, c.Y, o.X, o.Y) < 2*checkerRadius {
			return true
		}
	}
	return false
}

// aboveStacks is higher than any stack.
const aboveStacks = 1e3

// layChecker puts a checker down at (x, y): if it would share space with another it
// lies beside that one, or on it if it covers most of it.
func (w *World) layChecker(c *Checker, x, y float64) {
	c.Gripped, c.lostInTransit, c.X, c.Y = false, false, x, y
	const on = 1.5 * checkerRadius
	for i := range w.checkers {
		o := &w.checkers[i]
		d := distance(c.X, c.Y, o.X, o.Y)
		if o.ID != c.ID && !o.Gripped && d > on && d < 2*checkerRadius {
			k := 2 * checkerRadius / d
			c.X, c.Y = o.X+(c.X-o.X)*k, o.Y+(c.Y-o.Y)*k
		}
	}
	c.Z = aboveStacks // so that it falls last
	w.settleCheckers()
}

// settleCheckers lets every checker that is not gripped fall on what lies below it.
func (w *World) settleCheckers() {
	order := w.falling[:0]
	for i := range w.checkers {
		if !w.checkers[i].Gripped {
			order = append(order, i)
		}
	}
	slices.SortFunc(order, func(a, b int) int {
		return cmp.Or(cmp.Compare(w.checkers[a].Z, w.checkers[b].Z), cmp.Compare(a, b))
	})
	for n, i := range order {
		c := &w.checkers[i]
		c.Z = w.truth.SupportHeight(c.X, c.Y)
		for _, below := range order[:n] {
			o := &w.checkers[below]
			if distance(c.X, c.Y, o.X, o.Y) < 2*checkerRadius-0.1 {
				c.Z = max(c.Z, o.top())
			}
		}
	}
	w.falling = order
	w.dirty, w.sensorsStale = true, true
}
