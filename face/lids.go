package face

import (
	"math/rand/v2"
	"time"
)

// lid is how far the lids are closed.
type lid uint8

const (
	lidOpen lid = iota
	lidHalf
	lidClosed
)

// blink is the course of the lids; its last level stays until the next blink.
var blink = [...]lid{lidHalf, lidClosed, lidHalf, lidOpen}

// Each level of a blink must outlive the distance of two frames, or it would never be seen.
const lidTime = 65 * time.Millisecond

// oftenTwice is the share of blinks that come in pairs, as people's do.
const oftenTwice = 0.2

// lids blink at random intervals.
type lids struct {
	min, max time.Duration
	step     int // index into blink
	next     time.Duration
}

func newLids(c Config, rng *rand.Rand, now time.Duration) lids {
	l := lids{min: seconds(c.BlinkMin), max: seconds(c.BlinkMax), step: len(blink) - 1}
	l.next = now + between(rng, l.min, l.max)
	return l
}

func (l *lids) level() lid { return blink[l.step] }

// twitch changes the lids at once: open ones begin to blink, others open.
func (l *lids) twitch(now time.Duration) {
	if l.level() == lidOpen {
		l.step = 0
	} else {
		l.step = len(blink) - 1
	}
	l.next = now + lidTime
}

func (l *lids) advance(now time.Duration, rng *rand.Rand) {
	if now < l.next {
		return
	}
	l.step = (l.step + 1) % len(blink)
	switch {
	case l.level() != lidOpen, rng.Float64() < oftenTwice:
		l.next = now + lidTime
	default:
		l.next = now + between(rng, l.min, l.max)
	}
}

func seconds(s float64) time.Duration { return time.Duration(s * float64(time.Second)) }

// between draws a time from [low, high].
func between(rng *rand.Rand, low, high time.Duration) time.Duration {
	if high <= low {
		return max(low, time.Millisecond)
	}
	return low + time.Duration(rng.Int64N(int64(high-low)+1))
}
