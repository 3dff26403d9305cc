package visitor

import (
	"math/rand/v2"
	"time"

	"crownhead/board"
	"crownhead/firmware/twin/world"
)

// planMistake chooses what goes wrong. What would pass for a legal move is no mistake.
func (t *intendedMove) planMistake(rng *rand.Rand) ([]op, bool) {
	kinds := []func(*rand.Rand) []op{
		t.pressIdle, t.moveAstray, t.stopHalfWay, t.leaveStanding, t.moveForeign, t.missCapture, t.stealPiece,
	}
	rng.Shuffle(len(kinds), func(i, j int) { kinds[i], kinds[j] = kinds[j], kinds[i] })
	for _, kind := range kinds {
		ops := kind(rng)
		if ops != nil && !t.isLegal(imagineOps(piecesOf(t.before), ops)) {
			return ops, true
		}
	}
	return nil, false
}

// pressIdle presses without having moved.
func (t *intendedMove) pressIdle(*rand.Rand) []op { return []op{} }

// moveAstray puts one of the visitor's checkers on any free square.
func (t *intendedMove) moveAstray(rng *rand.Rand) []op {
	return t.moveAnywhere(rng, t.before.Pieces(t.before.Turn))
}

// moveForeign moves one of the robot's checkers.
func (t *intendedMove) moveForeign(rng *rand.Rand) []op {
	return t.moveAnywhere(rng, t.before.Pieces(t.before.Turn.Other()))
}

func (t *intendedMove) moveAnywhere(rng *rand.Rand, from board.Bits) []op {
	free := (^t.before.Occupied()).Squares()
	own := from.Squares()
	if len(own) == 0 || len(free) == 0 {
		return nil
	}
	return []op{movePiece(own[rng.IntN(len(own))], free[rng.IntN(len(free))])}
}

// stopHalfWay stops a capture of several after the first.
func (t *intendedMove) stopHalfWay(*rand.Rand) []op {
	path, order := t.before.Path(t.move), t.before.CaptureOrder(t.move)
	if len(order) < 2 || len(path) < 3 {
		return nil
	}
	return []op{movePiece(path[0], path[1]), removePiece(order[0])}
}

// leaveStanding forgets one of the captured checkers.
func (t *intendedMove) leaveStanding(rng *rand.Rand) []op {
	order := t.before.CaptureOrder(t.move)
	if len(order) == 0 {
		return nil
	}
	forgotten := order[rng.IntN(len(order))]
	ops := []op{movePiece(t.move.From, t.move.To)}
	for _, sq := range order {
		if sq != forgotten {
			ops = append(ops, removePiece(sq))
		}
	}
	return ops
}

// missCapture makes a quiet move although the visitor must capture.
func (t *intendedMove) missCapture(rng *rand.Rand) []op {
	if !t.move.IsCapture() {
		return nil
	}
	var quiet []op
	for _, from := range t.before.Pieces(t.before.Turn).Squares() {
		for _, to := range (^t.before.Occupied()).Squares() {
			if isStepAhead(t.before.Turn, from, to) {
				quiet = append(quiet, movePiece(from, to))
			}
		}
	}
	if len(quiet) == 0 {
		return nil
	}
	return quiet[rng.IntN(len(quiet)):][:1]
}

// isStepAhead reports whether to is a man's step from from.
func isStepAhead(c board.Color, from, to board.Square) bool {
	up := to.Rank() - from.Rank()
	if c == board.Black {
		up = -up
	}
	side := to.File() - from.File()
	return up == 1 && (side == 1 || side == -1)
}

// stealPiece takes one of the robot's checkers off besides moving.
func (t *intendedMove) stealPiece(rng *rand.Rand) []op {
	left := t.after.Pieces(t.before.Turn.Other()).Squares()
	if len(left) == 0 {
		return nil
	}
	return append(t.moveOps(), stealChecker(left[rng.IntN(len(left))]))
}

// imagineOps is the board after these movements.
func imagineOps(have pieces, ops []op) pieces {
	b := &imaginedBoard{have}
	for _, o := range ops {
		_ = o.do(b, o) // what cannot be done changes nothing
	}
	return b.pieces
}

// An imaginedBoard is a board that the visitor only imagines.
type imaginedBoard struct{ pieces }

var _ Hand = (*imaginedBoard)(nil)

func (b *imaginedBoard) Pieces() pieces { return b.pieces }

func (b *imaginedBoard) State(time.Duration) world.State { return world.State{} }

func (b *imaginedBoard) MoveSquare(from, to board.Square) error {
	p := b.pieces[from]
	b.pieces[from] = board.NoPiece
	b.pieces[to] = p
	return nil
}

func (b *imaginedBoard) RemoveSquare(sq board.Square) error {
	b.pieces[sq] = board.NoPiece
	return nil
}

func (b *imaginedBoard) StealSquare(sq board.Square) error { return b.RemoveSquare(sq) }

func (b *imaginedBoard) Put(p board.Piece, sq board.Square) error {
	b.pieces[sq] = p
	return nil
}

func (b *imaginedBoard) FlipSquare(board.Square) error { return nil }
func (b *imaginedBoard) RemoveID(int) error            { return nil }
func (b *imaginedBoard) TakeTrophies() int             { return 0 }
func (b *imaginedBoard) EmptyTray() int                { return 0 }

func (b *imaginedBoard) LayAnew(p board.Position, _ board.Color) { b.pieces = piecesOf(p) }

func (b *imaginedBoard) TakeFromTray(int, board.Square) error { return nil }
func (b *imaginedBoard) ReturnSpare(board.Square, int) error  { return nil }

func (b *imaginedBoard) Press(time.Duration) {}
