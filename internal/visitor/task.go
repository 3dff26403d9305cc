package visitor

import (
	"errors"
	"time"

	"crownhead/board"
	"crownhead/firmware/twin/world"
)

// mostMovements is the number of movements after which a task is given up: more than any board needs.
const mostMovements = 120

// An op is one movement of the hand.
type op struct {
	do       func(w Hand, o op) error
	from, to board.Square
	piece    board.Piece
}

func movePiece(from, to board.Square) op {
	return op{func(w Hand, o op) error { return w.MoveSquare(o.from, o.to) }, from, to, board.NoPiece}
}

func removePiece(sq board.Square) op {
	return op{func(w Hand, o op) error { return w.RemoveSquare(o.from) }, sq, board.NoSquare, board.NoPiece}
}

func stealChecker(sq board.Square) op {
	return op{func(w Hand, o op) error { return w.StealSquare(o.from) }, sq, board.NoSquare, board.NoPiece}
}

func putPiece(p board.Piece, sq board.Square) op {
	return op{func(w Hand, o op) error { return w.Put(o.piece, o.to) }, board.NoSquare, sq, p}
}

func turnOver(sq board.Square) op {
	return op{func(w Hand, o op) error { return w.FlipSquare(o.from) }, sq, board.NoSquare, board.NoPiece}
}

func takeTrophies() op {
	return op{func(w Hand, _ op) error { w.TakeTrophies(); return nil }, board.NoSquare, board.NoSquare, board.NoPiece}
}

// layBoardFor lays the board for a game in which the visitor has that colour, which may have changed.
func layBoardFor(p board.Position, visitor board.Color) op {
	return op{func(w Hand, _ op) error { w.LayAnew(p, visitor); return nil }, board.NoSquare, board.NoSquare, board.NoPiece}
}

func emptyTray() op {
	return op{func(w Hand, _ op) error { w.EmptyTray(); return nil }, board.NoSquare, board.NoSquare, board.NoPiece}
}

// fromTray lays the checker in a slot of the tray on a square, in place of what lies there. If the slot is empty, it was
// laid there before, and lies badly, or got lost.
func fromTray(slot int, p board.Piece, to board.Square) op {
	do := func(w Hand, o op) error {
		err := w.TakeFromTray(slot, o.to)
		switch there := w.Pieces()[o.to]; {
		case errors.Is(err, world.ErrTaken):
			_ = w.RemoveSquare(o.to)
			return w.TakeFromTray(slot, o.to)
		case err != nil && there == o.piece:
			return w.MoveSquare(o.to, o.to)
		case err != nil && there == board.NoPiece:
			return w.Put(o.piece, o.to)
		}
		return err
	}
	return op{do, board.NoSquare, to, p}
}

func returnSpare(from board.Square, slot int) op {
	return op{func(w Hand, o op) error { return w.ReturnSpare(o.from, slot) }, from, board.NoSquare, board.NoPiece}
}

// removeEach takes off what lies on these squares.
func removeEach(squares []board.Square) []op {
	var ops []op
	for _, sq := range squares {
		ops = append(ops, removePiece(sq))
	}
	return ops
}

// crownMen turns the men on these squares over.
func crownMen(squares []board.Square, have pieces) []op {
	var ops []op
	for _, sq := range squares {
		if p := have[sq]; p != board.NoPiece && !p.King() {
			ops = append(ops, turnOver(sq))
		}
	}
	return ops
}

// moveToMiddle lays those of the named checkers that are where they belong once more, in the middle
// of their squares.
func moveToMiddle(named []board.Square, have, goal pieces) []op {
	var ops []op
	for _, sq := range named {
		if goal[sq] != board.NoPiece && goal[sq] == have[sq] {
			ops = append(ops, movePiece(sq, sq))
		}
	}
	return ops
}

// A task is what the hand is about to do before it presses: movements one after the other, then,
// with a goal, whatever is still missing on the board.
type task struct {
	ops    []op
	goal   *pieces
	silent bool // no press at the end
	tidy   bool // also clear what lies between the squares
	done   int
}

// makeMovement makes the next movement and reports whether there was one. A movement that the board
// refuses is left out: the goal makes up for it.
func (t *task) makeMovement(now time.Duration, w Hand) bool {
	if t.done++; t.done > mostMovements {
		return false
	}
	if t.tidy {
		if id, ok := findStray(w.State(now).Checkers); ok && w.RemoveID(id) == nil {
			return true
		}
	}
	for len(t.ops) > 0 {
		o := t.ops[0]
		t.ops = t.ops[1:]
		if o.do(w, o) == nil {
			return true
		}
	}
	if t.goal == nil {
		return false
	}
	o, ok := nextOp(w.Pieces(), *t.goal)
	return ok && o.do(w, o) == nil
}

// findStray finds a checker that lies on the board where none can belong: on none of its dark
// squares, or on another one.
func findStray(checkers []world.StateChecker) (id int, ok bool) {
	const thickness = 3 // mm: a checker so much higher than another lies on it
	for _, c := range checkers {
		if c.Where == "beside" {
			return c.ID, true
		}
		if _, err := board.ParseSquare(c.Where); err != nil {
			continue
		}
		for _, o := range checkers {
			if o.Where == c.Where && c.Z > o.Z+thickness {
				return c.ID, true
			}
		}
	}
	return 0, false
}

// nextOp is the next movement that brings a board nearer to the goal. First a checker that only
// stands on a wrong square is carried to where one is missing; it is turned over before if it has
// to be, for the robot goes on as soon as the square is full. Then what stands on its square is
// turned, then the rest is taken off, then what is missing is put.
func nextOp(have, goal pieces) (op, bool) {
	if o, ok := carryMisplaced(have, goal, func(a, b board.Piece) bool { return a == b }); ok {
		return o, true
	}
	if o, ok := carryMisplaced(have, goal, isSameColor); ok {
		return turnOver(o.from), true
	}
	for sq := range board.Square(32) {
		if have[sq] != goal[sq] && isSameColor(have[sq], goal[sq]) {
			return turnOver(sq), true
		}
	}
	for sq := range board.Square(32) {
		if have[sq] != board.NoPiece && have[sq] != goal[sq] {
			return removePiece(sq), true
		}
	}
	for sq := range board.Square(32) {
		if have[sq] == board.NoPiece && goal[sq] != board.NoPiece {
			return putPiece(goal[sq], sq), true
		}
	}
	return op{}, false
}

// carryMisplaced finds a checker that is too many on its square and an empty square that wants one alike.
func carryMisplaced(have, goal pieces, alike func(a, b board.Piece) bool) (op, bool) {
	for from := range board.Square(32) {
		if have[from] == board.NoPiece || isSameColor(have[from], goal[from]) {
			continue
		}
		for to := range board.Square(32) {
			if have[to] == board.NoPiece && goal[to] != board.NoPiece && alike(have[from], goal[to]) {
				return movePiece(from, to), true
			}
		}
	}
	return op{}, false
}
