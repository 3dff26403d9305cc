package twin

import (
	"math/rand/v2"
	"time"

	"crownhead/firmware/link/wire"
)

// longestDelay is how long one delay lasts at most. Delays add up: a byte may wait for several in a row.
const longestDelay = 5 * time.Millisecond

// A noisyLine is one direction of a bad cable.
type noisyLine struct {
	flip, drop, duplicate, delay float64

	rng          *rand.Rand
	delayed      []byte        // bytes that have not arrived yet
	delayedUntil time.Duration // when the first of them does
	skipDelay    bool          // the first of them has waited, and is not delayed again
	out          []byte
}

func newNoisyLine(f FaultConfig, seed, stream uint64) noisyLine {
	return noisyLine{
		flip: f.Flip, drop: f.Drop, duplicate: f.Duplicate, delay: f.Delay,
		rng: rand.New(rand.NewPCG(seed, stream)),
	}
}

// carryBytes passes bytes through the cable and returns those that arrive now; they are valid until
// the next call. Delayed bytes arrive with a later call.
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

// carryByte drops, damages or duplicates one byte, or just passes it on.
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

// drawChance draws only if there is a chance at all: a seed that does something to a cable without
// delays and duplicates does the same whether the code knows of them or not.
func (n *noisyLine) drawChance(p float64) bool { return p > 0 && n.rng.Float64() < p }

// nextArrival is when the first delayed byte arrives, or never.
func (n *noisyLine) nextArrival() time.Duration {
	if len(n.delayed) == 0 {
		return wire.Never
	}
	return n.delayedUntil
}
