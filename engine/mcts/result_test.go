package mcts

import (
	"context"
	"math"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"

	"crownhead/board"
	"crownhead/engine"
)

// What self-play asks for: shares of visits that are forced in part, and priors with noise, which
// the net isn't to learn.
func TestExploring(t *testing.T) {
	search := func(o Options) (Result, *Engine) {
		e := newEngine(t, &guesser{}, o)
		r, err := e.Search(context.Background(), Query{Game: board.Game{}, Limits: engine.Limits{Nodes: 300}, Explores: true})
		if err != nil {
			t.Fatal(err)
		}
		return r, e
	}
	o := testOptions()
	r, e := search(o)
	sum, mixed, pruned := 0.0, 0.0, 0
	for i, f := range r.Actions {
		sum += f.Policy
		mixed += float64(e.tree.noisyPriors[i])
		noise := float64(e.tree.noisyPriors[i]) - (1-o.DirichletWeight)*f.Prior
		if noise < -1e-6 || noise > o.DirichletWeight {
			t.Errorf("%g of noise in %g", noise, e.tree.noisyPriors[i])
		}
		if f.Visits > 0 && float64(f.Visits) < math.Floor(math.Sqrt(o.ForcedPlayouts*float64(e.tree.noisyPriors[i])*299)) {
			t.Errorf("not forced: %+v with %g", f, e.tree.noisyPriors[i])
		}
		if f.Policy < float64(f.Visits)/299-0.001 {
			pruned++
		}
	}
	if math.Abs(sum-1) > 1e-9 || math.Abs(mixed-1) > 1e-5 || pruned == 0 {
		t.Errorf("shares make %g, priors %g, %d pruned", sum, mixed, pruned)
	}
	short := newEngine(t, &guesser{}, o)
	if _, err := short.Search(context.Background(), Query{Limits: engine.Limits{Nodes: 4}, Explores: true}); err != nil || !slices.Equal(short.tree.noisyPriors, e.tree.noisyPriors) {
		t.Errorf("the noise isn't that of the first playout: %v", err)
	}
	again, err := e.Search(context.Background(), Query{Game: board.Game{}, Limits: engine.Limits{Nodes: 300}, Explores: true})
	if err != nil || again.Playouts != 0 || math.Abs(again.Actions[0].Policy-float64(again.Actions[0].Visits)/299) > 1e-9 {
		t.Errorf("nothing more was forced: %+v, %v", again, err)
	}
	o.Seed = 5
	if other, _ := search(o); reflect.DeepEqual(other.Actions, r.Actions) {
		t.Error("another seed has the same noise")
	}
	o.DirichletWeight, o.ForcedPlayouts = 0, 0
	plain, _ := search(o)
	for _, f := range plain.Actions {
		if math.Abs(f.Policy-float64(f.Visits)/299) > 1e-9 {
			t.Errorf("without forcing: %+v", f)
		}
	}
}

// What was forced is taken from the shares again, as far as the action would still have been worse
// than the best, and as many as were forced; a single visit is none.
func TestEarned(t *testing.T) {
	for _, sign := range []float64{1, -1} {
		s := selector{sign: sign, exploration: 15, forcedPlayouts: 200}
		lost := blackWins
		if sign < 0 {
			lost = whiteWins
		}
		for _, c := range []node{ // whose values are the mover's
			{prior: 0.5, visits: 60, total: 12},
			{prior: 0.1, visits: 9, total: -4.5},
			{prior: 0.1, visits: 9, total: 0.9},
			{prior: 0.1, visits: 2, total: -1},
			{prior: 0.1, visits: 5, total: -2.5},
			{prior: 0.1, visits: 9, proven: lost},
			{prior: 0.1},
		} {
			c.total *= sign
			s.children = append(s.children, c)
		}
		// The best has 0.2 + 15 · 0.5 / 61. Of each other five were forced, √(200 · 0.1) rounded up.
		for i, want := range []float64{60, 4, 6, 0, 0, 0, 0} {
			if got := s.unforcedVisits(i, 0); got != want {
				t.Errorf("action %d has %g of its visits, want %g", i, got, want)
			}
		}
	}
}

// An action that wins is all that is to be learnt; where all lose, it is the one that loses last.
func TestCertainShares(t *testing.T) {
	for _, c := range []struct {
		children []node
		want     []float64
	}{
		{
			[]node{{visits: 50}, {visits: 1, proven: whiteWins, plies: 3}, {visits: 9, proven: whiteWins, plies: 5}},
			[]float64{0, 1, 0},
		},
		{[]node{
			{visits: 50, proven: blackWins, plies: 2},
			{visits: 1, proven: blackWins, plies: 4},
			{visits: 9, proven: blackWins, plies: 2},
		}, []float64{0, 1, 0}},
		{
			[]node{{visits: 50, proven: blackWins, plies: 2}, {visits: 1}, {visits: 3, proven: drawn}},
			[]float64{0, 0.25, 0.75},
		},
		{[]node{{prior: 0.1}, {prior: 0.9}, {}}, []float64{0, 1, 0}},
	} {
		tr := treeWithChildren(t, board.Game{}, c.children...)
		root := tr.nodes.node(tr.root)
		if got := tr.policyTarget(root, tr.nodes.children(root)); !reflect.DeepEqual(got, c.want) {
			t.Errorf("%v, want %v", got, c.want)
		}
	}
}

// The noise is Dirichlet's, whose parameters are Spread divided by the number of actions: the
// squares of its shares say how far it scatters.
func TestNoise(t *testing.T) {
	for actions, spread := range map[int]float64{4: 10, 20: 3} {
		tr := treeWithChildren(t, board.Game{}, make([]node, actions)...)
		tr.opts.DirichletWeight, tr.opts.DirichletConcentration = 1, spread
		rng, squares := rand.New(rand.NewPCG(1, 1)), 0.0
		const draws = 3000
		for range draws {
			tr.addRootNoise(rng)
			for _, share := range tr.noisyPriors {
				squares += float64(share) * float64(share) / draws
			}
		}
		alpha := spread / float64(actions)
		if want := (alpha + 1) / (spread + 1); math.Abs(squares-want) > 0.02 {
			t.Errorf("%d actions, spread %g: the squares come to %.3f, want %.3f", actions, spread, squares, want)
		}
	}
}
