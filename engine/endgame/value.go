package endgame

// A Result is how a position ends by the best play of both, draw counters left out, for the side to move.
type Result uint8

// The results; Unknown is that of positions that are in no table.
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

// A value is a result and its distance in one byte: 0 is a draw, else the distance in plies and one more. The mover's
// wins take an odd number of plies and his losses an even one, so the distance tells which it is.
type value uint8

const (
	draw    value = 0
	lost    value = 1   // nothing left to move
	longest value = 254 // the greatest value of a position
)

func (v value) result() (r Result, distance int) {
	switch {
	case v == draw:
		return Draw, 0
	case v&1 == 0:
		return Win, int(v) - 1
	}
	return Loss, int(v) - 1
}

// before is the value of a position whose only move leads to one of value v.
func (v value) before() value {
	if v == draw {
		return draw
	}
	return v + 1
}

// better tells which of two values the mover likes more: quick wins, then draws, then slow losses.
func (v value) better(w value) bool { return v.worth() > w.worth() }

func (v value) worth() int {
	switch {
	case v == draw:
		return 0
	case v&1 == 0:
		return 512 - int(v)
	}
	return int(v) - 512
}
