package mcts

import (
	"context"
	"math"
	"testing"

	"crownhead/board"
	"crownhead/engine"
)

// Q + U is what the package's comment says, for either side: an action without a playout is worth
// what its state is, less by the root of the priors looked at; one that is decided is worth what it
// is, and one that loses is left alone.
func TestScore(t *testing.T) {
	tr := newTree(&guesser{}, testOptions())
	tr.opts.CPUCT, tr.opts.FPUReduction = 1.5, 0.2
	n := &node{visits: 9, total: 4.5} // for White 0.5; c · √N is 4.5
	children := []node{
		{prior: 0.36, visits: 6, total: 1.5},
		{prior: 0.04},
		{prior: 0.45, visits: 2, total: 2, proven: drawn},
		{prior: 0.15, visits: 1, total: 1, proven: whiteWins},
	}
	less := 0.2 * math.Sqrt(0.36+0.45+0.15)
	for mover, want := range map[board.Color][]float64{
		board.White: {0.25 + 4.5*0.36/7, 0.5 - less + 4.5*0.04, 4.5 * 0.45 / 3, 1 + 4.5*0.15/2},
		board.Black: {-0.25 + 4.5*0.36/7, -0.5 - less + 4.5*0.04, 4.5 * 0.45 / 3, math.Inf(-1)},
	} {
		s := tr.newSelector(n, children, mover)
		for i, x := range want {
			if got := s.puct(i); !(math.Abs(got-x) < 1e-6) && got != x {
				t.Errorf("%v, action %d: %g, want %g", mover, i, got, x)
			}
		}
	}
}

// What has been looked at once is forced to have its share, at the root that is explored and
// nowhere else; what hasn't, or loses, isn't.
func TestForcing(t *testing.T) {
	s := selector{sign: 1, exploration: 1, forcedPlayouts: 200, children: []node{
		{prior: 0.5, visits: 9}, {prior: 0.5, visits: 10}, {prior: 0.5}, {prior: 0.5, visits: 1, proven: blackWins},
	}}
	for i, want := range []bool{true, false, false, false} {
		if got := math.IsInf(s.puct(i), 1); got != want {
			t.Errorf("action %d is forced: %v", i, got)
		}
	}
	e := newEngine(t, &guesser{}, testOptions())
	if _, err := e.Search(context.Background(), Query{Limits: engine.Limits{Nodes: 80}, Explores: true}); err != nil {
		t.Fatal(err)
	}
	root := e.tree.nodes.node(e.tree.root)
	children := e.tree.nodes.children(root)
	if s := e.tree.newSelector(root, children, board.White); s.forcedPlayouts != e.tree.opts.ForcedPlayouts*80 ||
		&s.priors[0] != &e.tree.noisyPriors[0] {
		t.Errorf("at the root: %+v", s)
	}
	for i := range children {
		below := e.tree.nodes.children(&children[i])
		if s := e.tree.newSelector(&children[i], below, board.Black); len(below) > 0 &&
			(s.forcedPlayouts != 0 || s.priors != nil) {
			t.Errorf("below the root: %+v", s)
		}
	}
}
