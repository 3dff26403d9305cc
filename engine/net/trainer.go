package net

import (
	"math"

	"crownhead/engine/train/adam"
)

// A Trainer changes a net by what its learners have seen.
type Trainer struct {
	Config     adam.Config
	net        *Net
	ways       *leanWays
	steps      int
	parameters []parameter // of each layer its weights, then its bias
}

// A parameter is one array that is learnt: the weights or the bias of a layer.
type parameter struct {
	layer    *layer
	bias     bool
	gradient []float32
	moments  adam.Moments
}

// numbers are what is learnt.
func (p parameter) numbers() []float32 {
	if p.bias {
		return p.layer.bias
	}
	return p.layer.weight
}

// NewTrainer trains a lean net. Nobody else may use the net during [Trainer.Step]: who wants to play with it meanwhile takes
// a copy, by [Net.Encode] and [Read].
func NewTrainer(n *Net, c adam.Config) (*Trainer, error) {
	body, ok := n.body.(*lean)
	if !ok {
		return nil, errNoBack
	}
	t := &Trainer{Config: c, net: n, ways: newLeanWays(body)}
	for _, l := range body.layers() {
		for _, bias := range []bool{false, true} {
			p := parameter{layer: l, bias: bias}
			size := len(p.numbers())
			p.gradient, p.moments = make([]float32, size), adam.NewMoments(size)
			t.parameters = append(t.parameters, p)
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
	norm := 0.0
	for i, p := range t.parameters {
		for _, l := range learners[1:] {
			l.grads[i/2].giveTo(learners[0].grads[i/2], p.bias)
		}
		learners[0].grads[i/2].take(p.gradient, p.bias, 1/float32(loss.Examples))
		norm += squaredNorm(p.gradient)
	}
	scale := 1.0
	if norm = math.Sqrt(norm); t.Config.Clip > 0 && norm > t.Config.Clip {
		scale = t.Config.Clip / norm
	}
	t.steps++
	for _, p := range t.parameters {
		config := t.Config
		if p.bias {
			config.Decay = 0
		}
		adam.Update(config, t.steps, p.numbers(), p.gradient, p.moments, scale)
	}
	for _, l := range learners {
		l.loss = Loss{}
	}
	t.net.pack()
	t.ways.transpose()
	return loss
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

func squaredNorm(list []float32) float64 {
	sum := 0.0
	for _, x := range list {
		sum += float64(x) * float64(x)
	}
	return sum
}
