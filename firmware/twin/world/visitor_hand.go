package world

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"crownhead/board"
	"crownhead/firmware/twin/groundtruth"
)

// ErrNothing is returned when the hand finds no checker where it reaches.
var ErrNothing = errors.New("no checker there")

// ErrTaken is returned when the square to lay a checker on is not free.
var ErrTaken = errors.New("the square is taken")

// unlimitedScatter lets the hand miss by any distance.
var unlimitedScatter = math.Inf(1)

// drawScatter draws how far from its aim the hand lays a checker, never further than most.
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

// isTaken reports whether a checker laid at (x, y) would share space with another.
func (w *World) isTaken(x, y float64) bool {
	for i := range w.checkers {
		if c := &w.checkers[i]; !c.Gripped && distance(c.X, c.Y, x, y) < 2*checkerRadius {
			return true
		}
	}
	return false
}

// MoveSquare moves the checker on one square to another, as well as a hand can.
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
	dx, dy := w.drawScatter(unlimitedScatter)
	w.layChecker(c, x+dx, y+dy)
}

// RemoveSquare moves the checker on a square to the visitor's pile.
func (w *World) RemoveSquare(sq board.Square) error {
	c := w.checkerOn(sq)
	if c == nil {
		return fmt.Errorf("world: removing from %v: %w", sq, ErrNothing)
	}
	w.layOnPile(c)
	return nil
}

// StealSquare takes the checker on a square off as RemoveSquare does, though the game leaves it there. Where the sensor
// is stuck, nothing shows that.
func (w *World) StealSquare(sq board.Square) error {
	err := w.RemoveSquare(sq)
	if err == nil && w.faultySensors.Stuck>>groundtruth.PlaceOf(sq, w.visitor)&1 != 0 {
		w.unseenThefts |= sq.Bit()
		w.thefts++
	}
	return err
}

// Put lays an unused checker on a square, as this piece.
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

// FlipSquare turns the checker on a square over: man to king or back.
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

// MoveID lays the checker with this id at (x, y), without scatter.
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

// RemoveID moves the checker with this id to the visitor's pile.
func (w *World) RemoveID(id int) error {
	c := w.checkerByID(id)
	if c == nil || c.Gripped {
		return fmt.Errorf("world: lifting checker %d: %w", id, ErrNothing)
	}
	w.layOnPile(c)
	return nil
}

// TakeTrophies moves the captured checkers from the robot's tray to the visitor's pile, and lays spare kings
// where they are missing. It returns how many checkers it took.
func (w *World) TakeTrophies() int {
	taken := w.EmptyTray()
	w.restockSpares()
	return taken
}

// EmptyTray moves the captured checkers from the robot's tray to the visitor's pile. It returns how many they were.
func (w *World) EmptyTray() (taken int) {
	for i := range w.checkers {
		c := &w.checkers[i]
		if w.locateChecker(c) == "tray" && w.spareSlotOf(c) < 0 {
			w.layOnPile(c)
			taken++
		}
	}
	return taken
}

// TakeFromTray lays the captured checker in a slot of the tray on a square. Slots count from 0.
func (w *World) TakeFromTray(slot int, to board.Square) error {
	c := w.checkerInSlot(w.truth.Tray.Trophies, slot)
	if c == nil {
		return fmt.Errorf("world: taking from slot %d of the tray: %w", slot+1, ErrNothing)
	}
	if w.checkerOn(to) != nil {
		return fmt.Errorf("world: putting back on %v: %w", to, ErrTaken)
	}
	w.layOnSquare(c, to)
	return nil
}

// ReturnSpare lays the checker on a square in a slot for spare kings; without a square, one from the pile if the slot is
// empty, once what lies in the tray beside the slots is taken away. Slots count from 0.
func (w *World) ReturnSpare(from board.Square, slot int) error {
	if slot < 0 || slot >= w.spares {
		return fmt.Errorf("world: slot %d for spare kings: %w", slot+1, ErrNothing)
	}
	if from == board.NoSquare {
		w.clearTray()
		w.restockSpare(slot)
		return nil
	}
	c := w.checkerOn(from)
	if c == nil {
		return fmt.Errorf("world: taking from %v: %w", from, ErrNothing)
	}
	if w.checkerInSlot(w.truth.Tray.Spares, slot) != nil {
		return fmt.Errorf("world: slot %d for spare kings: %w", slot+1, ErrTaken)
	}
	w.layInSpareSlot(c, slot)
	return nil
}

// clearTray takes away what has fallen into the tray, or was pushed there, and lies in none of its slots.
func (w *World) clearTray() {
	const badly = 4 // mm from the middle of a slot
	slots := slices.Concat(w.truth.Tray.Trophies, w.truth.Tray.Spares)
	for i := range w.checkers {
		c := &w.checkers[i]
		inSlot := func(s groundtruth.Point) bool { return distance(c.X, c.Y, s.X, s.Y) <= badly }
		if w.locateChecker(c) == "tray" && !slices.ContainsFunc(slots, inSlot) {
			w.layOnPile(c)
		}
	}
}

// checkerInSlot finds the uppermost checker in one of some slots.
func (w *World) checkerInSlot(slots []groundtruth.Point, slot int) (found *Checker) {
	if slot < 0 || slot >= len(slots) {
		return nil
	}
	for i := range w.checkers {
		c := &w.checkers[i]
		if !c.Gripped && distance(c.X, c.Y, slots[slot].X, slots[slot].Y) < checkerRadius && (found == nil || c.Z > found.Z) {
			found = c
		}
	}
	return found
}
