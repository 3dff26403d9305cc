package world

import (
	"math/rand/v2"
	"time"

	"crownhead/firmware/twin/groundtruth"
)

// SensorFaults are the faults of the field, by places: a fault belongs to the hardware, and a place
// is the square of its name when the visitor plays White.
type SensorFaults struct {
	Dead      uint32      // places that always read empty
	Stuck     uint32      // places that always read full
	Flicker   [32]float64 // chance that a place reads the wrong way, drawn ten times a second
	Crosstalk [32]uint32  // for each place the other ones whose checkers it sees, too: their magnets are strong
}

// flickerInterval is how long a wrong reading lasts at least.
const flickerInterval = 100 * time.Millisecond

// A faultySensors is what is wrong with the sensors now.
type faultySensors struct {
	SensorFaults
	flickers      bool // there is a place that flickers
	seed          uint64
	flickerPeriod int64  // of flickerEvery, that wrong belongs to
	flipped       uint32 // places that read the wrong way
}

// distortReading is what the faults make of a reading.
func (f *faultySensors) distortReading(bits uint32) uint32 {
	seen := bits
	for i, others := range f.Crosstalk {
		if bits&others != 0 {
			seen |= 1 << i
		}
	}
	return (seen|f.Stuck)&^f.Dead ^ f.flipped
}

// drawFlicker draws anew which places read the wrong way, when it is time to. It reports whether others
// do now.
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

// nextDraw is when drawFlicker draws again.
func (f *faultySensors) nextDraw(otherwise time.Duration) time.Duration {
	if !f.flickers {
		return otherwise
	}
	return min(otherwise, time.Duration(f.flickerPeriod+1)*flickerInterval)
}
