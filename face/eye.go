package face

import (
	"math/bits"
	"math/rand/v2"
	"time"
)

// An eyeShape is an eye without its pupil: the lit pixels, and where pupil and lids may be.
type eyeShape struct {
	rows   [8]uint8
	hollow bool // an outline in which the pupil is lit, instead of a lit eye in which it is dark
	restX  int  // left column of the pupil, looking ahead
	restY  int  // its upper row
	up     int  // how many rows the pupil may rise
	down   int  // and sink
	lid    int  // the row that the upper lid reaches when it is half closed
	closed int  // the row in which the closed lids meet
}

// An eyePair is both eyes. The left one has the nose at its right.
type eyePair struct{ left, right eyeShape }

// drawRows reads the rows of an eye: '#' is a lit pixel.
func drawRows(rows ...string) [8]uint8 {
	var out [8]uint8
	for y, row := range rows {
		for x, r := range row {
			if r == '#' {
				out[y] |= 0x80 >> x
			}
		}
	}
	return out
}

// mirrorEye makes both eyes from the left one.
func mirrorEye(left eyeShape) eyePair {
	right := left
	for y, row := range left.rows {
		right.rows[y] = bits.Reverse8(row)
	}
	right.restX = 6 - left.restX
	return eyePair{left, right}
}

// render returns the rows of an eye whose pupil is shifted by dx, dy and whose lids stand at the given level.
func (s eyeShape) render(dx, dy int, level lidLevel) [8]uint8 {
	if level == lidClosed {
		var out [8]uint8
		out[s.closed-1], out[s.closed] = 0x81, 0x7e
		return out
	}
	out := s.rows
	x, y := clamp(s.restX+dx, 1, 5), s.restY+clamp(dy, -s.up, s.down)
	for _, row := range []int{y, y + 1} {
		pupil := uint8(0xc0) >> x
		if s.hollow {
			out[row] |= pupil
		} else {
			out[row] &^= pupil
		}
	}
	if level == lidHalf {
		for row := range s.lid {
			out[row] = 0
		}
		out[s.lid] = 0xff
	}
	return out
}

func clamp(v, low, high int) int { return max(low, min(v, high)) }

// A lidLevel is how far the lids are closed.
type lidLevel uint8

const (
	lidOpen lidLevel = iota
	lidHalf
	lidClosed
)

// blink is the course of the lids; its last level stays until the next blink.
var blink = [...]lidLevel{lidHalf, lidClosed, lidHalf, lidOpen}

// blinkStep is how long each level of a blink lasts. It must outlive the distance of two frames, or
// nobody would see it.
const blinkStep = 65 * time.Millisecond

// pairedBlinks is the share of blinks that come in pairs, as people's do.
const pairedBlinks = 0.2

// eyelids blink at random intervals from min to max.
type eyelids struct {
	min, max time.Duration
	step     int // index into blink
	next     time.Duration
}

func newEyelids(shortest, longest time.Duration, rng *rand.Rand, now time.Duration) eyelids {
	l := eyelids{min: shortest, max: longest, step: len(blink) - 1}
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
