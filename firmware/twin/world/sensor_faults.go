package world

import (
	"math/rand/v2"
	"time"
)

// SensorFaults are the faults of the field, by places: a fault belongs to the hardware, and a place
// is the square of its name when the visitor plays White.
type SensorFaults struct {
	Dead    uint32      // places that always read empty
	Stuck   uint32      // places that always read full
	Flicker [32]float64 // chance that a place reads the wrong way, drawn ten times a second
	Beside  [32]uint32  // for each place the other ones whose checkers it sees, too: their magnets are strong
}

const streamFlicker = 10 // of the random numbers

// flickerEvery is how long a wrong reading lasts at least.
const flickerEvery = 100 * time.Millisecond

// A faultyField is what is wrong with the sensors now.
type faultyField struct {
	SensorFaults
	restless bool // there is a place that flickers
	seed     uint64
	span     int64  // of flickerEvery, that wrong belongs to
	wrong    uint32 // places that read the wrong way
}

// distortReading is what the faults make of a reading.
func (f *faultyField) distortReading(bits uint32) uint32 {
	seen := bits
	for i, others := range f.Beside {
		if bits&others != 0 {
			seen |= 1 << i
		}
	}
	return (seen|f.Stuck)&^f.Dead ^ f.wrong
}

// drawFlicker draws anew which places read the wrong way, when it is time to. It reports whether others
// do now.
func (f *faultyField) drawFlicker(now time.Duration) (changed bool) {
	span := int64(now / flickerEvery)
	if !f.restless || span == f.span {
		return false
	}
	rng := rand.New(rand.NewPCG(f.seed^streamFlicker, uint64(span)))
	was := f.wrong
	f.span, f.wrong = span, 0
	for i, p := range f.Flicker {
		if p > 0 && rng.Float64() < p {
			f.wrong |= 1 << i
		}
	}
	return f.wrong != was
}

// nextDraw is when drawFlicker draws again.
func (f *faultyField) nextDraw(otherwise time.Duration) time.Duration {
	if !f.restless {
		return otherwise
	}
	return min(otherwise, time.Duration(f.span+1)*flickerEvery)
}
