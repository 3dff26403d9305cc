package face

import (
	"math/rand/v2"
	"time"
)

// A lidLevel is how far the lids are closed.
type lidLevel uint8

const (
	lidOpen lidLevel = iota
	lidHalf
	lidClosed
)

// blink is the course of the lids; its last level stays until the next blink.
var blink = [...]lidLevel{lidHalf, lidClosed, lidHalf, lidOpen}

// blinkStep is how long each level of a blink lasts. It must outlive the distance of two frames, or nobody would see it.
const blinkStep = 65 * time.Millisecond

// pairedBlinks is the share of blinks that come in pairs, as people's do.
const pairedBlinks = 0.2

// eyelids blink at random intervals.
type eyelids struct {
	min, max time.Duration
	step     int // index into blink
	next     time.Duration
}

func newEyelids(c Config, rng *rand.Rand, now time.Duration) eyelids {
	l := eyelids{min: seconds(c.BlinkMin), max: seconds(c.BlinkMax), step: len(blink) - 1}
	l.next = now + randomBetween(rng, l.min, l.max)
	return l
}

func (l *eyelids) level() lidLevel { return blink[l.step] }

// flick changes the lids at once: open ones begin to blink, others open.
func (l *eyelids) flick(now time.Duration) {
	if l.level() == lidOpen {
		l.step = 0
	} else {
		l.step = len(blink) - 1
	}
	l.next = now + blinkStep
}

func (l *eyelids) advance(now time.Duration, rng *rand.Rand) {
	if now < l.next {
		return
	}
	l.step = (l.step + 1) % len(blink)
	switch {
	case l.level() != lidOpen, rng.Float64() < pairedBlinks:
		l.next = now + blinkStep
	default:
		l.next = now + randomBetween(rng, l.min, l.max)
	}
}

// randomBetween draws a time from [low, high].
func randomBetween(rng *rand.Rand, low, high time.Duration) time.Duration {
	if high <= low {
		return max(low, time.Millisecond)
	}
	return low + time.Duration(rng.Int64N(int64(high-low)+1))
}
