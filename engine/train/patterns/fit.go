package patterns

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io/fs"
	"math"
	"math/rand/v2"

	"crownhead/engine"
	"crownhead/engine/adam"
	"crownhead/engine/pattern"
	"crownhead/engine/train/loop"
	"crownhead/engine/train/store"
)

// An Epoch is what the fit has come to after it has seen every sample once more.
type Epoch struct {
	Train float64 `json:"train"` // mean loss on the way
	Valid float64 `json:"valid"` // of the samples held out, afterwards
}

// A fit is one in the course of its epochs. It goes on from the checkpoint in its file.
type fit struct {
	file        string
	plan        Plan
	train, held []Sample
	curve       []Epoch
	report      func(fraction float64, note string)

	logisticModel
	moments   adam.Moments
	step      int // of Adam
	gradients [loop.Parts]gradient
}

// A checkpointHeader is the first line of a checkpoint, in JSON; weights and moments follow.
type checkpointHeader struct {
	Format  int     `json:"crownhead_fit"`
	Plan    Plan    `json:"plan"`
	Samples int     `json:"samples"`
	Step    int     `json:"step"`
	Curve   []Epoch `json:"curve"`
}

const checkpointFormat = 1

// newFit prepares a fit; it puts the samples in the order in which it sees them.
func newFit(file string, p Plan, train, held []Sample) *fit {
	weights := 2 * pattern.TermCount
	f := &fit{
		file: file, plan: p, train: train, held: held, report: func(float64, string) {},
		logisticModel: logisticModel{
			weights: make([]float32, weights), slope: engine.WinSlope,
			blend: float32(p.Blend),
		},
		moments: adam.NewMoments(weights),
	}
	for k := range f.gradients {
		f.gradients[k].weights = make([]float32, weights)
	}
	r := rand.New(rand.NewPCG(p.Seed, 0))
	r.Shuffle(len(train), func(i, j int) { train[i], train[j] = train[j], train[i] })
	return f
}

// trainToEnd goes on until all epochs are over, and saves a checkpoint after each.
func (f *fit) trainToEnd(ctx context.Context) error {
	if err := f.loadCheckpoint(); err != nil {
		f.report(0, err.Error()+"; the fit begins anew")
	}
	for len(f.curve) < f.plan.Epochs {
		if err := f.trainEpoch(ctx); err != nil {
			return err
		}
		if err := f.saveCheckpoint(); err != nil {
			return fmt.Errorf("patterns: saving a checkpoint of the fit: %w", err)
		}
	}
	return nil
}

// trainEpoch shows every sample once, in batches whose order follows from the seed and the epoch's number.
func (f *fit) trainEpoch(ctx context.Context) error {
	batches := (len(f.train) + f.plan.Batch - 1) / f.plan.Batch
	order := rand.New(rand.NewPCG(f.plan.Seed, uint64(1+len(f.curve)))).Perm(batches)
	sum := 0.0
	for i, k := range order {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		batch := f.train[k*f.plan.Batch : min((k+1)*f.plan.Batch, len(f.train))]
		loss := f.trainMinibatch(batch, f.learningRate(batches), f.plan.Decay/float64(len(f.train)))
		sum += loss * float64(len(batch))
		f.report((float64(len(f.curve))+float64(i+1)/float64(batches))/float64(f.plan.Epochs), "")
	}
	f.curve = append(f.curve, Epoch{sum / float64(len(f.train)), f.meanLoss(f.held)})
	return nil
}

// learningRate falls from the first step to the last like half a cosine.
func (f *fit) learningRate(batches int) float64 {
	return f.plan.Rate * (1 + math.Cos(math.Pi*float64(f.step)/float64(batches*f.plan.Epochs))) / 2
}

// trainMinibatch takes a step by a batch of samples, and returns their mean loss. Decay pulls every
// weight towards nothing: as if this share of all samples spoke against it.
func (f *fit) trainMinibatch(batch []Sample, rate, decay float64) (loss float64) {
	loop.ForEachPart(loop.Parts, func(k int) {
		g := &f.gradients[k]
		g.loss = 0
		clear(g.weights)
		for _, s := range loop.Part(batch, k) {
			g.addSample(&f.logisticModel, s)
		}
	})
	f.step++
	config := adam.Config{Rate: rate, Beta1: adam.Default.Beta1, Beta2: adam.Default.Beta2}
	share := 1 / float32(len(batch))
	loop.ForEachPart(loop.Parts, func(k int) {
		from, to := k*len(f.weights)/loop.Parts, (k+1)*len(f.weights)/loop.Parts
		weights, sum := f.weights[from:to], f.gradients[0].weights[from:to]
		for i, w := range weights {
			sum[i] = float32(decay)*w + share*sum[i]
		}
		for _, other := range f.gradients[1:] {
			for i, g := range other.weights[from:to] {
				sum[i] += share * g
			}
		}
		adam.Update[float32](config, f.step, weights, sum, f.moments.Part(from, to), 1)
	})
	for k := range f.gradients {
		loss += f.gradients[k].loss
	}
	return loss / float64(len(batch))
}

// evaluation is what has been learned.
func (f *fit) evaluation() *pattern.Evaluation {
	weights := make([]float32, len(f.weights))
	for i, w := range f.weights {
		weights[i] = w * f.slope
	}
	return pattern.New(weights)
}

// arrays are all numbers of a checkpoint.
func (f *fit) arrays() [3][]float32 {
	return [3][]float32{f.weights, f.moments.First, f.moments.Second}
}

// saveCheckpoint writes the fit's file.
func (f *fit) saveCheckpoint() error {
	var numbers []byte
	for _, array := range f.arrays() {
		for _, x := range array {
			numbers = binary.LittleEndian.AppendUint32(numbers, math.Float32bits(x))
		}
	}
	return store.Write(f.file, checkpointHeader{checkpointFormat, f.plan, len(f.train), f.step, f.curve}, numbers)
}

// loadCheckpoint goes on from the fit's file, if there is one.
func (f *fit) loadCheckpoint() error {
	var h checkpointHeader
	numbers, err := store.Read(f.file, &h)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("patterns: %w", err)
	}
	arrays := f.arrays()
	switch {
	case h.Format != checkpointFormat || h.Plan != f.plan || h.Samples != len(f.train):
		return fmt.Errorf("patterns: %s is the checkpoint of another fit", f.file)
	case len(numbers) != 4*len(arrays)*len(f.weights):
		return fmt.Errorf("patterns: %s: %w: %d bytes of numbers", f.file, store.ErrDamaged, len(numbers))
	}
	for _, array := range arrays {
		for i := range array {
			array[i] = math.Float32frombits(binary.LittleEndian.Uint32(numbers[4*i:]))
		}
		numbers = numbers[4*len(array):]
	}
	f.step, f.curve = h.Step, h.Curve
	return nil
}
