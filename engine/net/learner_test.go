package net

import (
	"math"
	"math/rand/v2"
	"sync"
	"testing"

	"crownhead/engine/adam"
)

// randomExample is a state with a random policy over its legal actions and a value.
func randomExample(t testing.TB, seed uint64, plies int) Example {
	t.Helper()
	rng := rand.New(rand.NewPCG(seed, 6))
	e := Example{State: randomState(t, seed, plies), Value: float32(rng.IntN(3)) - 1}
	sum := float32(0)
	for _, a := range e.State.AppendActions(nil) {
		part := rng.Float32()
		sum += part
		e.Policy = append(e.Policy, ActionShare{Action: a, Part: part})
	}
	for i := range e.Policy {
		e.Policy[i].Part /= sum
	}
	return e
}

// lossOf is what a reference net loses with an example.
func lossOf(r reference, n *compactNet, e *Example) float64 {
	logits, value := r.compactForward(n, &e.State)
	sum := 0.0
	for _, a := range e.State.AppendActions(nil) {
		sum += math.Exp(logits[a])
	}
	loss := (value - float64(e.Value)) * (value - float64(e.Value))
	for _, share := range e.Policy {
		loss -= float64(share.Part) * (logits[share.Action] - math.Log(sum))
	}
	return loss
}

func mustTrainer(t testing.TB, n *Net) *Trainer {
	t.Helper()
	trainer, err := NewTrainer(n, adam.Default)
	if err != nil {
		t.Fatal(err)
	}
	return trainer
}

// The gradients are what the loss, in double precision, changes by when a weight does; with every kernel.
func TestGradients(t *testing.T) {
	n := mustCompact(t, CompactShape{Blocks: 2, Filters: 8}, 1)
	enlargeWeights(n)
	c := slopes{net: n.body.(*compactNet), examples: []Example{randomExample(t, 2, 25), randomExample(t, 7, 30)}}
	c.reference = newReference(c.net.layers())
	for _, k := range kernels() {
		withKernel(k, func() {
			learner := mustTrainer(t, n).Learner()
			for i := range c.examples {
				learner.Learn(&c.examples[i])
			}
			if off := c.loss() - learner.loss.Policy - learner.loss.Value; math.Abs(off) > 1e-4 {
				t.Errorf("%s: the loss is off by %g", k.name, off)
			}
			c.learners = append(c.learners, learner)
		})
	}
	c.compareGradients(t)
}

// slopes finds gradients by changing numbers a little, and holds those of the learners against them.
type slopes struct {
	reference
	net      *compactNet
	examples []Example
	learners []*Learner // one a kernel
}

func (c slopes) loss() float64 {
	sum := 0.0
	for i := range c.examples {
		sum += lossOf(c.reference, c.net, &c.examples[i])
	}
	return sum
}

// compareGradients tries a few weights and biases of each layer.
func (c slopes) compareGradients(t *testing.T) {
	t.Helper()
	rng := rand.New(rand.NewPCG(1, 7))
	for nr, l := range c.net.layers() {
		for range 4 {
			i, j := rng.IntN(len(l.weight)), rng.IntN(l.out)
			weight, bias := c.slope(&c.weight[l][i]), c.slope(&c.bias[l][j])
			for k, learner := range c.learners {
				weights := make([]float32, len(l.weight))
				learner.grads[nr].unpackWeights(weights)
				for _, x := range []struct{ got, want float64 }{{float64(weights[i]), weight}, {float64(learner.grads[nr].db[j]), bias}} {
					if math.Abs(x.got-x.want) > 1e-4+1e-3*math.Abs(x.want) {
						t.Errorf("%s, %s, weight %d, bias %d: gradient %g, want %g", kernels()[k].name, l.name, i,
							j, x.got, x.want)
					}
				}
			}
		}
	}
}

// slope is what the loss changes by with a number, on both sides of what it is.
func (c slopes) slope(x *float64) float64 {
	const step = 1e-5
	was := *x
	*x = was + step
	above := c.loss()
	*x = was - step
	below := c.loss()
	*x = was
	return (above - below) / (2 * step)
}

// learnAll has examples learnt by some learners, each in its goroutine, and makes a step.
func learnAll(trainer *Trainer, learners []*Learner, examples []Example) Loss {
	var all sync.WaitGroup
	for i, l := range learners {
		all.Go(func() {
			for j := i; j < len(examples); j += len(learners) {
				l.Learn(&examples[j])
			}
		})
	}
	all.Wait()
	return trainer.Step(learners...)
}

// A net learns a few examples by heart, with two learners as with one; what it plays with
// afterwards has learnt them, too.
func TestLearning(t *testing.T) {
	var examples []Example
	for seed := range uint64(8) {
		examples = append(examples, randomExample(t, seed, 5+4*int(seed)))
	}
	var ends []float64
	for _, workers := range []int{1, 2} {
		n := mustCompact(t, CompactShape{Blocks: 2, Filters: 16}, 1)
		trainer := mustTrainer(t, n)
		trainer.Config.Rate = 5e-3
		var learners []*Learner
		for range workers {
			learners = append(learners, trainer.Learner())
		}
		first := learnAll(trainer, learners, examples)
		last := first
		for range 60 {
			last = learnAll(trainer, learners, examples)
		}
		if first.Examples != 8 || last.Value > first.Value/4 || last.Policy >= first.Policy {
			t.Errorf("%d learners: loss %+v became %+v", workers, first, last)
		}
		off, evaluator := 0.0, n.Evaluator()
		for i := range examples {
			var logits [Actions]float32
			d := float64(evaluator.Evaluate(&examples[i].State, &logits) - examples[i].Value)
			off += d * d
		}
		if math.Abs(off-last.Value) > 0.5*last.Value+0.05 {
			t.Errorf("%d learners: the net's own loss of the value is %g, the learner said %g", workers, off,
				last.Value)
		}
		ends = append(ends, last.Value+last.Policy)
	}
	if math.Abs(ends[0]-ends[1]) > 0.05*ends[0] {
		t.Errorf("one learner ends at %g, two at %g", ends[0], ends[1])
	}
}

// Adam's first step goes as far as the rate, whatever the gradient; weights decay, biases don't; a
// long gradient is cut down, and without examples nothing moves.
func TestAdam(t *testing.T) {
	n := mustCompact(t, CompactShape{Blocks: 1, Filters: 8}, 1)
	trainer := mustTrainer(t, n)
	l := trainer.Learner()
	before := mustEncode(t, n, Single)
	if loss := trainer.Step(l); loss.Examples != 0 || string(mustEncode(t, n, Single)) != string(before) {
		t.Error("a step without examples changes the net")
	}
	trainer.Config = adam.Config{Rate: 0.01, Beta1: 0.9, Beta2: 0.999, Decay: 10}
	stem := n.body.layers()[0]
	stem.weight[0], stem.weight[1], stem.bias[0], stem.bias[1] = 1, 1, 1, 1
	l.loss.Examples = 2
	l.grads[0].dw[0], l.grads[0].db[0] = 4, -4
	trainer.Step(l)
	for i, c := range []struct{ got, want float32 }{
		{stem.weight[0], 0.9 - 0.01},
		{stem.weight[1], 0.9},
		{stem.bias[0], 1 + 0.01},
		{stem.bias[1], 1},
		{trainer.parameters[0].moments.First[0], 0.2},
		{trainer.parameters[0].moments.Second[0], 0.004},
	} {
		if off := c.got - c.want; max(off, -off) > 1e-5 {
			t.Errorf("number %d is %g, want %g", i, c.got, c.want)
		}
	}
	trainer.Config.Clip, trainer.Config.Rate = 1, 0.02
	l.loss.Examples = 1
	l.grads[0].dw[1] = 30
	l.grads[0].db[1] = 40
	trainer.Step(l)
	if got := trainer.parameters[0].moments.First[1]; math.Abs(float64(got)-0.06) > 1e-5 {
		t.Errorf("a gradient of 30 in a length of 50, cut down to 1, is %g in the mean, want 0.06", got)
	}
	// What is left of the first gradient moves a weight on, corrected for the two steps that the
	// means have seen.
	rate := 0.02 * math.Sqrt(1-0.999*0.999) / (1 - 0.9*0.9)
	if got, want := float64(stem.weight[0]), 0.89*0.8-rate*0.18/math.Sqrt(0.003996); math.Abs(got-want) > 1e-5 {
		t.Errorf("after another step a weight is %g, want %g", got, want)
	}
	if l.grads[0].dw[1] != 0 || l.grads[0].db[1] != 0 || l.loss != (Loss{}) {
		t.Error("after a step the gradients are still there")
	}
}

// A training that goes on from its files ends with the same weights as one that never stopped.
func TestResume(t *testing.T) {
	examples := []Example{randomExample(t, 1, 10), randomExample(t, 2, 20)}
	begin := func(n *Net) (*Trainer, []*Learner) {
		trainer := mustTrainer(t, n)
		return trainer, []*Learner{trainer.Learner()}
	}
	n := mustCompact(t, CompactShape{Blocks: 2, Filters: 8}, 1)
	trainer, learners := begin(n)
	learnAll(trainer, learners, examples)
	file, memory := mustEncode(t, n, Single), mustMemory(t, trainer)
	learnAll(trainer, learners, examples)

	again, err := Read(file)
	if err != nil {
		t.Fatal(err)
	}
	trainer, learners = begin(again)
	if err := trainer.Restore(memory); err != nil {
		t.Fatal(err)
	}
	if string(mustMemory(t, trainer)) != string(memory) {
		t.Error("written again it is another file")
	}
	learnAll(trainer, learners, examples)
	if string(mustEncode(t, n, Single)) != string(mustEncode(t, again, Single)) {
		t.Error("after the break the weights are others")
	}
	before := string(mustMemory(t, trainer))
	for _, wrong := range [][]byte{nil, file, memory[:len(memory)-1], mustMemory(t, mustTrainer(t, mustCompact(t, CompactShape{Blocks: 2, Filters: 16}, 1)))} {
		if err := trainer.Restore(wrong); err == nil || string(mustMemory(t, trainer)) != before {
			t.Errorf("%d bytes that are no such trainer: %v", len(wrong), err)
		}
	}
}

func mustMemory(t *testing.T, trainer *Trainer) []byte {
	t.Helper()
	file, err := trainer.Encode()
	if err != nil {
		t.Fatal(err)
	}
	return file
}

// Only compact nets learn.
func TestNoTrainer(t *testing.T) {
	if _, err := NewTrainer(mustPaper(t, 0), adam.Default); err == nil {
		t.Error("a trainer for the paper's net")
	}
}

// BenchmarkLearn measures learning with batches of 256, in one goroutine and in two.
func BenchmarkLearn(b *testing.B) {
	for _, workers := range []int{1, 2} {
		b.Run([]string{"", "one", "two"}[workers], func(b *testing.B) {
			trainer := mustTrainer(b, mustCompact(b, DefaultCompact, 1))
			var learners []*Learner
			for range workers {
				learners = append(learners, trainer.Learner())
			}
			var examples []Example
			for i := range uint64(256) {
				examples = append(examples, randomExample(b, i, int(i)%60))
			}
			for b.Loop() {
				learnAll(trainer, learners, examples)
			}
			b.ReportMetric(float64(len(examples)*b.N)/b.Elapsed().Seconds(), "examples/s")
		})
	}
}
