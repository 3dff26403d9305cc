package visitor

import (
	"math/rand/v2"
	"time"

	"crownhead/board"
	"crownhead/firmware/twin/world"
)

// idle presses without having moved.
func (t *turn) idle(*rand.Rand) []op { return []op{} }

// astray puts one of his own checkers on any free square.
func (t *turn) astray(rng *rand.Rand) []op {
	return t.anywhere(rng, t.before.Pieces(t.before.Turn))
}

// foreign moves one of the robot's checkers.
func (t *turn) foreign(rng *rand.Rand) []op {
	return t.anywhere(rng, t.before.Pieces(t.before.Turn.Other()))
}

func (t *turn) anywhere(rng *rand.Rand, from board.Bits) []op {
	free := (^t.before.Occupied()).Squares()
	own := from.Squares()
	if len(own) == 0 || len(free) == 0 {
		return nil
	}
	return []op{move(own[rng.IntN(len(own))], free[rng.IntN(len(free))])}
}

// halfWay stops a capture of several after the first.
func (t *turn) halfWay(*rand.Rand) []op {
	path, order := t.before.Path(t.intended), t.before.CaptureOrder(t.intended)
	if len(order) < 2 || len(path) < 3 {
		return nil
	}
	return []op{move(path[0], path[1]), remove(order[0])}
}

// leftStanding forgets one of the captured checkers.
func (t *turn) leftStanding(rng *rand.Rand) []op {
	order := t.before.CaptureOrder(t.intended)
	if len(order) == 0 {
		return nil
	}
	forgotten := order[rng.IntN(len(order))]
	ops := []op{move(t.intended.From, t.intended.To)}
	for _, sq := range order {
		if sq != forgotten {
			ops = append(ops, remove(sq))
		}
	}
	return ops
}

// passedBy makes a quiet move although he must capture.
func (t *turn) passedBy(rng *rand.Rand) []op {
	if !t.intended.IsCapture() {
		return nil
	}
	var quiet []op
	for _, from := range t.before.Pieces(t.before.Turn).Squares() {
		for _, to := range (^t.before.Occupied()).Squares() {
			if ahead(t.before.Turn, from, to) {
				quiet = append(quiet, move(from, to))
			}
		}
	}
	if len(quiet) == 0 {
		return nil
	}
	return quiet[rng.IntN(len(quiet)):][:1]
}

// ahead tells whether to is a man's step from from.
func ahead(c board.Color, from, to board.Square) bool {
	up := to.Rank() - from.Rank()
	if c == board.Black {
		up = -up
	}
	side := to.File() - from.File()
	return up == 1 && (side == 1 || side == -1)
}

// stolen takes one of the robot's checkers off besides moving.
func (t *turn) stolen(rng *rand.Rand) []op {
	left := t.after.Pieces(t.before.Turn.Other()).Squares()
	if len(left) == 0 {
		return nil
	}
	return append(t.hand(), remove(left[rng.IntN(len(left))]))
}

// inMind is a board that the visitor only imagines.
type inMind struct{ pieces }

func (f *inMind) Pieces() pieces { return f.pieces }

func (f *inMind) State(time.Duration) world.State { return world.State{} }

func (f *inMind) Move(from, to board.Square) error {
	p := f.pieces[from]
	f.pieces[from] = board.NoPiece
	f.pieces[to] = p
	return nil
}

func (f *inMind) Remove(sq board.Square) error {
	f.pieces[sq] = board.NoPiece
	return nil
}

func (f *inMind) Put(p board.Piece, sq board.Square) error {
	f.pieces[sq] = p
	return nil
}

func (f *inMind) Turn(board.Square) error { return nil }
func (f *inMind) Lift(int) error          { return nil }
func (f *inMind) TakeTrophies() int       { return 0 }
func (f *inMind) Press(time.Duration)     {}
