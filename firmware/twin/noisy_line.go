package twin

import (
	"math/rand/v2"
	"time"
)

// Streams of the random numbers; the world and the controller have the others.
const (
	streamFromHost = 6
	streamToHost   = 7
)

// longestDelay is how long a byte is held up at most.
const longestDelay = 5 * time.Millisecond

// A noisyLine is one direction of a bad cable.
type noisyLine struct {
	flip, drop, duplicate, delay float64

	rng          *rand.Rand
	delayed      []byte        // held up
	delayedUntil time.Duration // … until then
	skipDelay    bool          // the first of them isn't held up again
	out          []byte
}

func newNoisyLine(f FaultConfig, seed, stream uint64) noisyLine {
	return noisyLine{
		flip: f.Flip, drop: f.Drop, duplicate: f.Duplicate, delay: f.Delay,
		rng: rand.New(rand.NewPCG(seed, stream)),
	}
}

// carryBytes passes bytes through the cable and returns what arrives now, until the next call. What is
// held up arrives with a later one.
func (n *noisyLine) carryBytes(now time.Duration, data []byte) []byte {
	if n.flip == 0 && n.drop == 0 && n.duplicate == 0 && n.delay == 0 {
		return data
	}
	n.delayed = append(n.delayed, data...)
	n.out = n.out[:0]
	if now < n.delayedUntil {
		return n.out
	}
	for i, b := range n.delayed {
		if !n.skipDelay && n.drawChance(n.delay) {
			n.delayedUntil, n.skipDelay = now+time.Duration(1+n.rng.Int64N(int64(longestDelay))), true
			n.delayed = append(n.delayed[:0], n.delayed[i:]...)
			return n.out
		}
		n.skipDelay = false
		n.carryByte(b)
	}
	n.delayed = n.delayed[:0]
	return n.out
}

// carryByte is one byte's fate.
func (n *noisyLine) carryByte(b byte) {
	if n.rng.Float64() < n.drop {
		return
	}
	if n.rng.Float64() < n.flip {
		b ^= 1 << n.rng.IntN(8)
	}
	n.out = append(n.out, b)
	if n.drawChance(n.duplicate) {
		n.out = append(n.out, b)
	}
}

// drawChance draws only where there is a chance, so that what a seed does to other cables stays the same.
func (n *noisyLine) drawChance(p float64) bool { return p > 0 && n.rng.Float64() < p }

// nextArrival is when something that is held up arrives, or otherwise if that is sooner.
func (n *noisyLine) nextArrival(otherwise time.Duration) time.Duration {
	if len(n.delayed) == 0 {
		return otherwise
	}
	return min(otherwise, n.delayedUntil)
}
