package mcts

import (
	"math"
	"math/rand/v2"

	"crownhead/engine/net"
)

// A Result is what a search found out about a state.
type Result struct {
	State    net.State
	Value    float64 // for who is to move
	Certain  bool    // the value is how the game ends by the best play of both
	Plies    int     // of what is certain: until then
	Playouts int64   // made now
	Actions  []Found // none if ctx had ended before the first playout
}

// A Found is an action at the root.
type Found struct {
	Action  net.Action
	Visits  int     // N
	Value   float64 // Q, for who is to move; 0 without a visit
	Prior   float64 // P, without noise
	Certain bool
	Plies   int

	// Policy is what a net is to learn: the share of the visits, less those that were forced. Actions that lose have none unless
	// all do, and an action that wins has all.
	Policy float64
}

// result is what the tree's root shows.
func (t *tree) result(made int64) Result {
	root := t.nodes.at(t.root)
	value, end, plies := t.worth()
	r := Result{State: t.start.state, Value: value, Certain: end != open, Plies: plies, Playouts: made}
	children := t.nodes.children(root)
	policy := t.policy(root, children)
	for i := range children {
		c := &children[i]
		f := Found{Action: c.action, Visits: int(c.visits), Prior: float64(c.prior), Certain: c.end != open, Plies: int(c.plies), Policy: policy[i]}
		f.Value = c.worth(t.start.state.Position.Turn)
		r.Actions = append(r.Actions, f)
	}
	return r
}

// policy is the target of learning: the visits as shares.
func (t *tree) policy(root *node, children []node) []float64 {
	mover := t.start.state.Position.Turn
	shares := make([]float64, len(children))
	if len(children) == 0 {
		return shares
	}
	best := 0
	for i := range children {
		if better(&children[i], &children[best], mover) {
			best = i
		}
	}
	s := t.selector(root, children, mover)
	sum := 0.0
	if children[best].end != winOf(mover) && !s.lost(best) {
		for i := range children {
			shares[i] = s.earned(i, best)
			sum += shares[i]
		}
	}
	if sum == 0 { // one wins, all lose, or nothing has been looked at
		shares[best], sum = 1, 1
	}
	for i := range shares {
		shares[i] /= sum
	}
	return shares
}

// earned is how many visits of a child don't come from being forced: without the others it would still have been worse than
// the best. A single visit is none.
func (s *selector) earned(i, best int) float64 {
	visits := float64(s.children[i].visits)
	if s.lost(i) {
		return 0
	}
	if i == best || s.forced == 0 || visits == 0 {
		return visits
	}
	goal := s.scoreAfter(best, float64(s.children[best].visits))
	least := max(0, visits-math.Ceil(s.owed(i)))
	for visits > least && s.scoreAfter(i, visits-1) < goal {
		visits--
	}
	if visits <= 1 {
		return 0
	}
	return visits
}

// mix draws the priors of a root that is explored: part of them is noise.
func (t *tree) mix(dice *rand.Rand) {
	children := t.nodes.children(t.nodes.at(t.root))
	t.mixed = make([]float32, len(children))
	noise, sum := make([]float64, len(children)), 0.0
	for i := range noise {
		noise[i] = gamma(dice, t.opts.Spread/float64(len(children)))
		sum += noise[i]
	}
	for i, c := range children {
		share := t.opts.Noise
		if sum == 0 { // all drew nothing, as tiny parameters may
			share = 0
			sum = 1
		}
		t.mixed[i] = float32((1-share)*float64(c.prior) + share*noise[i]/sum)
	}
}

// gamma draws from the gamma distribution of a shape, by the method of Marsaglia and Tsang.
func gamma(dice *rand.Rand, shape float64) float64 {
	if shape < 1 {
		return gamma(dice, shape+1) * math.Pow(dice.Float64(), 1/shape)
	}
	d := shape - 1.0/3
	c := 1 / math.Sqrt(9*d)
	for {
		x := dice.NormFloat64()
		v := 1 + c*x
		if v <= 0 {
			continue
		}
		v = v * v * v
		if math.Log(1-dice.Float64()) < x*x/2+d-d*v+d*math.Log(v) {
			return d * v
		}
	}
}
