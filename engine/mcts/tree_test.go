package mcts

import (
	"context"
	"math"
	"testing"

	"crownhead/board"
	"crownhead/engine"
	"crownhead/engine/net"
)

// auditTree goes through the whole tree by the rules and asks the evaluator again: every node has the
// sum of what was found below it, for White, and as many visits. Only for trees without proven results. It
// counts the nodes in mid-capture.
func auditTree(t *testing.T, tr *tree) (amid int) {
	t.Helper()
	var below func(n *node, s net.State) (float64, uint32)
	below = func(n *node, s net.State) (float64, uint32) {
		if s.Capturing() && n.visits > 0 {
			amid++
		}
		if n.proven != unproven {
			t.Fatalf("a proven result in %s", s.Position.FEN())
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
			next, _, _ := s.Apply(c[i].action)
			w, v := below(&c[i], next)
			sum, visits = sum+w, visits+v
		}
		if math.Abs(sum-n.total) > 1e-6 || visits != n.visits {
			t.Fatalf("%s %v: total %g of %d visits, want %g of %d", s.Position.FEN(), s.PartialCapture, n.total, n.visits, sum,
				visits)
		}
		return sum, visits
	}
	below(tr.nodes.node(tr.root), tr.rootState.state)
	return amid
}

// Positions with captures of several: a king's, a man that is crowned on its way, an exchange of
// both sides, a Turkish strike.
var chains = []string{
	"B:Wd2,g3,a1,h2,a5:BKc3,f8,h8",
	"W:Wc5,a1,g1,h2:Bd6,f6,b8,h8,g3",
	"W:Wc3,f2,h2,a1,g1:Bd4,f6,h8,b8,a7,c7",
	"W:Wc3,a1,c1,e1,g1,h2,f2:Bd4,f6,a7,c7,h8,b8,h6",
}

// Values change their sign where the side to move does, and nowhere else: every total is the sum of
// what the network said below, with the sign of the side to move; also after a part of the tree has
// become the whole.
func TestTotals(t *testing.T) {
	for _, fen := range chains {
		e, g := newEngine(t, &guesser{}, testOptions()), newGame(t, fen)
		a := mustChoose(t, e, g, 40)
		if amid := auditTree(t, e.tree); amid == 0 {
			t.Errorf("%s: nothing found amid a capture", fen)
		}
		checkMean(t, e, g)
		g, err := g.Play(a.Line[0])
		if err != nil {
			t.Fatal(err)
		}
		if kept := e.findNode(Query{Game: g}); kept == 0 {
			t.Errorf("%s: %v leads nowhere", fen, a.Line[0])
		}
		mustChoose(t, e, g, 60)
		auditTree(t, e.tree)
	}
}

// checkMean holds the value that a search tells against those that it tells of the actions and the
// network's own.
func checkMean(t *testing.T, e *Engine, g board.Game) {
	t.Helper()
	r, err := e.Search(context.Background(), Query{Game: g, Limits: engine.Limits{Nodes: 1}})
	if err != nil || r.Playouts != 0 {
		t.Fatalf("%d playouts, %v", r.Playouts, err)
	}
	var logits [net.Actions]float32
	sum, visits := float64((&guesser{}).Evaluate(&r.State, &logits)), 1.0
	for _, f := range r.Actions {
		sum += float64(f.Visits) * f.Value
		visits += float64(f.Visits)
	}
	if math.Abs(sum/visits-r.Value) > 1e-6 {
		t.Errorf("%s: worth %g, by its actions %g", g.Position().FEN(), r.Value, sum/visits)
	}
}

// In mid-capture the same side chooses: what is good for it there is good for it before, however it
// stands for the other. With a network that says the same of every state, a chain's nodes are all
// worth that to the side that captures.
func TestSignOnTheWay(t *testing.T) {
	e := newEngine(t, &guesser{value: 0.25}, testOptions())
	g := newGame(t, chains[0])
	r, err := e.Search(context.Background(), Query{Game: g, Limits: engine.Limits{Nodes: 3}})
	if err != nil {
		t.Fatal(err)
	}
	if len(r.Actions) != 1 || r.Actions[0].Action.String() != "c3e1" {
		t.Fatalf("%+v", r.Actions)
	}
	// Three evaluations: the root and its child in mid-capture, both for Black; the end of the
	// move, for White.
	if r.Actions[0].Visits != 2 || math.Abs(r.Actions[0].Value) > 1e-9 || math.Abs(r.Value-0.25/3) > 1e-6 {
		t.Errorf("root %g, child %+v", r.Value, r.Actions[0])
	}
}

// The winner takes the shortest way, the loser the longest; otherwise more visits are better, except
// for what loses.
func TestBetter(t *testing.T) {
	list := []node{ // from White's best to White's worst
		{proven: whiteWins, plies: 3},
		{proven: whiteWins, plies: 9, visits: 50},
		{visits: 20},
		{visits: 9, proven: drawn},
		{visits: 9, prior: -1},
		{proven: blackWins, plies: 8},
		{proven: blackWins, plies: 4, visits: 50},
	}
	for i := range list {
		for j := range i {
			if !isBetter(&list[j], &list[i], board.White) || isBetter(&list[i], &list[j], board.White) {
				t.Errorf("White takes %+v for %+v", list[i], list[j])
			}
		}
	}
	if !isBetter(&list[6], &list[5], board.Black) || !isBetter(&list[5], &list[2], board.Black) ||
		!isBetter(&list[1], &list[0], board.Black) {
		t.Error("Black chooses otherwise")
	}
}

// Where a proven result settles a state, its own value goes up from there, and not what the last playout
// found below.
func TestVerdictGoesUp(t *testing.T) {
	tr := treeWithChildren(t, board.Game{}, node{}, node{})
	root := tr.nodes.node(tr.root)
	n := &tr.nodes.children(root)[0]
	first, _ := tr.nodes.allocate(2)
	n.first, n.count = first, 2
	tr.nodes.node(first).proven = drawn
	leaf := tr.nodes.node(first + 1)
	tr.path = []pathStep{{root, board.White}, {n, board.Black}, {leaf, board.White}}
	tr.backUp(tr.proveLeaf(whiteWins, 0))
	if leaf.total != 1 || leaf.proven != whiteWins || n.proven != drawn || n.total != 0 || root.total != 0 ||
		root.proven != unproven {
		t.Errorf("leaf %+v, its state %+v, root %+v", leaf, n, root)
	}
}

// An arena that is used again has no old nodes, not even in what was left of a page because a block
// lies on one page.
func TestArena(t *testing.T) {
	a := arena{limit: 2 * pageNodes}
	a.reset()
	for {
		i, ok := a.allocate(1)
		if !ok {
			break
		}
		a.node(i).first = 9
	}
	a.reset()
	if _, ok := a.allocate(pageNodes - 4); !ok {
		t.Fatal("no room on a page")
	}
	first, ok := a.allocate(8)
	if !ok || first != pageNodes || a.next != pageNodes+8 {
		t.Errorf("a block from %d to %d", first, a.next)
	}
	for i := range a.next {
		if *a.node(i) != (node{}) {
			t.Fatalf("node %d is %+v", i, *a.node(i))
		}
	}
}
