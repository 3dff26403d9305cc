package world

import (
	"math"
	"math/rand/v2"
	"time"

	"crownhead/firmware/twin/groundtruth"
)

// SensorFaults are the faults of the Hall sensors, by places. A fault belongs to the hardware; when the
// visitor plays White, a place is the square of the same number.
type SensorFaults struct {
	Dead      uint32      // places that always read empty
	Stuck     uint32      // places that always read full
	Flicker   [32]float64 // chance that a place reads the wrong way, drawn ten times a second
	Crosstalk [32]uint32  // for each place, the other places whose checkers close its sensor too
}

// flickerInterval is how long a wrong reading lasts at least.
const flickerInterval = 100 * time.Millisecond

// faultySensors are the injected faults of the sensors, and what flickers now.
type faultySensors struct {
	SensorFaults
	flickers      bool // some place does
	seed          uint64
	flickerPeriod int64  // number of the interval for which flipped was drawn
	flipped       uint32 // places that read the wrong way
}

// distortReading returns what the faults make of a reading.
func (f *faultySensors) distortReading(bits uint32) uint32 {
	seen := bits
	for i, others := range f.Crosstalk {
		if bits&others != 0 {
			seen |= 1 << i
		}
	}
	return (seen|f.Stuck)&^f.Dead ^ f.flipped
}

// drawFlicker draws which places read the wrong way, once in each interval. It reports whether that
// has changed.
func (f *faultySensors) drawFlicker(now time.Duration) (changed bool) {
	span := int64(now / flickerInterval)
	if !f.flickers || span == f.flickerPeriod {
		return false
	}
	rng := rand.New(rand.NewPCG(f.seed^groundtruth.StreamFlicker, uint64(span)))
	was := f.flipped
	f.flickerPeriod, f.flipped = span, 0
	for i, p := range f.Flicker {
		if p > 0 && rng.Float64() < p {
			f.flipped |= 1 << i
		}
	}
	return f.flipped != was
}

// nextDraw is when drawFlicker draws again, or never.
func (f *faultySensors) nextDraw() time.Duration {
	if !f.flickers {
		return math.MaxInt64
	}
	return time.Duration(f.flickerPeriod+1) * flickerInterval
}
