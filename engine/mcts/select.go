package mcts

import (
	"math"

	"crownhead/board"
)

// A selector scores the children of one node for the side to move there, by PUCT.
type selector struct {
	children       []node
	priors         []float32 // in place of the children's own; nil: those
	sign           float64
	exploration    float64 // c · √N
	firstPlayQ     float64 // Q of a child without a playout
	forcedPlayouts float64 // ForcedPlayouts · N; 0 forces nothing
}

// newSelector prepares the selection among a node's children.
func (t *tree) newSelector(n *node, children []node, mover board.Color) selector {
	s := selector{children: children, sign: signFor(mover)}
	s.exploration = t.opts.CPUCT * math.Sqrt(float64(n.visits))
	if t.noisyPriors != nil && n == t.nodes.node(t.root) {
		s.priors, s.forcedPlayouts = t.noisyPriors, t.opts.ForcedPlayouts*float64(n.visits)
	}
	seen := 0.0
	for i := range children {
		if children[i].visits > 0 {
			seen += float64(children[i].prior)
		}
	}
	s.firstPlayQ = s.sign*n.total/float64(n.visits) - t.opts.FPUReduction*math.Sqrt(seen)
	return s
}

func (s *selector) prior(i int) float64 {
	if s.priors != nil {
		return float64(s.priors[i])
	}
	return float64(s.children[i].prior)
}

// isLost reports whether a child is proven to lose.
func (s *selector) isLost(i int) bool { return s.sign*s.children[i].proven.value() < 0 }

// puct is Q + U. A child that loses is never selected, and one that is forced comes before all.
func (s *selector) puct(i int) float64 {
	c := &s.children[i]
	if s.isLost(i) {
		return math.Inf(-1)
	}
	if c.visits > 0 && float64(c.visits) < s.forcedVisits(i) {
		return math.Inf(1)
	}
	return s.puctAfter(i, float64(c.visits))
}

// forcedVisits is how many playouts a child of the root must have when it explores.
func (s *selector) forcedVisits(i int) float64 { return math.Sqrt(s.forcedPlayouts * s.prior(i)) }

// puctAfter is Q + U if the child had this number of visits.
func (s *selector) puctAfter(i int, visits float64) float64 {
	q := s.firstPlayQ
	if c := &s.children[i]; c.visits > 0 {
		q = s.sign * c.mean()
	}
	return q + s.exploration*s.prior(i)/(1+visits)
}
