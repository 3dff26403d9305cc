package visitor

import (
	"time"

	"crownhead/board"
)

// enough is the number of movements after which a task is given up: more than any board needs.
const enough = 120

// A pieces array is what lies on each square.
type pieces = [32]board.Piece

// An op is one movement of the hand.
type op struct {
	do       func(w Hand, o op) error
	from, to board.Square
	piece    board.Piece
}

func move(from, to board.Square) op {
	return op{func(w Hand, o op) error { return w.Move(o.from, o.to) }, from, to, board.NoPiece}
}

func remove(sq board.Square) op {
	return op{func(w Hand, o op) error { return w.Remove(o.from) }, sq, board.NoSquare, board.NoPiece}
}

func put(p board.Piece, sq board.Square) op {
	return op{func(w Hand, o op) error { return w.Put(o.piece, o.to) }, board.NoSquare, sq, p}
}

func turnOver(sq board.Square) op {
	return op{func(w Hand, o op) error { return w.Turn(o.from) }, sq, board.NoSquare, board.NoPiece}
}

func takeTrophies() op {
	return op{func(w Hand, _ op) error { w.TakeTrophies(); return nil }, board.NoSquare, board.NoSquare, board.NoPiece}
}

// A task is what the hand is about to do before it presses: movements one after the other, then, with a goal, whatever
// the board still lacks.
type task struct {
	ops    []op
	goal   *pieces
	silent bool // no press at the end
	tidy   bool // also clear what lies between the squares
	done   int
}

// step makes the next movement and tells whether there was one. A movement that the board refuses is left out: the
// goal makes up for it.
func (t *task) step(now time.Duration, w Hand) bool {
	if t.done++; t.done > enough {
		return false
	}
	if t.tidy {
		if id, ok := stray(w.State(now).Checkers); ok && w.Lift(id) == nil {
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

// nextOp is the next movement that brings a board nearer to the goal: first what only stands on a wrong square is
// carried to where it lacks, turned over before if it has to be, for the robot goes on as soon as the square is full;
// then what stands right is turned, then the rest is taken off, then what lacks is put.
func nextOp(have, goal pieces) (op, bool) {
	if o, ok := carry(have, goal, func(a, b board.Piece) bool { return a == b }); ok {
		return o, true
	}
	if o, ok := carry(have, goal, sameColor); ok {
		return turnOver(o.from), true
	}
	for sq := range board.Square(32) {
		if have[sq] != goal[sq] && sameColor(have[sq], goal[sq]) {
			return turnOver(sq), true
		}
	}
	for sq := range board.Square(32) {
		if have[sq] != board.NoPiece && have[sq] != goal[sq] {
			return remove(sq), true
		}
	}
	for sq := range board.Square(32) {
		if have[sq] == board.NoPiece && goal[sq] != board.NoPiece {
			return put(goal[sq], sq), true
		}
	}
	return op{}, false
}

// carry finds a checker that is too many on its square and an empty square that wants one alike.
func carry(have, goal pieces, alike func(a, b board.Piece) bool) (op, bool) {
	for from := range board.Square(32) {
		if have[from] == board.NoPiece || sameColor(have[from], goal[from]) {
			continue
		}
		for to := range board.Square(32) {
			if have[to] == board.NoPiece && goal[to] != board.NoPiece && alike(have[from], goal[to]) {
				return move(from, to), true
			}
		}
	}
	return op{}, false
}

func sameColor(a, b board.Piece) bool {
	return a != board.NoPiece && b != board.NoPiece && a.Color() == b.Color()
}

// piecesOf lists what a position has on each square.
func piecesOf(p board.Position) pieces {
	var all pieces
	for sq := range board.Square(32) {
		all[sq] = p.PieceAt(sq)
	}
	return all
}

// occupied is the set of squares on which something lies.
func occupied(have pieces) board.Bits {
	var b board.Bits
	for sq := range board.Square(32) {
		if have[sq] != board.NoPiece {
			b |= sq.Bit()
		}
	}
	return b
}
