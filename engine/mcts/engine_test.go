package mcts

import (
	"context"
	"math"
	"reflect"
	"strings"
	"testing"

	"crownhead/board"
	"crownhead/engine"
	"crownhead/engine/net"
)

func action(t testing.TB, names ...string) []net.Action {
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
		o := options()
		o.Seed, o.Temperature, o.Opening = seed, 1, 6
		e, g := newEngine(t, leanNet(t), o), board.Game{}
		for range 8 {
			a := choose(t, e, g, 60)
			next, err := g.Play(a.Move)
			if err != nil {
				t.Fatal(err)
			}
			g = next
		}
		return g.Moves(), e.Show(3)
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

// After ctx has ended no network is asked again, and the answer is a whole legal move; also if it had ended before.
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
			g := game(t, fen)
			a, err := newEngine(t, eyes, options()).Choose(ctx, g, engine.Limits{})
			cancel()
			if err != nil || !g.Position().Legal(a.Move) || eyes.calls != after {
				t.Errorf("%s: %v, %v; asked %d times, want %d", fen, a.Move, err, eyes.calls, after)
			}
		}
	}
}

// A tree that is full stays as large as it is, and still answers; without another limit its being full is the end.
func TestMemory(t *testing.T) {
	o := options()
	o.Nodes = 700
	eyes := &guesser{}
	e := newEngine(t, eyes, o)
	a := choose(t, e, board.Game{}, 5000)
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

// The tree goes on from move to move: what is asked again is less by what it has, and what it has is what it had.
func TestReuse(t *testing.T) {
	eyes := &guesser{}
	e, g := newEngine(t, eyes, options()), game(t, "W:Wa1,c1,e1,g1,b2,d2,f2,h2,a3,c3:Bb8,d8,f8,h8,a7,c7,e7,g7,b6,d6")
	a := choose(t, e, g, 800)
	g, err := g.Play(a.Move)
	if err != nil {
		t.Fatal(err)
	}
	kept := e.tree.nodes.at(e.find(Query{Game: g})).visits
	eyes.calls = 0
	b := choose(t, e, g, 800)
	if kept < 20 || b.Nodes != 800-int64(kept) || eyes.calls > int(b.Nodes) {
		t.Errorf("%d kept, %d playouts, asked %d times", kept, b.Nodes, eyes.calls)
	}
	audit(t, e.tree)
	fresh := choose(t, newEngine(t, &guesser{}, options()), g, 800)
	if fresh.Move != b.Move || math.Abs(fresh.Win-b.Win) > 0.02 {
		t.Errorf("%+v, afresh %+v", b, fresh)
	}
	if again := choose(t, e, g, 800); again.Nodes != 0 || again.Move != b.Move {
		t.Errorf("the same again: %+v", again)
	}
	if choose(t, e, game(t, "W:Wc3,e3:Bf6,h6"), 100); e.tree.nodes.at(e.tree.root).visits > 100 {
		t.Error("another game's playouts are counted")
	}
}

// The tree is kept in mid-capture, too: by an action, and by the rest of the move.
func TestReuseOnTheWay(t *testing.T) {
	g := game(t, chains[0])
	e := newEngine(t, &guesser{}, options())
	ask := func(g board.Game, way ...string) Result {
		t.Helper()
		r, err := e.Search(context.Background(), Query{Game: g, Way: action(t, way...), Limits: engine.Limits{Nodes: 200}})
		if err != nil {
			t.Fatal(err)
		}
		return r
	}
	ask(g)
	r := ask(g, "c3e1")
	if r.Playouts != 1 || !r.State.Capturing() || r.State.Way.At.String() != "e1" {
		t.Errorf("%+v", r)
	}
	if r := ask(after(t, g, "c3:e1:h4")); r.Playouts > 20 || r.State.Capturing() {
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
	e := newEngine(t, eyes, options())
	e.Ponder(ctx, board.Game{})
	if root := e.tree.nodes.at(e.tree.root); root.visits != 300 {
		t.Errorf("%d playouts", root.visits)
	}
	best := e.Lines(1)[0].Moves[0]
	g, err := board.Game{}.Play(best)
	if err != nil {
		t.Fatal(err)
	}
	if a := choose(t, e, g, 300); a.Nodes > 290 {
		t.Errorf("%+v", a)
	}
}

// What self-play asks for: shares of visits that are forced in part, and priors with noise, which the net isn't to learn.
func TestExploring(t *testing.T) {
	search := func(o Options) (Result, *Engine) {
		e := newEngine(t, &guesser{}, o)
		r, err := e.Search(context.Background(), Query{Game: board.Game{}, Limits: engine.Limits{Nodes: 300}, Explores: true})
		if err != nil {
			t.Fatal(err)
		}
		return r, e
	}
	o := options()
	r, e := search(o)
	sum, mixed, pruned := 0.0, 0.0, 0
	for i, f := range r.Actions {
		sum += f.Policy
		mixed += float64(e.tree.mixed[i])
		if f.Visits > 0 && float64(f.Visits) < math.Floor(math.Sqrt(o.Forced*float64(e.tree.mixed[i])*299)) {
			t.Errorf("not forced: %+v with %g", f, e.tree.mixed[i])
		}
		if f.Policy < float64(f.Visits)/299-0.001 {
			pruned++
		}
	}
	if math.Abs(sum-1) > 1e-9 || math.Abs(mixed-1) > 1e-5 || pruned == 0 {
		t.Errorf("shares make %g, priors %g, %d pruned", sum, mixed, pruned)
	}
	again, err := e.Search(context.Background(), Query{Game: board.Game{}, Limits: engine.Limits{Nodes: 300}, Explores: true})
	if err != nil || again.Playouts != 0 || math.Abs(again.Actions[0].Policy-float64(again.Actions[0].Visits)/299) > 1e-9 {
		t.Errorf("nothing more was forced: %+v, %v", again, err)
	}
	o.Seed = 5
	if other, _ := search(o); reflect.DeepEqual(other.Actions, r.Actions) {
		t.Error("another seed has the same noise")
	}
	o.Noise, o.Forced = 0, 0
	plain, _ := search(o)
	for _, f := range plain.Actions {
		if math.Abs(f.Policy-float64(f.Visits)/299) > 1e-9 {
			t.Errorf("without forcing: %+v", f)
		}
	}
}

// With temperature moves are drawn by their visits, in the opening only.
func TestTemperature(t *testing.T) {
	drawn := map[board.Move]int{}
	for seed := range uint64(60) {
		o := options()
		o.Seed, o.Temperature, o.Opening = seed, 1, 1
		drawn[choose(t, newEngine(t, &guesser{}, o), board.Game{}, 60).Move]++
	}
	best := choose(t, newEngine(t, &guesser{}, options()), board.Game{}, 60).Move
	if len(drawn) < 3 || drawn[best] < 10 || drawn[best] == 60 {
		t.Errorf("%v, best %v", drawn, best)
	}
	o := options()
	o.Temperature, o.Opening = 1, 2
	won := game(t, "W:Wa1,c5:Bd6,f6")
	if a := choose(t, newEngine(t, &guesser{}, o), won, 60); a.Win != 1 || a.Score != winScore-1 {
		t.Errorf("a win is drawn for: %+v", a)
	}
}

// Chance draws nothing that loses, however often it was looked at before that was found.
func TestLot(t *testing.T) {
	tr := newTree(&guesser{}, options())
	tr.opts.Temperature = 1
	children := []node{{visits: 90, end: blackWins}, {visits: 3}, {visits: 7, end: drawn}}
	got := map[*node]int{}
	dice := newEngine(t, &guesser{}, options()).dice(board.Game{}, nil, 0)
	for range 1000 {
		got[tr.lot(children, &children[2], board.White, dice)]++
	}
	if got[&children[0]] > 0 || got[&children[1]] < 200 || got[&children[1]] > 400 {
		t.Errorf("%d, %d, %d", got[&children[0]], got[&children[1]], got[&children[2]])
	}
}

// The tree can be shown.
func TestShow(t *testing.T) {
	e := newEngine(t, &guesser{}, options())
	if e.Show(3) == "" || e.Lines(3) != nil {
		t.Error("nothing searched")
	}
	choose(t, e, game(t, chains[0]), 100)
	shown := e.Show(2)
	if !strings.Contains(shown, "c3:e1:h4") || strings.Count(shown, "\n") != 2 {
		t.Error(shown)
	}
	choose(t, e, board.Game{}, 100)
	lines := e.Lines(5)
	if len(lines) != 5 || lines[0].Visits < lines[1].Visits || len(e.Lines(0)) != 0 {
		t.Errorf("%+v", lines)
	}
}
