package twin

import (
	"errors"
	"fmt"

	"crownhead/board"
)

// ErrNothing is returned when the hand finds no checker where it reaches.
var ErrNothing = errors.New("no checker there")

// ErrTaken is returned when the square to lay a checker on is not free.
var ErrTaken = errors.New("the square is taken")

const careful = 4.0 // mm: setting up, a checker further off its middle is laid again

// Setup lays a game's 24 checkers: those of p on the board, the rest on the visitor's pile; and the robot's spare kings
// in its tray. The visitor gets as many spare checkers on his pile. It throws nothing else away: counts stay.
func (w *World) Setup(p board.Position, visitor board.Color, spareKings int) {
	const each = 12
	w.visitor, w.spares = visitor, min(spareKings, len(w.truth.Tray.Spares))
	w.nozzle.held = unset
	w.checkers = w.checkers[:0]
	for _, color := range []board.Color{board.White, board.Black} {
		for range each + w.spares {
			w.checkers = append(w.checkers, Checker{ID: len(w.checkers) + 1, Color: color, Z: tall})
		}
	}
	for i := range w.checkers {
		w.checkers[i].X, w.checkers[i].Y = w.truth.pile(i)
	}
	for sq := range board.Square(32) {
		if piece := p.PieceAt(sq); piece != board.NoPiece {
			c := w.spare(piece.Color(), piece.King())
			x, y := w.spot(sq)
			dx, dy := w.scatter(careful)
			w.lay(c, x+dx, y+dy)
		}
	}
	w.restock()
	w.settle()
}

// scatter is how far the hand lays a checker from where it aims, never further than most.
func (w *World) scatter(most float64) (dx, dy float64) {
	if w.exact {
		return 0, 0
	}
	for {
		dx, dy = w.handRNG.NormFloat64()*w.truth.VisitorSigma, w.handRNG.NormFloat64()*w.truth.VisitorSigma
		if apart(dx, dy, 0, 0) <= most {
			return dx, dy
		}
	}
}

// spare finds a checker of a colour on the pile, or on the table or in the tray outside the spare kings' slots, and
// turns it to a man or king.
func (w *World) spare(color board.Color, king bool) *Checker {
	for _, from := range []string{"pile", "table", "tray"} {
		for i := range w.checkers {
			c := &w.checkers[i]
			if c.Color == color && w.where(c) == from && !w.inSpareSlot(c) {
				c.King = king
				return c
			}
		}
	}
	return nil
}

// inSpareSlot tells whether a checker lies where a spare king belongs.
func (w *World) inSpareSlot(c *Checker) bool {
	return w.slotOf(c) >= 0
}

func (w *World) slotOf(c *Checker) int {
	for i, slot := range w.truth.Tray.Spares {
		if apart(c.X, c.Y, slot.X, slot.Y) < checkerRadius {
			return i
		}
	}
	return -1
}

// restock lays kings of the robot's colour in the spare slots that are empty or hold another checker.
func (w *World) restock() {
	robot := w.visitor.Other()
	for i, slot := range w.truth.Tray.Spares[:w.spares] {
		var there *Checker
		for k := range w.checkers {
			if c := &w.checkers[k]; !c.Held && w.slotOf(c) == i {
				there = c
			}
		}
		if there != nil && there.Color == robot {
			there.King = true
			continue
		}
		if there != nil {
			w.toPile(there)
		}
		if c := w.spare(robot, true); c != nil {
			dx, dy := w.scatter(careful)
			w.lay(c, slot.X+dx, slot.Y+dy)
		}
	}
}

// toPile lays a checker on a free place of the pile.
func (w *World) toPile(c *Checker) {
	for i := range 4 * len(w.checkers) {
		x, y := w.truth.pile(i)
		if !w.taken(x, y) {
			w.lay(c, x, y)
			return
		}
	}
}

// taken tells whether a checker laid at (x, y) would stand in another.
func (w *World) taken(x, y float64) bool {
	for i := range w.checkers {
		if c := &w.checkers[i]; !c.Held && apart(c.X, c.Y, x, y) < 2*checkerRadius {
			return true
		}
	}
	return false
}

// Move carries a checker from one square to another by hand.
func (w *World) Move(from, to board.Square) error {
	c := w.on(from)
	if c == nil {
		return fmt.Errorf("twin: moving from %v: %w", from, ErrNothing)
	}
	if from != to && w.on(to) != nil {
		return fmt.Errorf("twin: moving from %v to %v: %w", from, to, ErrTaken)
	}
	w.layOn(c, to)
	return nil
}

func (w *World) layOn(c *Checker, sq board.Square) {
	x, y := w.spot(sq)
	dx, dy := w.scatter(tall)
	w.lay(c, x+dx, y+dy)
}

// Remove takes a checker off the board, to the visitor's pile.
func (w *World) Remove(sq board.Square) error {
	c := w.on(sq)
	if c == nil {
		return fmt.Errorf("twin: removing from %v: %w", sq, ErrNothing)
	}
	w.toPile(c)
	return nil
}

// Put lays a spare checker on a square, turned to what piece says.
func (w *World) Put(piece board.Piece, sq board.Square) error {
	if w.on(sq) != nil {
		return fmt.Errorf("twin: putting %s on %v: %w", describe(piece), sq, ErrTaken)
	}
	if piece == board.NoPiece {
		return fmt.Errorf("twin: putting nothing on %v: %w", sq, ErrNothing)
	}
	c := w.spare(piece.Color(), piece.King())
	if c == nil {
		return fmt.Errorf("twin: putting %s on %v: none is spare: %w", describe(piece), sq, ErrNothing)
	}
	w.layOn(c, sq)
	return nil
}

// Turn turns a checker over on its square: man to king or back.
func (w *World) Turn(sq board.Square) error {
	c := w.on(sq)
	if c == nil {
		return fmt.Errorf("twin: turning %v over: %w", sq, ErrNothing)
	}
	c.King = !c.King
	w.changed = true
	return nil
}

// TurnID turns the checker with this id over.
func (w *World) TurnID(id int) error {
	c := w.byID(id)
	if c == nil || c.Held {
		return fmt.Errorf("twin: turning checker %d over: %w", id, ErrNothing)
	}
	c.King = !c.King
	w.changed = true
	return nil
}

// MoveTo lays the checker with this id exactly at (x, y), wherever that is.
func (w *World) MoveTo(id int, x, y float64) error {
	c := w.byID(id)
	if c == nil || c.Held {
		return fmt.Errorf("twin: moving checker %d: %w", id, ErrNothing)
	}
	const table = 500 // mm around the base
	if !(apart(x, y, 0, 0) <= table) {
		return fmt.Errorf("twin: moving checker %d to (%g, %g): off the table", id, x, y)
	}
	w.lay(c, x, y)
	return nil
}

// Lift takes the checker with this id off the board, to the visitor's pile.
func (w *World) Lift(id int) error {
	c := w.byID(id)
	if c == nil || c.Held {
		return fmt.Errorf("twin: lifting checker %d: %w", id, ErrNothing)
	}
	w.toPile(c)
	return nil
}

// TakeTrophies gives what lies in the robot's tray back to the visitor's pile, and lays spare kings where they are
// missing. It returns the number of checkers taken.
func (w *World) TakeTrophies() int {
	taken := 0
	for i := range w.checkers {
		c := &w.checkers[i]
		if w.where(c) == "tray" && !w.inSpareSlot(c) {
			w.toPile(c)
			taken++
		}
	}
	w.restock()
	return taken
}
