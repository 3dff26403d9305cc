package world

import (
	"errors"
	"fmt"

	"crownhead/board"
)

// ErrNothing is returned when the hand finds no checker where it reaches.
var ErrNothing = errors.New("no checker there")

// ErrTaken is returned when the square to lay a checker on is not free.
var ErrTaken = errors.New("the square is taken")

const setupScatter = 4.0 // mm: setting up, a checker further off its middle is laid again

// PlacePosition lays a game's 24 checkers: those of p on the board, the rest on the visitor's pile, and the
// robot's spare kings in its tray. The visitor gets as many spare checkers on the pile. Nothing
// else is reset: counts stay.
func (w *World) PlacePosition(p board.Position, visitor board.Color, spareKings int) {
	const each = 12
	w.visitor, w.spares = visitor, min(spareKings, len(w.truth.Tray.Spares))
	w.nozzle.gripped = noChecker
	w.checkers = w.checkers[:0]
	for _, color := range []board.Color{board.White, board.Black} {
		for range each + w.spares {
			w.checkers = append(w.checkers, Checker{ID: len(w.checkers) + 1, Color: color, Z: aboveStacks})
		}
	}
	for i := range w.checkers {
		w.checkers[i].X, w.checkers[i].Y = w.truth.PilePlace(i)
	}
	for sq := range board.Square(32) {
		if piece := p.PieceAt(sq); piece != board.NoPiece {
			c := w.takeUnused(piece.Color(), piece.King())
			x, y := w.squareCentre(sq)
			dx, dy := w.drawScatter(setupScatter)
			w.layChecker(c, x+dx, y+dy)
		}
	}
	w.restockSpares()
	w.settleCheckers()
}

// drawScatter is how far the hand lays a checker from where it aims, never further than most.
func (w *World) drawScatter(most float64) (dx, dy float64) {
	if w.noScatter {
		return 0, 0
	}
	for {
		dx, dy = w.handRNG.NormFloat64()*w.truth.VisitorSigma, w.handRNG.NormFloat64()*w.truth.VisitorSigma
		if distance(dx, dy, 0, 0) <= most {
			return dx, dy
		}
	}
}

// takeUnused finds a checker of a colour on the pile, or on the table or in the tray outside the
// spare kings' slots, and turns it to a man or king.
func (w *World) takeUnused(color board.Color, king bool) *Checker {
	for _, from := range []string{"pile", "table", "tray"} {
		for i := range w.checkers {
			c := &w.checkers[i]
			if c.Color == color && w.locateChecker(c) == from && w.spareSlotOf(c) < 0 {
				c.King = king
				return c
			}
		}
	}
	return nil
}

// spareSlotOf is the slot for spare kings in which a checker lies, or -1.
func (w *World) spareSlotOf(c *Checker) int {
	for i, slot := range w.truth.Tray.Spares {
		if distance(c.X, c.Y, slot.X, slot.Y) < checkerRadius {
			return i
		}
	}
	return -1
}

// restockSpares lays kings of the robot's colour in the spare slots that are empty or hold another checker.
func (w *World) restockSpares() {
	robot := w.visitor.Other()
	for i, slot := range w.truth.Tray.Spares[:w.spares] {
		var there *Checker
		for k := range w.checkers {
			if c := &w.checkers[k]; !c.Gripped && w.spareSlotOf(c) == i {
				there = c
			}
		}
		if there != nil && there.Color == robot {
			there.King = true
			continue
		}
		if there != nil {
			w.layOnPile(there)
		}
		if c := w.takeUnused(robot, true); c != nil {
			dx, dy := w.drawScatter(setupScatter)
			w.layChecker(c, slot.X+dx, slot.Y+dy)
		}
	}
}

// layOnPile lays a checker on a free place of the pile.
func (w *World) layOnPile(c *Checker) {
	for i := range 4 * len(w.checkers) {
		x, y := w.truth.PilePlace(i)
		if !w.isTaken(x, y) {
			w.layChecker(c, x, y)
			return
		}
	}
}

// isTaken reports whether a checker laid at (x, y) would stand in another.
func (w *World) isTaken(x, y float64) bool {
	for i := range w.checkers {
		if c := &w.checkers[i]; !c.Gripped && distance(c.X, c.Y, x, y) < 2*checkerRadius {
			return true
		}
	}
	return false
}

// MoveSquare carries a checker from one square to another by hand.
func (w *World) MoveSquare(from, to board.Square) error {
	c := w.checkerOn(from)
	if c == nil {
		return fmt.Errorf("world: moving from %v: %w", from, ErrNothing)
	}
	if from != to && w.checkerOn(to) != nil {
		return fmt.Errorf("world: moving from %v to %v: %w", from, to, ErrTaken)
	}
	w.layOnSquare(c, to)
	return nil
}

func (w *World) layOnSquare(c *Checker, sq board.Square) {
	x, y := w.squareCentre(sq)
	dx, dy := w.drawScatter(aboveStacks)
	w.layChecker(c, x+dx, y+dy)
}

// RemoveSquare takes a checker off the board, to the visitor's pile.
func (w *World) RemoveSquare(sq board.Square) error {
	c := w.checkerOn(sq)
	if c == nil {
		return fmt.Errorf("world: removing from %v: %w", sq, ErrNothing)
	}
	w.layOnPile(c)
	return nil
}

// Put lays a spare checker on a square, turned to what piece says.
func (w *World) Put(piece board.Piece, sq board.Square) error {
	if w.checkerOn(sq) != nil {
		return fmt.Errorf("world: putting %s on %v: %w", describePiece(piece), sq, ErrTaken)
	}
	if piece == board.NoPiece {
		return fmt.Errorf("world: putting nothing on %v: %w", sq, ErrNothing)
	}
	c := w.takeUnused(piece.Color(), piece.King())
	if c == nil {
		return fmt.Errorf("world: putting %s on %v: none is spare: %w", describePiece(piece), sq, ErrNothing)
	}
	w.layOnSquare(c, sq)
	return nil
}

// FlipSquare turns a checker over on its square: man to king or back.
func (w *World) FlipSquare(sq board.Square) error {
	c := w.checkerOn(sq)
	if c == nil {
		return fmt.Errorf("world: turning %v over: %w", sq, ErrNothing)
	}
	c.King = !c.King
	w.dirty = true
	return nil
}

// FlipID turns the checker with this id over.
func (w *World) FlipID(id int) error {
	c := w.checkerByID(id)
	if c == nil || c.Gripped {
		return fmt.Errorf("world: turning checker %d over: %w", id, ErrNothing)
	}
	c.King = !c.King
	w.dirty = true
	return nil
}

// MoveID lays the checker with this id exactly at (x, y), wherever that is.
func (w *World) MoveID(id int, x, y float64) error {
	c := w.checkerByID(id)
	if c == nil || c.Gripped {
		return fmt.Errorf("world: moving checker %d: %w", id, ErrNothing)
	}
	const table = 500 // mm around the base
	if !(distance(x, y, 0, 0) <= table) {
		return fmt.Errorf("world: moving checker %d to (%g, %g): off the table", id, x, y)
	}
	w.layChecker(c, x, y)
	return nil
}

// RemoveID takes the checker with this id off the board, to the visitor's pile.
func (w *World) RemoveID(id int) error {
	c := w.checkerByID(id)
	if c == nil || c.Gripped {
		return fmt.Errorf("world: lifting checker %d: %w", id, ErrNothing)
	}
	w.layOnPile(c)
	return nil
}

// TakeTrophies gives what lies in the robot's tray back to the visitor's pile, and lays spare kings
// where they are missing. It returns the number of checkers taken.
func (w *World) TakeTrophies() int {
	taken := 0
	for i := range w.checkers {
		c := &w.checkers[i]
		if w.locateChecker(c) == "tray" && w.spareSlotOf(c) < 0 {
			w.layOnPile(c)
			taken++
		}
	}
	w.restockSpares()
	return taken
}
