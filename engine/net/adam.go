package net

import "math"

// Adam is how far the weights go with each step.
type Adam struct {
	Rate     float64 // of learning
	Mean     float64 // how much of the gradients' running mean stays: β₁
	Variance float64 // and of the running mean of their squares: β₂
	Decay    float64 // of the weights, a part of Rate; the biases don't decay
	Clip     float64 // a longer gradient is cut down to this length; 0: none is
}

// DefaultAdam is where a training begins.
var DefaultAdam = Adam{Rate: 1e-3, Mean: 0.9, Variance: 0.999, Decay: 1e-4, Clip: 5}

const adamLeast = 1e-8 // keeps weights without a gradient where they are

// A Trainer changes a net by what its learners have seen.
type Trainer struct {
	Adam  Adam
	net   *Net
	ways  *leanWays
	steps int
	parts []moments // of each layer's weights, and of its bias
}

// moments are what Adam remembers of each number.
type moments struct {
	layer      *layer
	bias       bool
	grad       []float32
	mean, vars []float32
}

// numbers is what is learnt.
func (m moments) numbers() []float32 {
	if m.bias {
		return m.layer.bias
	}
	return m.layer.weight
}

// NewTrainer trains a lean net. Nobody else may use the net during [Trainer.Step]: who wants to play with it meanwhile takes
// a copy, by [Net.Encode] and [Read].
func NewTrainer(n *Net, a Adam) (*Trainer, error) {
	body, ok := n.body.(*lean)
	if !ok {
		return nil, errNoBack
	}
	t := &Trainer{Adam: a, net: n, ways: newLeanWays(body)}
	for _, l := range body.layers() {
		for _, bias := range []bool{false, true} {
			m := moments{layer: l, bias: bias}
			size := len(m.numbers())
			m.grad, m.mean, m.vars = make([]float32, size), make([]float32, size), make([]float32, size)
			t.parts = append(t.parts, m)
		}
	}
	return t, nil
}

// Learner makes a Learner for one goroutine.
func (t *Trainer) Learner() *Learner { return newLearner(t.ways) }

// Step moves the weights against the mean gradient of all that the learners have learnt since the last step, and returns its
// loss. Without an example nothing changes.
func (t *Trainer) Step(learners ...*Learner) Loss {
	var loss Loss
	for _, l := range learners {
		loss = loss.Plus(l.loss)
	}
	if loss.Examples == 0 {
		return loss
	}
	length := 0.0
	for i, m := range t.parts {
		for _, l := range learners[1:] {
			l.grads[i/2].giveTo(learners[0].grads[i/2], m.bias)
		}
		learners[0].grads[i/2].take(m.grad, m.bias, 1/float32(loss.Examples))
		length += square(m.grad)
	}
	scale := 1.0
	if length = math.Sqrt(length); t.Adam.Clip > 0 && length > t.Adam.Clip {
		scale = t.Adam.Clip / length
	}
	t.move(scale)
	for _, l := range learners {
		l.loss = Loss{}
	}
	t.net.pack()
	t.ways.transpose()
	return loss
}

// move is one step of Adam, with gradients of which only a part counts.
func (t *Trainer) move(scale float64) {
	t.steps++
	a := t.Adam
	rate := a.Rate * math.Sqrt(1-math.Pow(a.Variance, float64(t.steps))) / (1 - math.Pow(a.Mean, float64(t.steps)))
	for _, m := range t.parts {
		decay := 1 - a.Rate*a.Decay
		if m.bias {
			decay = 1
		}
		numbers := m.numbers()
		for i, g := range m.grad {
			x := float64(g) * scale
			mean := a.Mean*float64(m.mean[i]) + (1-a.Mean)*x
			vars := a.Variance*float64(m.vars[i]) + (1-a.Variance)*x*x
			m.mean[i], m.vars[i] = float32(mean), float32(vars)
			numbers[i] = float32(float64(numbers[i])*decay - rate*mean/(math.Sqrt(vars)+adamLeast))
		}
	}
}

// giveTo adds gradients to another learner's, and leaves none.
func (g gradients) giveTo(other gradients, bias bool) {
	from, to := g.dw, other.dw
	if bias {
		from, to = g.db, other.db
	}
	add(to, from)
	clear(from)
}

// take writes gradients, in the order of the layer's numbers and so many times as large, and leaves none.
func (g gradients) take(to []float32, bias bool, scale float32) {
	if bias {
		copy(to, g.db)
		clear(g.db)
	} else {
		g.weight(to)
		clear(g.dw)
	}
	for i := range to {
		to[i] *= scale
	}
}

func square(list []float32) float64 {
	sum := 0.0
	for _, x := range list {
		sum += float64(x) * float64(x)
	}
	return sum
}
