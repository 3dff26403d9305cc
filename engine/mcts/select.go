package mcts

import (
	"math"

	"crownhead/board"
)

// A selector weighs the children of one node for who is to move there.
type selector struct {
	children []node
	priors   []float32 // in place of the children's own; nil: those
	sign     float64
	width    float64 // c · √N
	unseen   float64 // Q of a child without a playout
	forced   float64 // Forced · N; 0 forces nothing
}

// selector prepares the choice among a node's children.
func (t *tree) selector(n *node, children []node, mover board.Color) selector {
	s := selector{children: children, sign: sign(mover)}
	s.width = t.opts.Explore * math.Sqrt(float64(n.visits))
	if t.mixed != nil && n == t.nodes.at(t.root) {
		s.priors, s.forced = t.mixed, t.opts.Forced*float64(n.visits)
	}
	seen := 0.0
	for i := range children {
		if children[i].visits > 0 {
			seen += float64(children[i].prior)
		}
	}
	s.unseen = s.sign*n.total/float64(n.visits) - t.opts.Urgency*math.Sqrt(seen)
	return s
}

func (s *selector) prior(i int) float64 {
	if s.priors != nil {
		return float64(s.priors[i])
	}
	return float64(s.children[i].prior)
}

// lost tells that a child is decided against who chooses.
func (s *selector) lost(i int) bool { return s.sign*s.children[i].end.value() < 0 }

// score is Q + U. A child that loses is left alone, and one that is forced comes before all.
func (s *selector) score(i int) float64 {
	c := &s.children[i]
	if s.lost(i) {
		return math.Inf(-1)
	}
	if c.visits > 0 && float64(c.visits) < s.owed(i) {
		return math.Inf(1)
	}
	return s.scoreAfter(i, float64(c.visits))
}

// owed is how many playouts a child of the root must have when it explores.
func (s *selector) owed(i int) float64 { return math.Sqrt(s.forced * s.prior(i)) }

// scoreAfter is Q + U with so many playouts.
func (s *selector) scoreAfter(i int, visits float64) float64 {
	q := s.unseen
	if c := &s.children[i]; c.visits > 0 {
		q = s.sign * c.mean()
	}
	return q + s.width*s.prior(i)/(1+visits)
}
