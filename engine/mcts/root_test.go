package mcts

import (
	"context"
	"math"
	"testing"

	"crownhead/board"
	"crownhead/engine"
)

// The tree goes on from move to move: what is asked again is less by what it has, and what it has
// is what it had.
func TestReuse(t *testing.T) {
	eyes := &guesser{}
	e, g := newEngine(t, eyes, testOptions()), newGame(t,
		"W:Wa1,c1,e1,g1,b2,d2,f2,h2,a3,c3:Bb8,d8,f8,h8,a7,c7,e7,g7,b6,d6")
	a := mustChoose(t, e, g, 800)
	g, err := g.Play(a.Move)
	if err != nil {
		t.Fatal(err)
	}
	kept := e.tree.nodes.node(e.findNode(Query{Game: g})).visits
	eyes.calls = 0
	b := mustChoose(t, e, g, 800)
	if kept < 20 || b.Nodes != 800-int64(kept) || eyes.calls > int(b.Nodes) {
		t.Errorf("%d kept, %d playouts, asked %d times", kept, b.Nodes, eyes.calls)
	}
	auditTree(t, e.tree)
	fresh := mustChoose(t, newEngine(t, &guesser{}, testOptions()), g, 800)
	if fresh.Move != b.Move || math.Abs(fresh.Win-b.Win) > 0.02 {
		t.Errorf("%+v, afresh %+v", b, fresh)
	}
	if again := mustChoose(t, e, g, 800); again.Nodes != 0 || again.Move != b.Move {
		t.Errorf("the same again: %+v", again)
	}
	if mustChoose(t, e, newGame(t, "W:Wc3,e3:Bf6,h6"), 100); e.tree.nodes.node(e.tree.root).visits > 100 {
		t.Error("another game's playouts are counted")
	}
	p := e.tree.rootState.state.Position
	if a := mustChoose(t, e, board.NewGame(p, board.PaperRules), 100); e.tree.rootState.state.Rules != board.PaperRules || a.Nodes < 50 {
		t.Error("playouts by other rules are counted")
	}
}

// The tree is kept in mid-capture, too: by an action, and by the rest of the move.
func TestReuseOnTheWay(t *testing.T) {
	g := newGame(t, chains[0])
	e := newEngine(t, &guesser{}, testOptions())
	ask := func(g board.Game, way ...string) Result {
		t.Helper()
		r, err := e.Search(context.Background(), Query{
			Game: g, PartialCapture: parseActions(t, way...), Limits: engine.Limits{Nodes: 200},
		})
		if err != nil {
			t.Fatal(err)
		}
		return r
	}
	ask(g)
	r := ask(g, "c3e1")
	if r.Playouts != 1 || !r.State.Capturing() || r.State.PartialCapture.At.String() != "e1" {
		t.Errorf("%+v", r)
	}
	if r := ask(playMoves(t, g, "c3:e1:h4")); r.Playouts > 20 || r.State.Capturing() {
		t.Errorf("%+v", r)
	}
}

// Pondering leaves to the next answer what it has found out.
func TestPonder(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	eyes := &guesser{}
	eyes.asked = func() {
		if eyes.calls == 300 {
			cancel()
		}
	}
	e := newEngine(t, eyes, testOptions())
	e.Ponder(ctx, board.Game{})
	if root := e.tree.nodes.node(e.tree.root); root.visits != 300 {
		t.Errorf("%d playouts", root.visits)
	}
	best := e.Lines(1)[0].Moves[0]
	g, err := board.Game{}.Play(best)
	if err != nil {
		t.Fatal(err)
	}
	if a := mustChoose(t, e, g, 300); a.Nodes > 290 {
		t.Errorf("%+v", a)
	}
}

// Where a move has several ways, the tree goes on by the one that was looked at most.
func TestReuseOfSeveralWays(t *testing.T) {
	for _, fen := range []string{"W:WKh8:BKb2,g7,b8", "B:WKb2,h6,g7,a1:BKa5,Kh8", "W:WKc1:BKd2,Kg5,a7"} {
		e, g := newEngine(t, &guesser{}, testOptions()), newGame(t, fen)
		if _, err := e.Search(context.Background(), Query{Game: g, Limits: engine.Limits{Nodes: 300}}); err != nil {
			t.Fatal(err)
		}
		ways, most := map[board.Move]int{}, map[board.Move]uint32{}
		for _, r := range e.tree.collectLines(nil, e.tree.nodes.node(e.tree.root), e.tree.rootState.state, 1) {
			m := r.Moves[0]
			ways[m]++
			most[m] = max(most[m], r.end.visits)
		}
		for m, n := range ways {
			next, err := g.Play(m)
			if err != nil {
				t.Fatal(err)
			}
			if got := e.tree.nodes.node(e.findNode(Query{Game: next})).visits; got != most[m] {
				t.Errorf("%s: %v in %d ways: the one with %d visits is kept, not that with %d", fen, m, n, got, most[m])
			}
		}
	}
}

// Another way of a capture isn't taken for the one that the tree has.
func TestReuseOfAnotherWay(t *testing.T) {
	e, g := newEngine(t, &guesser{}, testOptions()), newGame(t, "W:WKh8:BKb2,g7,a7,b8")
	for i, way := range []string{"h8f6", "h8e5"} {
		r, err := e.Search(context.Background(), Query{
			Game: g, PartialCapture: parseActions(t, way), Limits: engine.Limits{Nodes: 30},
		})
		if err != nil || r.Playouts < 2 || r.State.PartialCapture.At.String() != way[2:] {
			t.Errorf("way %d: %d playouts at %v: %v", i+1, r.Playouts, r.State.PartialCapture.At, err)
		}
	}
}

// A tree that was full can grow again once its root has moved on; where there is no time to copy
// what is kept, nothing is lost.
func TestReuseOfFullTree(t *testing.T) {
	o := testOptions()
	o.Nodes = 16 * pageNodes
	e, g := newEngine(t, &guesser{}, o), board.Game{}
	a := mustChoose(t, e, g, 20_000)
	g, err := g.Play(a.Move)
	if err != nil || !e.tree.full {
		t.Fatalf("full: %v, %v", e.tree.full, err)
	}
	kept := e.findNode(Query{Game: g})
	visits := int64(e.tree.nodes.node(kept).visits)
	hurried, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := e.Choose(hurried, g, engine.Limits{Nodes: 5000}); err != nil {
		t.Fatal(err)
	}
	if root := e.tree.nodes.node(e.tree.root); e.tree.root != kept || int64(root.visits) != visits {
		t.Errorf("node %d with %d visits, want node %d with %d", e.tree.root, root.visits, kept, visits)
	}
	if b := mustChoose(t, e, g, visits+20); b.Nodes != 20 {
		t.Errorf("%+v, want 20 playouts", b)
	}
	g = playMoves(t, g, g.Position().Notation(e.Lines(1)[0].Moves[0]))
	if _, err := e.Search(context.Background(), Query{Game: g, Limits: engine.Limits{Nodes: 1}}); err != nil ||
		e.tree.full {
		t.Errorf("full though the root has moved on: %v", err)
	}
}
