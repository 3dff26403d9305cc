package mcts

import (
	"context"
	"math"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"

	"crownhead/board"
	"crownhead/engine"
	"crownhead/engine/net"
)

func parseActions(t testing.TB, names ...string) []net.Action {
	t.Helper()
	var way []net.Action
	for _, name := range names {
		from, err1 := board.ParseSquare(name[:2])
		to, err2 := board.ParseSquare(name[2:])
		a, ok := net.ActionBetween(from, to)
		if err1 != nil || err2 != nil || !ok {
			t.Fatal(name)
		}
		way = append(way, a)
	}
	return way
}

// One seed and one limit of playouts give one game, chance included.
func TestDeterminism(t *testing.T) {
	played := func(seed uint64) (moves []board.Move, last string) {
		o := testOptions()
		o.Seed, o.Temperature, o.Opening = seed, 1, 6
		e, g := newEngine(t, newCompactNet(t), o), board.Game{}
		for range 8 {
			a := mustChoose(t, e, g, 60)
			next, err := g.Play(a.Move)
			if err != nil {
				t.Fatal(err)
			}
			g = next
		}
		return g.Moves(), e.FormatLines(3)
	}
	a, shown := played(1)
	b, again := played(1)
	c, _ := played(2)
	if !reflect.DeepEqual(a, b) || shown != again {
		t.Errorf("%v\n%v\n%s%s", a, b, shown, again)
	}
	if reflect.DeepEqual(a, c) {
		t.Error("another seed plays the same game")
	}
}

// After ctx has ended no network is asked again, and the answer is a whole legal move; also if it
// had ended before.
func TestCancelled(t *testing.T) {
	for _, fen := range append([]string{board.Start().FEN()}, chains...) {
		for after := range 12 {
			ctx, cancel := context.WithCancel(context.Background())
			eyes := &guesser{}
			eyes.asked = func() {
				if eyes.calls >= after {
					cancel()
				}
			}
			if after == 0 {
				cancel()
			}
			g := newGame(t, fen)
			a, err := newEngine(t, eyes, testOptions()).Choose(ctx, g, engine.Limits{})
			cancel()
			if err != nil || !g.Position().Legal(a.Move) || eyes.calls != after {
				t.Errorf("%s: %v, %v; asked %d times, want %d", fen, a.Move, err, eyes.calls, after)
			}
		}
	}
}

// A tree that is full stays as large as it is, and still answers; without another limit its being
// full is the end.
func TestMemory(t *testing.T) {
	o := testOptions()
	o.Nodes = 700
	eyes := &guesser{}
	e := newEngine(t, eyes, o)
	a := mustChoose(t, e, board.Game{}, 5000)
	if a.Nodes != 5000 || !board.Start().Legal(a.Move) {
		t.Errorf("%+v", a)
	}
	if len(e.tree.nodes.pages) != 1 || e.tree.nodes.next > 700 || !e.tree.full {
		t.Errorf("%d pages, %d nodes", len(e.tree.nodes.pages), e.tree.nodes.next)
	}
	if eyes.calls > 1000 {
		t.Errorf("a full tree asks %d times", eyes.calls)
	}
	e.Ponder(context.Background(), board.Game{})
	o.Nodes = 5 * pageNodes
	e = newEngine(t, eyes, o)
	if a, err := e.Choose(context.Background(), board.Game{}, engine.Limits{}); err != nil || a.Nodes < 1000 {
		t.Errorf("%+v, %v", a, err)
	}
	if len(e.tree.nodes.pages) != 5 {
		t.Errorf("%d pages, want 5", len(e.tree.nodes.pages))
	}
}

// With temperature moves are drawn by their visits, in the opening only.
func TestTemperature(t *testing.T) {
	drawn := map[board.Move]int{}
	for seed := range uint64(60) {
		o := testOptions()
		o.Seed, o.Temperature, o.Opening = seed, 1, 1
		drawn[mustChoose(t, newEngine(t, &guesser{}, o), board.Game{}, 60).Move]++
	}
	best := mustChoose(t, newEngine(t, &guesser{}, testOptions()), board.Game{}, 60).Move
	if len(drawn) < 3 || drawn[best] < 10 || drawn[best] == 60 {
		t.Errorf("%v, best %v", drawn, best)
	}
	for seed := range uint64(8) {
		o := testOptions()
		o.Seed, o.Temperature, o.Opening = seed, 1, 1
		g := playMoves(t, board.Game{}, "c3-d4")
		if a, b := mustChoose(t, newEngine(t, &guesser{}, o), g, 40), mustChoose(t, newEngine(t, &guesser{}, testOptions()), g, 40); a.Move != b.Move {
			t.Errorf("after the opening %v is drawn, the best is %v", a.Move, b.Move)
		}
	}
	o := testOptions()
	o.Temperature, o.Opening = 1, 2
	won := newGame(t, "W:Wa1,c5:Bd6,f6")
	if a := mustChoose(t, newEngine(t, &guesser{}, o), won, 60); a.Win != 1 || a.Score != engine.WinScore-1 {
		t.Errorf("a win is drawn for: %+v", a)
	}
}

// Moves are drawn by N^(1/τ), none that loses, however often it was looked at before that was
// found, and none but one that wins.
func TestLot(t *testing.T) {
	children := []node{{visits: 90, proven: blackWins}, {visits: 3}, {visits: 7, proven: drawn}}
	tr := treeWithChildren(t, board.Game{}, children...)
	root := tr.nodes.node(tr.root)
	drawnOf := func(temperature float64) (share float64) {
		tr.opts.Temperature = temperature
		rng := newEngine(t, &guesser{}, testOptions()).newRand(board.Game{}, nil, 0)
		const tries = 2000
		for range tries {
			switch _, c, _ := tr.bestChild(root, &tr.rootState.state, rng); c.visits {
			case 90:
				t.Error("one that loses")
			case 3:
				share += 1. / tries
			}
		}
		return share
	}
	for temperature, want := range map[float64]float64{1: 0.3, 0.5: 9. / 58, 2: math.Sqrt(3) / (math.Sqrt(3) + math.Sqrt(7))} {
		if got := drawnOf(temperature); math.Abs(got-want) > 0.04 {
			t.Errorf("temperature %g draws the worse one %.3f of the time, want %.3f", temperature, got, want)
		}
	}
	tr.nodes.children(root)[1].proven = whiteWins
	if got := drawnOf(1); got < 0.999 {
		t.Errorf("the one that wins is drawn %.3f of the time", got)
	}
}

// Where there is one move to choose from, its estimate is wanted only; and time that is over ends
// the search after a playout.
func TestShortSearches(t *testing.T) {
	for _, lim := range []engine.Limits{{Nodes: 5000}, {}} {
		if a, err := newEngine(t, &guesser{}, testOptions()).Choose(context.Background(), newGame(t, "W:Wc3,e1,g1,a1,h2:Bd4,b8,h8,f8,a7"), lim); err != nil || a.Nodes != singleMovePlayouts {
			t.Errorf("%+v: %+v, %v", lim, a, err)
		}
	}
	if a, err := newEngine(t, &guesser{}, testOptions()).Choose(context.Background(), board.Game{}, engine.Limits{Time: 1}); err != nil || a.Nodes != 1 {
		t.Errorf("without time: %+v, %v", a, err)
	}
}

// Every decision has random numbers of its own: by the seed, the position, the ply, the capture under way and
// what they are for.
func TestDice(t *testing.T) {
	seen := map[uint64]string{}
	for seed := range uint64(2) {
		o := testOptions()
		o.Seed = seed
		e := newEngine(t, &guesser{}, o)
		g := newGame(t, chains[0])
		for what, rng := range map[string]*rand.Rand{
			"the position": e.newRand(g, nil, 0), "another": e.newRand(board.Game{}, nil,
				0), "for a move": e.newRand(g, nil, 1),
			"amid a capture": e.newRand(g, parseActions(t, "c3e1"),
				0), "another ply": e.newRand(playMoves(t, g, "c3:e1:h4", "a1-b2"), nil, 0),
			"further on": e.newRand(g, parseActions(t, "c3e1", "e1h4"), 0),
		} {
			x := rng.Uint64()
			if other, there := seen[x]; there {
				t.Errorf("%s with seed %d has the random numbers of %s", what, seed, other)
			}
			seen[x] = what
		}
	}
}

// Where the tree ends amid a capture the net's likeliest action goes on; without time any does, and
// the net isn't asked.
func TestGuess(t *testing.T) {
	eyes := &guesser{}
	tr := newTree(eyes, testOptions())
	s := net.NewState(newGame(t, "W:WKh8:BKb2,g7,a7,b8"))
	var logits [net.Actions]float32
	eyes.Evaluate(&s, &logits)
	got := tr.guessAction(context.Background(), &s)
	for _, a := range s.AppendActions(nil) {
		if logits[a] > logits[got] {
			t.Errorf("%v goes on with %g, %v has %g", got, logits[got], a, logits[a])
		}
	}
	over, cancel := context.WithCancel(context.Background())
	cancel()
	if tr.guessAction(over, &s); eyes.calls != 2 {
		t.Errorf("asked %d times, want 2", eyes.calls)
	}
}

// The tree can be shown.
func TestShow(t *testing.T) {
	e := newEngine(t, &guesser{}, testOptions())
	if e.FormatLines(3) == "" || e.Lines(3) != nil {
		t.Error("nothing searched")
	}
	mustChoose(t, e, newGame(t, chains[0]), 100)
	shown := e.FormatLines(2)
	if !strings.Contains(shown, "c3:e1:h4") || strings.Count(shown, "\n") != 2 {
		t.Error(shown)
	}
	mustChoose(t, e, newGame(t, "W:WKh8:BKb2,g7,a7,b8"), 300)
	if several := e.Lines(50); len(several) != len(newGame(t, "W:WKh8:BKb2,g7,a7,b8").Position().Moves()) {
		t.Errorf("%d lines: a move is there once, however many its ways", len(several))
	}
	sum := 0.0
	for _, l := range e.tree.collectLines(nil, e.tree.nodes.node(e.tree.root), e.tree.rootState.state, 1) {
		sum += l.Prior
	}
	if sum > 1.0001 || sum < 0.5 {
		t.Errorf("the priors of all chains come to %g", sum)
	}
	mustChoose(t, e, board.Game{}, 100)
	lines := e.Lines(5)
	if len(lines) != 5 || lines[0].Visits < lines[1].Visits || len(e.Lines(0)) != 0 {
		t.Errorf("%+v", lines)
	}
}
