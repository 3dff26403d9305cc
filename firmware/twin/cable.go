package twin

import (
	"math/rand/v2"
	"time"
)

// longestDelay is how long a byte is held up at most.
const longestDelay = 5 * time.Millisecond

// noise is one direction of a bad cable.
type noise struct {
	flip, drop, double, delay float64

	rng   *rand.Rand
	held  []byte        // held up
	until time.Duration // … until then
	freed bool          // the first of them isn't held up again
	out   []byte
}

func newNoise(f Faults, seed, stream uint64) noise {
	return noise{flip: f.Flip, drop: f.Drop, double: f.Double, delay: f.Delay, rng: rand.New(rand.NewPCG(seed, stream))}
}

// spoil passes bytes through the cable and returns what arrives now, until the next call. What is held up arrives with a later one.
func (n *noise) spoil(now time.Duration, data []byte) []byte {
	if n.flip == 0 && n.drop == 0 && n.double == 0 && n.delay == 0 {
		return data
	}
	n.held = append(n.held, data...)
	n.out = n.out[:0]
	if now < n.until {
		return n.out
	}
	for i, b := range n.held {
		if !n.freed && n.chance(n.delay) {
			n.until, n.freed = now+n.hold(), true
			n.held = append(n.held[:0], n.held[i:]...)
			return n.out
		}
		n.freed = false
		n.pass(b)
	}
	n.held = n.held[:0]
	return n.out
}

// pass is one byte's fate.
func (n *noise) pass(b byte) {
	if n.rng.Float64() < n.drop {
		return
	}
	if n.rng.Float64() < n.flip {
		b ^= 1 << n.rng.IntN(8)
	}
	n.out = append(n.out, b)
	if n.chance(n.double) {
		n.out = append(n.out, b)
	}
}

// chance draws only where there is one, so that what a seed does to other cables stays the same.
func (n *noise) chance(p float64) bool { return p > 0 && n.rng.Float64() < p }

func (n *noise) hold() time.Duration {
	return time.Duration(1 + n.rng.Int64N(int64(longestDelay)))
}

// next is when something that is held up arrives.
func (n *noise) next(otherwise time.Duration) time.Duration {
	if len(n.held) == 0 {
		return otherwise
	}
	return min(otherwise, n.until)
}
