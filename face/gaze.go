package face

import (
	"math"
	"math/rand/v2"
	"time"
)

// A habit is what the eyes do while nothing tells them where to look.
type habit uint8

const (
	habitStay   habit = iota // keep to the target
	habitWait                // the visitor, with a glance at the board now and then
	habitThink               // from square to square
	habitWander              // anywhere: nobody plays
)

// gaze decides where the eyes look.
type gaze struct {
	habit  habit
	target Target
	offX   int // a shift of the pupils that wandering adds
	offY   int
	next   time.Duration // when the habit moves the eyes again
}

func newGaze(now time.Duration) gaze {
	g := gaze{}
	g.follow(now, habitWander, Visitor)
	return g
}

// follow takes up a habit, beginning at a target.
func (g *gaze) follow(now time.Duration, h habit, t Target) {
	*g = gaze{habit: h, target: t, next: now + time.Second}
	if h == habitStay {
		g.next = Never
	}
}

func (g *gaze) advance(now time.Duration, rng *rand.Rand) {
	if now < g.next {
		return
	}
	switch g.habit {
	case habitWait:
		g.glance(now, rng)
	case habitThink:
		g.target = Target(rng.IntN(32))
		g.next = now + between(rng, 500*time.Millisecond, 1200*time.Millisecond)
	case habitWander:
		g.offX, g.offY = rng.IntN(5)-2, rng.IntN(3)-1
		g.next = now + between(rng, 1200*time.Millisecond, 4*time.Second)
	default:
		g.next = Never
	}
}

// glance looks from the visitor to the board for a moment, or back.
func (g *gaze) glance(now time.Duration, rng *rand.Rand) {
	if g.target == Visitor {
		g.target = Board
		g.next = now + between(rng, 700*time.Millisecond, 1500*time.Millisecond)
		return
	}
	g.target = Visitor
	g.next = now + between(rng, 3*time.Second, 7*time.Second)
}

// pupils returns the shift of the pupils, columns to the right and rows down.
func (g *gaze) pupils() (dx, dy int) {
	switch {
	case g.target == Visitor:
		return g.offX, g.offY
	case g.target >= Board:
		return 0, 2
	}
	across, row := cell(g.target)
	dy = 2
	if row < 4 { // the visitor's half is farther from the robot, so higher in its view
		dy = 1
	}
	return int(math.Round(2 * across)), dy
}

// across returns how far to the side the head must turn, −1 (visitor's left) … 1.
func (g *gaze) across() float64 {
	switch {
	case g.target == Visitor:
		return float64(g.offX) / 3
	case g.target >= Board:
		return 0
	}
	across, _ := cell(g.target)
	return across
}

// down tells whether the eyes are on the board.
func (g *gaze) down() bool { return g.target <= Board }

// cell returns where a place lies: across −1 (visitor's left edge) … 1, and its row from the visitor, 0…7.
func cell(t Target) (across float64, row int) {
	row = int(t) / 4
	column := 2*(int(t)%4) + row%2
	return (float64(column) - 3.5) / 3.5, row
}
