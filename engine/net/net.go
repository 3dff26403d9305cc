package net

import (
	"fmt"
	"math"
	"math/rand/v2"

	"crownhead/board"
)

// A Kind is an architecture.
type Kind string

// The kinds of nets.
const (
	LeanKind    Kind = "lean"
	ArticleKind Kind = "article"
)

// An Origin is where weights come from.
type Origin struct {
	Line       string  // the way of learning, such as self-play
	Generation int     // 0 for weights that have learnt nothing
	Parent     string  // the name or digest of the net that this one has grown from
	Games      int     // games it has learnt from, its ancestors' included
	Seed       uint64  // of the run
	Elo        float64 // on the run's own ladder
}

// A Net is weights ready for use. Any number of goroutines may use one, each with an Evaluator of its own.
type Net struct {
	Origin Origin
	body   body
}

// A body is what one kind of net is made of.
type body interface {
	kind() Kind
	layers() []*layer      // in the order of files
	branches() []*layer    // those that begin with small weights
	shape() map[string]int // what decides the shapes of the tensors
	evaluator() Evaluator
}

// An Evaluator judges states. It has rows of its own to work in, so that it allocates nothing, and is for one goroutine.
type Evaluator interface {
	// Evaluate writes a logit for every action, legal or not, and returns what the side to move expects: 1 a win, −1 a loss.
	Evaluate(s *State, logits *[Actions]float32) (value float32)
}

// NewLean is a lean net that has learnt nothing; one seed gives one net.
func NewLean(s LeanShape, seed uint64) (*Net, error) {
	b, err := newLean(s)
	if err != nil {
		return nil, err
	}
	return newNet(b, seed), nil
}

// NewArticle is a net as in the article, with so many past positions among its planes; one seed gives one net.
func NewArticle(past int, seed uint64) (*Net, error) {
	b, err := newArticle(past)
	if err != nil {
		return nil, err
	}
	return newNet(b, seed), nil
}

// branchScale makes what is added to the trunk, and the answers, small at first: every block begins as nearly nothing.
const branchScale = 0.1

func newNet(b body, seed uint64) *Net {
	rng := rand.New(rand.NewPCG(seed, 0x6e6574))
	for _, l := range b.layers() {
		scale := math.Sqrt(2 / float64(l.geo.taps*l.in))
		for i := range l.weight {
			l.weight[i] = float32(rng.NormFloat64() * scale)
		}
	}
	for _, l := range b.branches() {
		for i := range l.weight {
			l.weight[i] *= branchScale
		}
	}
	n := &Net{Origin: Origin{Seed: seed}, body: b}
	n.pack()
	return n
}

func (n *Net) pack() {
	for _, l := range n.body.layers() {
		l.pack()
	}
}

// Kind is the net's architecture.
func (n *Net) Kind() Kind { return n.body.kind() }

// Evaluator makes an Evaluator for one goroutine. It expects nothing, 0, where the arithmetic leaves the numbers that there are.
func (n *Net) Evaluator() Evaluator { return numeric{n.body.evaluator()} }

// A numeric evaluator hands on no value that is none: it would pass through every sum to the visitors' page.
type numeric struct{ Evaluator }

func (e numeric) Evaluate(s *State, logits *[Actions]float32) float32 {
	if v := e.Evaluator.Evaluate(s, logits); finite(v) {
		return v
	}
	return 0
}

// probe looks for weights so large that nothing has learnt them, and asks about the start: sums of products of finite numbers need
// not be finite.
func (n *Net) probe() error {
	for _, p := range n.parts() {
		for i, x := range p.numbers {
			if max(x, -x) > halfMost {
				return fmt.Errorf("tensor %q: number %d is %g: the training has diverged, or the file is damaged", p.name, i, x)
			}
		}
	}
	s := NewState(board.NewGame(board.Start(), board.FederationRules))
	var logits [Actions]float32
	value := n.body.evaluator().Evaluate(&s, &logits)
	for _, x := range append(logits[:], value) {
		if !finite(x) {
			return fmt.Errorf("what it says of the start position is %g: the training has diverged, or the file is damaged", x)
		}
	}
	return nil
}

// Weights is the number of weights.
func (n *Net) Weights() int {
	sum := 0
	for _, l := range n.body.layers() {
		sum += len(l.weight) + len(l.bias)
	}
	return sum
}

// Priors writes the probabilities of the legal actions: the softmax of their logits. to is as long as legal. Logits that are no numbers
// make all actions equal.
func Priors(logits *[Actions]float32, legal []Action, to []float32) {
	most := float32(math.Inf(-1))
	for _, a := range legal {
		most = max(most, logits[a])
	}
	sum := float32(0)
	for i, a := range legal {
		to[i] = float32(math.Exp(float64(logits[a] - most)))
		sum += to[i]
	}
	for i := range legal {
		if finite(sum) {
			to[i] /= sum
		} else {
			to[i] = 1 / float32(len(legal))
		}
	}
}
