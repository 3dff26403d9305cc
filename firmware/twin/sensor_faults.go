package twin

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strconv"
	"strings"
	"time"

	"crownhead/board"
)

// SensorFaults are the troubles of the field, by places: a fault belongs to the hardware, and a place is the square of its
// name when the visitor plays White.
type SensorFaults struct {
	Dead    uint32      // places that always read empty
	Stuck   uint32      // places that always read full
	Flicker [32]float64 // chance that a place reads the wrong way, drawn ten times a second
	Beside  [32]uint32  // for each place the other ones whose checkers it sees, too: their magnets are strong
}

// flickerEvery is how long a wrong reading lasts at least.
const flickerEvery = 100 * time.Millisecond

// A field is what is wrong with the sensors now.
type field struct {
	SensorFaults
	restless bool // there is a place that flickers
	seed     uint64
	span     int64  // of flickerEvery, that wrong belongs to
	wrong    uint32 // places that read the wrong way
}

// SetSensors gives the sensors their faults, and takes those away that they had.
func (w *World) SetSensors(f SensorFaults) {
	w.ill.SensorFaults, w.ill.restless, w.ill.wrong = f, f.Flicker != [32]float64{}, 0
	w.changed = true
}

// spoil is what the faults make of a reading.
func (f *field) spoil(bits uint32) uint32 {
	seen := bits
	for i, others := range f.Beside {
		if bits&others != 0 {
			seen |= 1 << i
		}
	}
	return (seen|f.Stuck)&^f.Dead ^ f.wrong
}

// flicker draws anew which places read the wrong way, when it is time to.
func (w *World) flicker(now time.Duration) {
	f := &w.ill
	span := int64(now / flickerEvery)
	if !f.restless || span == f.span {
		return
	}
	rng := rand.New(rand.NewPCG(f.seed^streamField, uint64(span)))
	was := f.wrong
	f.span, f.wrong = span, 0
	for i, p := range f.Flicker {
		if p > 0 && rng.Float64() < p {
			f.wrong |= 1 << i
		}
	}
	w.changed = w.changed || f.wrong != was
}

// nextFlicker is when flicker draws again.
func (w *World) nextFlicker(otherwise time.Duration) time.Duration {
	if !w.ill.restless {
		return otherwise
	}
	return min(otherwise, time.Duration(w.ill.span+1)*flickerEvery)
}

// readSensor reads the square after "dead=" or "stuck=" into a set of places.
func readSensor(name string, set func(*Faults) *uint32) func(*Faults, string) error {
	return func(f *Faults, value string) error {
		sq, err := board.ParseSquare(value)
		if err != nil {
			return fmt.Errorf("wanted a square after %q, as in %s=d4: %w", name+"=", name, err)
		}
		*set(f) |= 1 << placeOf(sq, board.White)
		return nil
	}
}

// readFlicker reads what follows "flicker=".
func readFlicker(f *Faults, value string) error {
	name, chance, _ := strings.Cut(value, ":")
	sq, err := board.ParseSquare(name)
	p, bad := strconv.ParseFloat(chance, 64)
	if err != nil || bad != nil || math.IsNaN(p) || p < 0 || p > 1 {
		return fmt.Errorf(`wanted a square and a chance from 0 to 1 after "flicker=", as in flicker=d4:0.2`)
	}
	f.Sensors.Flicker[placeOf(sq, board.White)] = p
	return nil
}
