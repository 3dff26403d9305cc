// Package clock has a clock that may run faster than the wall's. A daemon and a virtual robot that share its
// pace live faster together, and nothing in them knows it.
package clock

import (
	"fmt"
	"math"
	"strconv"
	"time"
)

// Never is a time that doesn't come: nothing is due.
const Never = time.Duration(math.MaxInt64)

// A Clock is the wall's, or one that runs a fixed number of times faster. The zero Clock is the wall's.
type Clock struct{ pace float64 }

// Bounds of a pace. Beyond the upper one the line's silences are shorter than what a computer holds a program up for.
const (
	slowestPace = 0.1
	fastestPace = 50
)

// ParsePace reads how many times faster than the wall's a clock runs.
func ParsePace(s string) (Clock, error) {
	pace, err := strconv.ParseFloat(s, 64)
	if err != nil || math.IsNaN(pace) || pace < slowestPace || pace > fastestPace {
		return Clock{}, fmt.Errorf("clock: a pace is a number from %v to %v", slowestPace, fastestPace)
	}
	return Clock{pace}, nil
}

// Real reports whether this is the wall's clock, the only one by which real hardware moves.
func (c Clock) Real() bool { return c.Pace() == 1 }

// Pace is how many times faster than the wall's the clock runs.
func (c Clock) Pace() float64 {
	if c.pace == 0 {
		return 1
	}
	return c.pace
}

// Since is the time on this clock since the wall's showed t.
func (c Clock) Since(t time.Time) time.Duration { return scaleDuration(time.Since(t), c.Pace()) }

// Wall is how long d of this clock lasts on the wall's, rounded up: a caller that waits so long does not come
// too early.
func (c Clock) Wall(d time.Duration) time.Duration { return scaleDuration(d, 1/c.Pace()) }

// scaleDuration keeps what is too long for a Duration at the longest there is.
func scaleDuration(d time.Duration, by float64) time.Duration {
	if by == 1 {
		return d
	}
	if f := math.Ceil(float64(d) * by); f < math.MaxInt64 {
		return time.Duration(f)
	}
	return math.MaxInt64
}
