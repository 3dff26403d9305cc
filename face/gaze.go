package face

import (
	"math"
	"math/rand/v2"
	"time"
)

// A Target is what the eyes look at: one of the 32 places of the board, the board as a whole, or the visitor.
type Target uint8

// Targets that are not a single place.
const (
	Board   Target = 32
	Visitor Target = 33
)

// Place is the target of a place: the dark squares counted from the corner at the visitor's left, 0…31.
// For a visitor who plays White it is the number of the square, for Black 31 minus it. Anything else is
// the whole board.
func Place(place int) Target {
	if place < 0 || place > 31 {
		return Board
	}
	return Target(place)
}

// A habit is what the eyes do while nothing tells them where to look.
type habit uint8

const (
	habitFixate habit = iota // keep to the target
	habitWait                // look at the visitor, with a glance at the board now and then
	habitThink               // jump from square to square
	habitWander              // look anywhere: nobody plays
)

// A gaze decides where the eyes look.
type gaze struct {
	habit  habit
	target Target
	offX   int // shift of the pupils that wandering adds
	offY   int
	next   time.Duration // when the habit moves the eyes again
}

func newGaze(now time.Duration) gaze {
	g := gaze{}
	g.takeUp(now, habitWander, Visitor)
	return g
}

// takeUp begins a habit at a target.
func (g *gaze) takeUp(now time.Duration, h habit, t Target) {
	*g = gaze{habit: h, target: t, next: now + time.Second}
	if h == habitFixate {
		g.next = never
	}
}

// advance makes the saccade that is due.
func (g *gaze) advance(now time.Duration, rng *rand.Rand) {
	if now < g.next {
		return
	}
	switch g.habit {
	case habitWait:
		if g.target == Visitor {
			g.target = Board
			g.next = now + randomBetween(rng, 700*time.Millisecond, 1500*time.Millisecond)
		} else {
			g.target = Visitor
			g.next = now + randomBetween(rng, 3*time.Second, 7*time.Second)
		}
	case habitThink:
		g.target = Target(rng.IntN(32))
		g.next = now + randomBetween(rng, 500*time.Millisecond, 1200*time.Millisecond)
	case habitWander:
		g.offX, g.offY = rng.IntN(5)-2, rng.IntN(3)-1
		g.next = now + randomBetween(rng, 1200*time.Millisecond, 4*time.Second)
	default:
		g.next = never
	}
}

// pupilShift returns the shift of the pupils, columns to the right and rows down.
func (g *gaze) pupilShift() (dx, dy int) {
	switch {
	case g.target == Visitor:
		return g.offX, g.offY
	case g.target >= Board:
		return 0, 2
	}
	across, row := locatePlace(g.target)
	dy = 2
	if row < 4 { // the visitor's half is farther from the robot, so higher in its view
		dy = 1
	}
	return int(math.Round(2 * across)), dy
}

// panShare returns how far to the side the neck must turn, −1 (visitor's left) … 1.
func (g *gaze) panShare() float64 {
	switch {
	case g.target == Visitor:
		return float64(g.offX) / 3
	case g.target >= Board:
		return 0
	}
	across, _ := locatePlace(g.target)
	return across
}

// onBoard reports whether the eyes are on the board.
func (g *gaze) onBoard() bool { return g.target <= Board }

// locatePlace returns where a place lies: across −1 (visitor's left edge) … 1, and its row from the
// visitor, 0…7.
func locatePlace(t Target) (across float64, row int) {
	row = int(t) / 4
	column := 2*(int(t)%4) + row%2
	return (float64(column) - 3.5) / 3.5, row
}
