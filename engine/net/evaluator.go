package net

import "math"

// A Kind is an architecture.
type Kind string

// The kinds of nets, as files name them.
const (
	CompactKind Kind = "lean"
	PaperKind   Kind = "article"
)

// An Evaluator evaluates states. It has memory of its own to work in, so that it allocates nothing,
// and is for one goroutine.
type Evaluator interface {
	// Evaluate writes a logit for every action, legal or not, and returns the value for the side to
	// move: 1 a win, −1 a loss.
	Evaluate(s *State, logits *[Actions]float32) (value float32)
}

// A finiteEvaluator returns 0 for a value that is not a number, which would pass through every sum
// to the visitors' page.
type finiteEvaluator struct{ Evaluator }

func (e finiteEvaluator) Evaluate(s *State, logits *[Actions]float32) float32 {
	if v := e.Evaluator.Evaluate(s, logits); isFinite(v) {
		return v
	}
	return 0
}

func isFinite(x float32) bool { return x-x == 0 }

func tanh(x float32) float32 { return float32(math.Tanh(float64(x))) }

// Priors writes the probabilities of the legal actions, the softmax of their logits, to a slice as
// long as legal. Logits that are not numbers make all actions equal.
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
		if isFinite(sum) {
			to[i] /= sum
		} else {
			to[i] = 1 / float32(len(legal))
		}
	}
}

// An architecture is what one kind of net is made of.
type architecture interface {
	kind() Kind
	layers() []*layer          // in the order of files
	smallInitLayers() []*layer // those that begin with small weights
	shape() map[string]int     // what decides the shapes of the tensors
	evaluator() Evaluator
}
