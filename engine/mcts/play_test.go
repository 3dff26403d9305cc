package mcts

import (
	"context"
	"math/rand/v2"
	"testing"

	"crownhead/board"
	"crownhead/engine"
	"crownhead/engine/endgame"
)

// Forced wins of some plies are found by a network that has learnt nothing, without tables.
func TestForcedWins(t *testing.T) {
	for _, c := range []struct {
		name, fen, move string
		playouts        int64
	}{
		{"the last piece is taken", "W:Wc3,a1:Bd4", "c3:e5", 50},
		{"a Turkish strike takes all", "B:Wd2,g3:BKc3,a7", "c3:e1:h4", 50},
		{"a man crowned on its way takes all", "W:Wc5,a1:Bd6,f6", "c5:e7:g5", 50},
		{"the foe is shut in", "W:Wb2,c1,f4:Ba3,g5", "f4:h6", 50},
	} {
		g := newGame(t, c.fen)
		a := mustChoose(t, newEngine(t, newCompactNet(t), testOptions()), g, c.playouts)
		if got := g.Position().Notation(a.Move); got != c.move || a.Win != 1 {
			t.Errorf("%s: %s %+v, want %s", c.name, got, a, c.move)
		}
	}
}

// Wins that take five plies, as minimax sees, are found by a network that knows nothing.
func TestWinsInFive(t *testing.T) {
	for fen, move := range map[string]string{
		"W:Wa1,e1,f2,f4:Bh8":     "f4-g5",
		"B:WKc3,g5,Kf6:BKe1,Kb2": "b2:d4:h8",
		"B:We5:Be3,Kh6":          "",
		"W:WKa7:Bb4,Kc5":         "a7:d4",
		"W:Wf2,Kh4,e7:BKg3":      "",
		"B:WKg1,h2:Bh4,Kb6":      "",
		"W:WKd2,d4:Bc3,d6,d8":    "d2:b4:f8",
		"B:Wb2,Kd4,a5:BKa1":      "",
	} {
		g := newGame(t, fen)
		_, soon := minimax(g, 3)
		if value, ok := minimax(g, 5); soon || !ok || value != signFor(g.Turn()) {
			t.Fatalf("%s: %g, %v", fen, value, ok)
		}
		a := mustChoose(t, newEngine(t, newCompactNet(t), testOptions()), g, 2000)
		if got := g.Position().Notation(a.Move); a.Win != 1 || move != "" && got != move {
			t.Errorf("%s: %s %+v, want %s", fen, got, a, move)
		}
	}
}

// Three kings catch one, though the network knows nothing, wherever the tables say so and by the
// federation's counts.
func TestThreeKings(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	o := testOptions()
	o.Endings = endgame.Embedded()
	e := newEngine(t, newCompactNet(t), o)
	most := 0
	for range 12 {
		p := threeKings(r)
		g := board.NewGame(p, board.FederationRules)
		for !g.Outcome().Over() {
			m := board.Move{}
			if g.Turn() == board.White {
				a := mustChoose(t, e, g, 400)
				m, most = a.Move, max(most, int(a.Nodes))
			} else {
				m = longestCapture(g.Position())
			}
			var err error
			if g, err = g.Play(m); err != nil {
				t.Fatal(err)
			}
		}
		if g.Outcome().Result != board.WhiteWins {
			t.Errorf("%s: %v after %d plies", p.FEN(), g.Outcome(), g.Plies())
		}
	}
	t.Log("playouts at most", most)
}

func threeKings(r *rand.Rand) board.Position {
	for {
		p := board.Position{Black: board.Square(r.IntN(32)).Bit()}
		for p.White.Len() < 3 {
			p.White |= board.Square(r.IntN(32)).Bit() &^ p.Black
		}
		p.Kings = p.White | p.Black
		if result, _, _ := endgame.Probe(p); result == endgame.Win {
			return p
		}
	}
}

// A win by the tables that comes after the draw is none: three kings that have used up thirteen of
// their fifteen moves, and are more than three plies away from catching the other.
func TestTooLate(t *testing.T) {
	r := rand.New(rand.NewPCG(4, 4))
	o := testOptions()
	o.Endings = endgame.Embedded()
	late := 0
	for range 400 {
		g := board.NewGame(threeKings(r), board.FederationRules)
		for g.Plies() < 26 && !g.Outcome().Over() && g.Position().Occupied().Len() == 4 {
			g, _ = g.Play(dallyingMove(r, g.Position()))
		}
		result, distance, _ := endgame.Probe(g.Position())
		if g.Plies() < 26 || g.Outcome().Over() || g.Position().Occupied().Len() < 4 || result != endgame.Win ||
			distance <= 3 {
			continue
		}
		late++
		if a := mustChoose(t, newEngine(t, &guesser{}, o), g, 300); a.Win > 0.99 {
			t.Errorf("%s after %d plies: %+v, a win in %d", g.Position().FEN(), g.Plies(), a, distance)
		}
	}
	if late < 10 {
		t.Errorf("only %d", late)
	}
}

// dallyingMove is a move by chance that changes nothing: White goes on winning, and not soon, where
// that can be.
func dallyingMove(r *rand.Rand, p board.Position) board.Move {
	moves := p.Moves()
	best := moves[r.IntN(len(moves))]
	for range 50 {
		m := moves[r.IntN(len(moves))]
		result, distance, _ := endgame.Probe(p.Play(m))
		if result != endgame.Draw && distance > 6 && (p.Turn == board.Black) == (result == endgame.Win) {
			return m
		}
	}
	return best
}

// longestCapture is the move after which the tables' loser loses last.
func longestCapture(p board.Position) board.Move {
	moves := p.Moves()
	best, most := moves[0], -1
	for _, m := range moves {
		if _, distance, _ := endgame.Probe(p.Play(m)); distance > most {
			best, most = m, distance
		}
	}
	return best
}

// A side that stands badly repeats the position for the third time; and one that stands well doesn't.
func TestRepetition(t *testing.T) {
	// The lone king's side to move; it may go back to where it has been twice.
	g := newGame(t, "W:WKa1,Kc1,Kg1,c3,a3:BKb8,h6", "a1-b2", "b8-a7", "b2-a1", "a7-b8", "a1-b2", "b8-a7", "b2-a1")
	r, err := newEngine(t, &guesser{value: 0.4}, testOptions()).Search(context.Background(),
		Query{Game: g, Limits: engine.Limits{Nodes: 300}})
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range r.Actions {
		if third := f.Action.String() == "a7b8"; third && (!f.Proven || f.Value != 0) || !third && f.Proven &&
			f.Value == 0 {
			t.Errorf("%+v", f)
		}
	}
}

// A game over, a limit of depth and a way that is none are refused, with what to do.
func TestRefused(t *testing.T) {
	e := newEngine(t, &guesser{}, testOptions())
	over := newGame(t, "W:Wc3:Bd4", "c3:e5")
	if _, err := e.Choose(context.Background(), over, engine.Limits{}); err == nil {
		t.Error("a game that is over")
	}
	if _, err := e.Choose(context.Background(), board.Game{}, engine.Limits{Depth: 3, Nodes: 10}); err == nil {
		t.Error("a limit of depth")
	}
	e.Ponder(context.Background(), over)
	for _, way := range []string{"c3d4", "c3e1"} {
		a := parseActions(t, way)
		if _, err := e.Search(context.Background(), Query{Game: board.Game{}, PartialCapture: a}); err == nil {
			t.Errorf("way %s", way)
		}
	}
	for _, change := range []func(*Options){
		func(o *Options) { o.CPUCT = 0 },
		func(o *Options) { o.Nodes = 10 },
		func(o *Options) { o.Temperature = -1 },
		func(o *Options) { o.DirichletWeight = 1.5 },
		func(o *Options) { o.FPUReduction = 3 },
		func(o *Options) { o.DirichletConcentration = 0 },
	} {
		o := DefaultOptions()
		if change(&o); o.checkBounds() == nil {
			t.Errorf("accepted: %+v", o)
		}
	}
}

// A state that needed no actions while it lay in the tree, for it was proven, gets some when it is
// to be played in, even if it has been looked at often enough.
func TestCertainBecomesRoot(t *testing.T) {
	for seed := range uint64(12) {
		e, err := New(NewRollouts(1, seed), DefaultOptions())
		if err != nil {
			t.Fatal(err)
		}
		rng := rand.New(rand.NewPCG(seed, 0))
		g := board.NewGame(board.Start(), board.FederationRules)
		for !g.Outcome().Over() {
			limits := engine.Limits{Nodes: 40}
			if g.Plies()%2 == 1 {
				limits.Nodes = 4
			}
			r, err := e.Search(context.Background(), Query{Game: g, Limits: limits})
			if err != nil || len(r.Actions) == 0 {
				t.Fatalf("seed %d: %s: %+v, %v", seed, g.Position().FEN(), r, err)
			}
			moves := g.Position().Moves()
			if g, err = g.Play(moves[rng.IntN(len(moves))]); err != nil {
				t.Fatal(err)
			}
		}
	}
}
