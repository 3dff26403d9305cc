package mcts

import (
	"math"

	"crownhead/engine/net"
)

// A Result is what a search found out about a state.
type Result struct {
	State    net.State
	Value    float64        // for the side to move
	Proven   bool           // the value is how the game ends by the best play of both
	Plies    int            // of what is proven: until then
	Playouts int64          // made now
	Actions  []ActionResult // none if ctx had ended before the first playout
}

// An ActionResult is what a search found out about an action.
type ActionResult struct {
	Action net.Action
	Visits int     // N
	Value  float64 // Q, for the side to move; 0 without a visit
	Prior  float64 // P, without noise
	Proven bool
	Plies  int

	// Policy is what a network is to learn: the share of the visits, less those that were forced.
	// Actions that lose have none unless all do, and an action that wins has all.
	Policy float64
}

// rootResult is what the search found out about the root.
func (t *tree) rootResult(made int64) Result {
	root := t.nodes.node(t.root)
	value, end, plies := t.rootValue()
	r := Result{State: t.rootState.state, Value: value, Proven: end != unproven, Plies: plies, Playouts: made}
	children := t.nodes.children(root)
	policy := t.policyTarget(root, children)
	for i := range children {
		c := &children[i]
		f := ActionResult{
			Action: c.action, Visits: int(c.visits), Prior: float64(c.prior),
			Proven: c.proven != unproven, Plies: int(c.plies), Policy: policy[i],
		}
		f.Value = c.valueFor(t.rootState.state.Position.Turn)
		r.Actions = append(r.Actions, f)
	}
	return r
}

// policyTarget is what a network is to learn: the visits as shares.
func (t *tree) policyTarget(root *node, children []node) []float64 {
	mover := t.rootState.state.Position.Turn
	shares := make([]float64, len(children))
	if len(children) == 0 {
		return shares
	}
	best := 0
	for i := range children {
		if isBetter(&children[i], &children[best], mover) {
			best = i
		}
	}
	s := t.newSelector(root, children, mover)
	sum := 0.0
	if children[best].proven != winFor(mover) && !s.isLost(best) {
		for i := range children {
			shares[i] = s.unforcedVisits(i, best)
			sum += shares[i]
		}
	}
	if sum == 0 { // one wins, all lose, or nothing has been visited
		shares[best], sum = 1, 1
	}
	for i := range shares {
		shares[i] /= sum
	}
	return shares
}

// unforcedVisits is how many visits a child would have without being forced: without the others its
// score would still have been lower than the best child's. A single visit counts for none.
func (s *selector) unforcedVisits(i, best int) float64 {
	visits := float64(s.children[i].visits)
	if s.isLost(i) {
		return 0
	}
	if i == best || s.forcedPlayouts == 0 || visits == 0 {
		return visits
	}
	goal := s.puctAfter(best, float64(s.children[best].visits))
	least := max(0, visits-math.Ceil(s.forcedVisits(i)))
	for visits > least && s.puctAfter(i, visits-1) < goal {
		visits--
	}
	if visits <= 1 {
		return 0
	}
	return visits
}
