package mcts

import (
	"context"
	"math"
	"testing"

	"crownhead/board"
	"crownhead/engine"
	"crownhead/engine/net"
)

// audit goes through the whole tree by the rules and asks the evaluator again: every node has the sum of what was found below it,
// for White, and as many visits. Only of trees without verdicts.
func audit(t *testing.T, tr *tree) (nodes int) {
	t.Helper()
	var below func(n *node, s net.State) (float64, uint32)
	below = func(n *node, s net.State) (float64, uint32) {
		nodes++
		if n.end != open {
			t.Fatalf("a verdict in %s", s.Position.FEN())
		}
		if n.visits == 0 {
			return 0, 0
		}
		var logits [net.Actions]float32
		sum, visits := float64((&guesser{}).Evaluate(&s, &logits)), uint32(1)
		if s.Position.Turn == board.Black {
			sum = -sum
		}
		for i, c := 0, tr.nodes.children(n); i < len(c); i++ {
			next, _, _ := s.Act(c[i].action)
			w, v := below(&c[i], next)
			sum, visits = sum+w, visits+v
		}
		if math.Abs(sum-n.total) > 1e-6 || visits != n.visits {
			t.Fatalf("%s %v: total %g of %d visits, want %g of %d", s.Position.FEN(), s.Way, n.total, n.visits, sum, visits)
		}
		return sum, visits
	}
	below(tr.nodes.at(tr.root), tr.start.state)
	return nodes
}

// Positions in which captures of several are about, for both sides: a Turkish strike, a promotion in mid-capture, an opening.
var chains = []string{
	"W:WKa1,h2,e1:Bb2,d4,d6,f6,h8,b8,d8",
	"B:WKh8,g7,e7,e5,c3,a1,g1,e1:BKg1,a7,c7,Kd8",
	"W:Wc5,a1,g1,h2:Bd6,f6,b8,h8,g3",
	"W:Wa1,c1,e1,g1,b2,d2,f2,h2,a3,c3,e3,g3:Bb8,d8,f8,h8,a7,c7,e7,g7,b6,d6,f6,h6",
}

// Values change their sign where the side to move does, and nowhere else: every total is the sum of what the network said
// below, with the sign of who was to move; also after a part of the tree has become the whole.
func TestTotals(t *testing.T) {
	for _, fen := range chains {
		p, err := board.ParseFEN(fen)
		if err != nil || p.Validate() != nil {
			continue
		}
		e := newEngine(t, &guesser{}, options())
		g := board.NewGame(p, board.Federation)
		before := 0
		for range 2 {
			a := choose(t, e, g, 60)
			if e.tree.nodes.at(e.tree.root).end != open {
				break
			}
			if nodes := audit(t, e.tree); nodes < 60 {
				t.Errorf("%s: %d nodes", fen, nodes)
			}
			before++
			for _, m := range a.Line[:min(2, len(a.Line))] {
				if g, err = g.Play(m); err != nil {
					t.Fatal(err)
				}
			}
		}
		t.Log(fen, before)
	}
}

var _ = context.Background
var _ = engine.Limits{}
