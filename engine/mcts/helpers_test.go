package mcts

import (
	"context"
	"testing"

	"crownhead/board"
	"crownhead/engine"
	"crownhead/engine/net"
)

// A guesser is a network that has learnt nothing and costs nothing: its answers are scattered, and
// the same for the same state. Asked is called before each.
type guesser struct {
	value float32 // of every state, for the side to move, in place of scattered ones
	calls int
	asked func()
}

func (g *guesser) Evaluate(s *net.State, logits *[net.Actions]float32) float32 {
	g.calls++
	if g.asked != nil {
		g.asked()
	}
	h := s.Position.Hash() ^ uint64(s.PartialCapture.Captured)<<7 ^ uint64(s.PartialCapture.At)
	for a := range logits {
		h ^= h << 13
		h ^= h >> 7
		h ^= h << 17
		logits[a] = float32(h%1024) / 512
	}
	if g.value != 0 {
		return g.value
	}
	return float32(h%1001)/1000 - 0.5
}

// testOptions are those of a player without tables.
func testOptions() Options {
	o := DefaultOptions()
	o.Endings, o.Nodes = nil, 1<<18
	return o
}

func newEngine(t testing.TB, e net.Evaluator, o Options) *Engine {
	t.Helper()
	made, err := New(e, o)
	if err != nil {
		t.Fatal(err)
	}
	return made
}

// newGame is a game from a position under the federation's rules, after moves.
func newGame(t testing.TB, fen string, moves ...string) board.Game {
	t.Helper()
	p, err := board.ParseFEN(fen)
	if err != nil {
		t.Fatal(err)
	}
	return playMoves(t, board.NewGame(p, board.FederationRules), moves...)
}

func playMoves(t testing.TB, g board.Game, moves ...string) board.Game {
	t.Helper()
	for _, text := range moves {
		m, err := g.Position().ParseMove(text)
		if err != nil {
			t.Fatal(err)
		}
		if g, err = g.Play(m); err != nil {
			t.Fatal(err)
		}
	}
	return g
}

func mustChoose(t testing.TB, e *Engine, g board.Game, playouts int64) engine.Answer {
	t.Helper()
	a, err := e.Choose(context.Background(), g, engine.Limits{Nodes: playouts})
	if err != nil {
		t.Fatal(err)
	}
	return a
}

// newCompactNet is a compact net that has learnt nothing.
func newCompactNet(t testing.TB) net.Evaluator {
	t.Helper()
	n, err := net.NewCompact(net.DefaultCompact, 1)
	if err != nil {
		t.Fatal(err)
	}
	return n.Evaluator()
}

// treeWithChildren is a tree of which only the root's children are there.
func treeWithChildren(t testing.TB, g board.Game, children ...node) *tree {
	t.Helper()
	tr := newTree(&guesser{}, testOptions())
	tr.resetTree(newPathState(g))
	first, ok := tr.nodes.allocate(len(children))
	if !ok {
		t.Fatal("no room")
	}
	root := tr.nodes.node(tr.root)
	root.first, root.count, root.visits = first, uint8(len(children)), 1
	for i, c := range children {
		*tr.nodes.node(first + uint32(i)) = c
		root.visits += c.visits
	}
	return tr
}
