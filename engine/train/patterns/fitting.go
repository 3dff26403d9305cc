package patterns

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io/fs"
	"math"
	"math/rand/v2"

	"crownhead/engine/pattern"
	"crownhead/engine/search"
	"crownhead/engine/train/store"
)

// An Epoch is what the fit has come to after it has seen every sample once more.
type Epoch struct {
	Train float64 `json:"train"` // mean loss on the way
	Valid float64 `json:"valid"` // of the samples held out, afterwards
}

// A fitting is a fit in the course of its epochs. It goes on where its file ends.
type fitting struct {
	file        string
	plan        Plan
	train, held []Sample
	adam        *adam
	curve       []Epoch
	told        func(part float64, note string)
}

// A stateHeader is the first line of a fit's file, in JSON; weights and moments follow.
type stateHeader struct {
	Format  int     `json:"crownhead_fit"`
	Plan    Plan    `json:"plan"`
	Samples int     `json:"samples"`
	Step    int     `json:"step"`
	Curve   []Epoch `json:"curve"`
}

const stateFormat = 1

// newFitting prepares a fit; the samples are put in the order in which it sees them.
func newFitting(file string, p Plan, train, held []Sample) *fitting {
	f := &fitting{file: file, plan: p, train: train, held: held, told: func(float64, string) {}}
	f.adam = newAdam(model{weights: make([]float32, 2*pattern.Terms), slope: search.WinSlope, blend: float32(p.Blend)})
	r := rand.New(rand.NewPCG(p.Seed, 0))
	r.Shuffle(len(train), func(i, j int) { train[i], train[j] = train[j], train[i] })
	return f
}

// run goes on until all epochs are over, and keeps its state after each.
func (f *fitting) run(ctx context.Context) error {
	if err := f.resume(); err != nil {
		f.told(0, err.Error()+"; the fit begins anew")
	}
	for len(f.curve) < f.plan.Epochs {
		if err := f.epoch(ctx); err != nil {
			return err
		}
		if err := f.keep(); err != nil {
			return fmt.Errorf("patterns: keeping the fit: %w", err)
		}
	}
	return nil
}

// epoch shows every sample once, in batches whose order follows from the seed and the epoch's number.
func (f *fitting) epoch(ctx context.Context) error {
	batches := (len(f.train) + f.plan.Batch - 1) / f.plan.Batch
	order := rand.New(rand.NewPCG(f.plan.Seed, uint64(1+len(f.curve)))).Perm(batches)
	sum := 0.0
	for i, k := range order {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		batch := f.train[k*f.plan.Batch : min((k+1)*f.plan.Batch, len(f.train))]
		sum += f.adam.learn(batch, f.rate(batches), f.plan.Decay/float64(len(f.train))) * float64(len(batch))
		f.told((float64(len(f.curve))+float64(i+1)/float64(batches))/float64(f.plan.Epochs), "")
	}
	f.curve = append(f.curve, Epoch{sum / float64(len(f.train)), f.adam.measure(f.held)})
	return nil
}

// rate falls from the first step to the last like half a wave.
func (f *fitting) rate(batches int) float64 {
	return f.plan.Rate * (1 + math.Cos(math.Pi*float64(f.adam.step)/float64(batches*f.plan.Epochs))) / 2
}

// evaluation is what has been learned.
func (f *fitting) evaluation() *pattern.Evaluation {
	weights := make([]float32, len(f.adam.weights))
	for i, w := range f.adam.weights {
		weights[i] = w * f.adam.slope
	}
	return pattern.New(weights)
}

// arrays are all numbers of the state.
func (a *adam) arrays() [3][]float32 { return [3][]float32{a.weights, a.first, a.second} }

// keep writes the fit's file.
func (f *fitting) keep() error {
	var numbers []byte
	for _, array := range f.adam.arrays() {
		for _, x := range array {
			numbers = binary.LittleEndian.AppendUint32(numbers, math.Float32bits(x))
		}
	}
	return store.Write(f.file, stateHeader{stateFormat, f.plan, len(f.train), f.adam.step, f.curve}, numbers)
}

// resume takes up the fit's file, if there is one.
func (f *fitting) resume() error {
	var h stateHeader
	numbers, err := store.Read(f.file, &h)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("patterns: %w", err)
	}
	arrays := f.adam.arrays()
	switch {
	case h.Format != stateFormat || h.Plan != f.plan || h.Samples != len(f.train):
		return fmt.Errorf("patterns: %s is the state of another fit", f.file)
	case len(numbers) != 4*len(arrays)*len(f.adam.weights):
		return fmt.Errorf("patterns: %s: %w: %d bytes of numbers", f.file, store.ErrTorn, len(numbers))
	}
	for _, array := range arrays {
		for i := range array {
			array[i] = math.Float32frombits(binary.LittleEndian.Uint32(numbers[4*i:]))
		}
		numbers = numbers[4*len(array):]
	}
	f.adam.step, f.curve = h.Step, h.Curve
	return nil
}
