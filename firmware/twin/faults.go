package twin

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strconv"
	"strings"
)

// Faults are the troubles that the virtual robot is given.
type Faults struct {
	Flip float64 // chance per byte, both directions, that one random bit is flipped
	Drop float64 // chance per byte, both directions, that it is lost
	Miss float64 // chance that a pick fails
}

// ParseFaults reads comma-separated faults like "flip=0.002,drop=0.002,miss=0.05".
func ParseFaults(spec string) (Faults, error) {
	var f Faults
	if strings.TrimSpace(spec) == "" {
		return f, nil
	}
	for part := range strings.SplitSeq(spec, ",") {
		name, value, _ := strings.Cut(strings.TrimSpace(part), "=")
		if err := f.set(name, value); err != nil {
			return Faults{}, fmt.Errorf("twin: reading fault %q: %w", part, err)
		}
	}
	return f, nil
}

func (f *Faults) set(name, value string) error {
	chances := map[string]*float64{"flip": &f.Flip, "drop": &f.Drop, "miss": &f.Miss}
	chance, ok := chances[name]
	if !ok {
		return fmt.Errorf("no such fault; there are flip=P, drop=P and miss=P")
	}
	p, err := strconv.ParseFloat(value, 64)
	if err != nil || math.IsNaN(p) || p < 0 || p > 1 {
		return fmt.Errorf("wanted a chance from 0 to 1 after %q, as in %s=0.01", name+"=", name)
	}
	*chance = p
	return nil
}

// Noise is one direction of a bad cable.
type Noise struct {
	flip, drop float64
	rng        *rand.Rand
}

// FromHost is the noise on the bytes to the controller, ToHost on those from it.
func (f Faults) FromHost(seed uint64) *Noise { return f.noise(seed, streamFromHost) }

// ToHost is the noise on the bytes from the controller.
func (f Faults) ToHost(seed uint64) *Noise { return f.noise(seed, streamToHost) }

func (f Faults) noise(seed, stream uint64) *Noise {
	return &Noise{flip: f.Flip, drop: f.Drop, rng: rand.New(rand.NewPCG(seed, stream))}
}

// Spoil passes bytes through the cable, in place, and returns what arrives.
func (n *Noise) Spoil(data []byte) []byte {
	if n.flip == 0 && n.drop == 0 {
		return data
	}
	arrived := data[:0]
	for _, b := range data {
		if n.rng.Float64() < n.drop {
			continue
		}
		if n.rng.Float64() < n.flip {
			b ^= 1 << n.rng.IntN(8)
		}
		arrived = append(arrived, b)
	}
	return arrived
}
