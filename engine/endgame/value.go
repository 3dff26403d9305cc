package endgame

import "crownhead/board"

// A Result is how a position ends by the best play of both, draw counters left out, for the side to move.
type Result uint8

// The results. A position that is in no table is Unknown.
const (
	Unknown Result = iota
	Draw
	Win
	Loss
)

// String is the result's name in the answers of commands.
func (r Result) String() string {
	if r > Loss {
		r = Unknown
	}
	return [...]string{"unknown", "draw", "win", "loss"}[r]
}

// A value is a result and its distance-to-win in one byte: 0 is a draw, else it is the distance in plies plus one. The
// mover's wins take an odd number of plies and the mover's losses an even one, so the distance says which it is.
type value uint8

const (
	drawValue    value = 0
	lostValue    value = 1   // nothing left to move
	longestValue value = 254 // the greatest value of a position
)

func (v value) isLoss() bool { return v&1 == 1 }

func (v value) result() (r Result, distance int) {
	switch {
	case v == drawValue:
		return Draw, 0
	case v.isLoss():
		return Loss, int(v) - 1
	}
	return Win, int(v) - 1
}

// parentValue is the value of a position whose only move leads to one of value v.
func (v value) parentValue() value {
	if v == drawValue {
		return drawValue
	}
	return v + 1
}

// betterThan reports whether the mover prefers v to w: quick wins to slow ones, wins to draws, slow losses to quick
// ones.
func (v value) betterThan(w value) bool { return v.preference() > w.preference() }

func (v value) preference() int {
	switch {
	case v == drawValue:
		return 0
	case v.isLoss():
		return int(v) - 512
	}
	return 512 - int(v)
}

// A valueSource has values of positions with White to move.
type valueSource interface {
	valueOf(p board.Position) (value, bool)
}

// bestValue is the value of a position by its moves; it is not ok unless all of them lead to known positions.
func bestValue(p board.Position, moves []board.Move, known valueSource) (value, bool) {
	best := lostValue
	for i, m := range moves {
		v, ok := known.valueOf(swapSides(p.Play(m)))
		if !ok {
			return 0, false
		}
		if v = v.parentValue(); i == 0 || v.betterThan(best) {
			best = v
		}
	}
	return best, true
}

// swapSides is the same position seen by the other side, which is then to move.
func swapSides(p board.Position) board.Position {
	return board.Position{White: p.Black.Rotate(), Black: p.White.Rotate(), Kings: p.Kings.Rotate()}
}
