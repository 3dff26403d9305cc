package net

import (
	"fmt"
	"math"
	"math/rand/v2"

	"crownhead/board"
)

// An Origin says where weights come from.
type Origin struct {
	Line       string  // the way of learning, such as self-play
	Generation int     // 0 for weights that have learnt nothing
	Parent     string  // the name or digest of the net from which learning went on
	Games      int     // games it has learnt from, its ancestors' included
	Seed       uint64  // of the run
	Elo        float64 // on the run's own ladder
}

// A Net is weights ready for use. Any number of goroutines may use one, each with an Evaluator of its own.
type Net struct {
	Origin Origin
	body   architecture
}

// NewCompact returns a compact net that has learnt nothing; one seed gives one net.
func NewCompact(s CompactShape, seed uint64) (*Net, error) {
	b, err := newCompactNet(s)
	if err != nil {
		return nil, err
	}
	return initNet(b, seed), nil
}

// NewPaper returns a net as in the paper, with a number of past positions among its planes; one seed
// gives one net.
func NewPaper(past int, seed uint64) (*Net, error) {
	b, err := newPaperNet(past)
	if err != nil {
		return nil, err
	}
	return initNet(b, seed), nil
}

// smallInit scales the first weights of what is added to the trunk, and of the outputs: every block
// begins as nearly the identity.
const smallInit = 0.1

// initNet draws the first weights.
func initNet(b architecture, seed uint64) *Net {
	rng := rand.New(rand.NewPCG(seed, 0x6e6574))
	for _, l := range b.layers() {
		scale := math.Sqrt(2 / float64(l.geo.taps*l.in))
		for i := range l.weight {
			l.weight[i] = float32(rng.NormFloat64() * scale)
		}
	}
	for _, l := range b.smallInitLayers() {
		for i := range l.weight {
			l.weight[i] *= smallInit
		}
	}
	n := &Net{Origin: Origin{Seed: seed}, body: b}
	n.packWeights()
	return n
}

func (n *Net) packWeights() {
	for _, l := range n.body.layers() {
		l.packWeights()
	}
}

// Kind is the net's architecture.
func (n *Net) Kind() Kind { return n.body.kind() }

// Evaluator returns a new Evaluator for one goroutine. Its value is 0 where the arithmetic overflows.
func (n *Net) Evaluator() Evaluator { return finiteEvaluator{n.body.evaluator()} }

// Weights is the number of weights.
func (n *Net) Weights() int {
	sum := 0
	for _, l := range n.body.layers() {
		sum += len(l.weight) + len(l.bias)
	}
	return sum
}

// A parameterTensor is the weights or the bias of a layer.
type parameterTensor struct {
	name    string
	shape   []int
	numbers []float32
}

// parameterTensors lists all weights and biases, in the order of files.
func (n *Net) parameterTensors() []parameterTensor {
	var list []parameterTensor
	for _, l := range n.body.layers() {
		list = append(list,
			parameterTensor{name: l.name + ".weight", shape: []int{l.geo.taps, l.in, l.out}, numbers: l.weight},
			parameterTensor{name: l.name + ".bias", shape: []int{l.out}, numbers: l.bias})
	}
	return list
}

// checkWeights refuses weights too large to have been learnt, and evaluates the start position:
// sums of products of finite numbers need not be finite.
func (n *Net) checkWeights() error {
	for _, p := range n.parameterTensors() {
		for i, x := range p.numbers {
			if max(x, -x) > maxHalf {
				return fmt.Errorf("tensor %q: number %d is %g: the training has diverged, or the file is damaged",
					p.name, i, x)
			}
		}
	}
	s := NewState(board.NewGame(board.Start(), board.FederationRules))
	var logits [Actions]float32
	value := n.body.evaluator().Evaluate(&s, &logits)
	for _, x := range append(logits[:], value) {
		if !isFinite(x) {
			return fmt.Errorf("its output for the start position is %g: the training has diverged, or the file is damaged",
				x)
		}
	}
	return nil
}
