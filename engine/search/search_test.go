package search

import (
	"context"
	"errors"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"crownhead/board"
	"crownhead/engine"

	"pgregory.net/rapid"
)

// Combinations whose first move loses material at once: protects the depth that captures and forced replies get.
func TestCombinations(t *testing.T) {
	cases := []struct {
		fen, move string
		plies     int
	}{
		{"W:Wa1,h2,a3,h4,Kd8:BKg3,g5,d6,f6,a7,g7", "h2:b4 h2:c5", 7},
		{"W:WKa1:Bb2,d6,f6", "a1:g7", 5},
		{"B:Wa1,b2,d2,e5:BKe1,a3,g7,h8", "a3:d6", 5},
		{"B:Wg1,e3,g3,g5,h6:BKe1,a5,f6,a7,g7,b8,f8,h8", "f6:d4", 5},
		{"W:Wd2,Ke3,Kf4,Kf6,Ka7,Kb8:BKg1", "e3-d4", 3},
		{"W:WKa1,Kg1,Kd2,Kc3,Ka5,d6,f6,Kc7:BKg3,f4,Kg5,a7,Ke7,Kg7", "f6:d8", 7},
		{"B:Wb2,d2,d4,f6:Ba3,a7", "a3:e7", 5},
		{"B:We1,a3,e3,a5,f6:BKg1,b6,d6,c7", "g1:g7 g1:h8", 11},
		{"W:WKd4,Kc1,Kg1:BKb8", "g1-h2", 5},
		{"B:Wh2,g5:BKa1,Kc1,Kf2,d6,h6,a7,g7,b8,d8,f8,h8", "h6:f4", 3},
	}
	for _, c := range cases {
		g := game(t, c.fen)
		var good []board.Move
		for _, move := range strings.Fields(c.move) {
			m, err := g.Position().ParseMove(move)
			if err != nil {
				t.Fatal(err)
			}
			good = append(good, m)
		}
		a := chooseMove(t, g, engine.Limits{Depth: 11})
		plies, proven := DistanceToEnd(a.Score)
		if !slices.Contains(good, a.Move) || !proven || plies != c.plies || a.Win != 1 {
			t.Errorf(
				"%s: %s, score %d, win %v; want %s within %d plies", c.fen, g.Position().Notation(a.Move), a.Score, a.Win,
				c.move, c.plies,
			)
		}
	}
}

// Whatever the position, the limits and the options: a legal move, a legal line, an estimate within bounds.
func TestAlwaysLegal(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g := board.NewGame(board.Start(), board.DrawRules(rapid.IntRange(0, 1).Draw(t, "rules")))
		for range rapid.IntRange(0, 80).Draw(t, "plies") {
			moves := g.Position().Moves()
			next, err := g.Play(moves[rapid.IntRange(0, len(moves)-1).Draw(t, "move")])
			if err != nil || next.Outcome().Over() {
				break
			}
			g = next
		}
		o := Options{
			TableBits: rapid.SampledFrom([]int{0, 1, 10}).Draw(t, "table"), Overlook: rapid.IntRange(0, 1).Draw(t, "overlook"),
			Principal: rapid.Bool().Draw(t, "principal"), Killers: rapid.Bool().Draw(t, "killers"),
			History: rapid.Bool().Draw(t, "history"), Quiescence: rapid.Bool().Draw(t, "quiescence"),
			Forced: rapid.Bool().Draw(t, "forced"), Reductions: rapid.Bool().Draw(t, "reductions"),
			ProbCut: rapid.Bool().Draw(t, "probcut"), Aspiration: rapid.Bool().Draw(t, "aspiration"),
		}
		nodes := int64(rapid.IntRange(1, 3000).Draw(t, "nodes"))
		a, err := New(o).Choose(context.Background(), g, engine.Limits{Nodes: nodes})
		if err != nil {
			t.Fatal(err)
		}
		if a.Nodes > nodes || a.Win < -1 || a.Win > 1 || len(a.Line) == 0 || a.Line[0] != a.Move {
			t.Fatalf("%s: %+v with %d nodes allowed", g.Position().FEN(), a, nodes)
		}
		p := g.Position()
		for _, m := range a.Line {
			if !p.Legal(m) {
				t.Fatalf("%s: %v is not legal in the line %v", g.Position().FEN(), m, a.Line)
			}
			p = p.Play(m)
		}
	})
}

// New engines with the same limit of nodes agree in everything: a fast demo depends on it.
func TestDeterministic(t *testing.T) {
	for _, g := range samples(t)[:12] {
		a, b := chooseMove(t, g, engine.Limits{Nodes: 5000}), chooseMove(t, g, engine.Limits{Nodes: 5000})
		if a.Move != b.Move || a.Score != b.Score || a.Nodes != b.Nodes || a.Depth != b.Depth ||
			!slices.Equal(a.Line, b.Line) {
			t.Errorf("%s: %+v and %+v", g.Position().FEN(), a, b)
		}
	}
}

// A cancelled search stops at its next look, at most 1024 nodes (half a millisecond) later, and still has a move.
func TestCancel(t *testing.T) {
	g := game(t, board.Start().FEN())
	for _, looks := range []int{0, 1, 5, 40} {
		a, err := New(DefaultOptions()).Choose(&patience{context.Background(), looks}, g, engine.Limits{})
		if err != nil || !g.Position().Legal(a.Move) {
			t.Fatalf("after %d looks: %+v, %v", looks, a, err)
		}
		if a.Nodes > int64(looks)*pollInterval {
			t.Errorf("after %d looks: %d nodes", looks, a.Nodes)
		}
	}
}

// The limit of time is looked at as often as the context.
func TestTimeLimit(t *testing.T) {
	a := chooseMove(t, game(t, board.Start().FEN()), engine.Limits{Time: time.Nanosecond})
	if a.Nodes > pollInterval || len(a.Line) == 0 {
		t.Errorf("%+v", a)
	}
}

func TestNoMove(t *testing.T) {
	for _, g := range []board.Game{
		game(t, "W:W:Ba7"), game(t, "W:Wa3:Bb4,c5"), game(t, board.Start().FEN()).Resign(board.White),
	} {
		if _, err := New(DefaultOptions()).Choose(context.Background(), g, engine.Limits{Depth: 3}); !errors.Is(
			err, ErrNoMove,
		) {
			t.Errorf("%s: %v", g.Position().FEN(), err)
		}
	}
}

// What was found out in the opponent's time saves time of one's own.
func TestPonder(t *testing.T) {
	g := game(t, "B:Wc1,e1,d2,f2,c3,e3,g3,h4:Bd8,f8,a7,e7,g7,b6,f6,h6")
	o := DefaultOptions()
	o.TableBits = 20
	e := New(o)
	e.Ponder(&patience{t.Context(), 200}, g)
	var warm, cold int64
	for _, m := range g.Position().Moves() {
		next, err := g.Play(m)
		if err != nil {
			t.Fatal(err)
		}
		a, err := e.Choose(t.Context(), next, engine.Limits{Depth: 7})
		b, err2 := New(o).Choose(t.Context(), next, engine.Limits{Depth: 7})
		if err != nil || err2 != nil {
			t.Fatal(err, err2)
		}
		warm, cold = warm+a.Nodes, cold+b.Nodes
	}
	if warm > cold*2/3 {
		t.Errorf("%d nodes after pondering, %d without", warm, cold)
	}
}

// Each feature that only saves work saves work.
func TestFeaturesPay(t *testing.T) {
	off := map[string]func(*Options){
		"table":      func(o *Options) { o.TableBits = 0 },
		"principal":  func(o *Options) { o.Principal = false },
		"ordering":   func(o *Options) { o.Killers, o.History = false, false },
		"reductions": func(o *Options) { o.Reductions = false },
		"probcut":    func(o *Options) { o.ProbCut = false },
	}
	nodes := func(o Options) (sum int64) {
		for _, fen := range []string{
			board.Start().FEN(), "W:Wc1,e1,b2,d2,f2,a3,c3,g3,f4:Bd8,f8,a7,e7,g7,b6,f6,h6,e5",
			"B:Wc1,e1,d2,f2,c3,e3,g3,h4:Bd8,f8,a7,e7,g7,b6,f6,h6", "W:Wa1,c1,e1,b2,d2,c3:Be7,f6,g7,h8,d6,b8",
		} {
			a, err := New(o).Choose(context.Background(), game(t, fen), engine.Limits{Depth: 9})
			if err != nil {
				t.Fatal(err)
			}
			sum += a.Nodes
		}
		return sum
	}
	all := nodes(DefaultOptions())
	for name, turnOff := range off {
		o := DefaultOptions()
		turnOff(&o)
		if n := nodes(o); n < all*11/10 {
			t.Errorf("without %s %d nodes, with all features %d", name, n, all)
		}
	}
}

// A short-sighted player misses captures of several pieces below the root, and sees all others.
func TestOverlookedCaptures(t *testing.T) {
	g := game(t, "W:WKa1:Bb2,d6,f6") // every capture takes two pieces or three
	for overlook, sees := range map[int]bool{0: true, 1: false, 3: true} {
		o := DefaultOptions()
		o.Overlook = overlook
		e := New(o)
		e.workers[0].prepareSearch(t.Context(), g, engine.Limits{})
		score, _ := e.workers[0].alphaBeta(0, 5, -infinity, infinity)
		if static := o.Evaluation.Score(g.Position()); (score != static) != sees {
			t.Errorf("overlook %d: score %d, static %d", overlook, score, static)
		}
		if a, err := e.Choose(t.Context(), g, engine.Limits{Depth: 3}); err != nil || !g.Position().Legal(a.Move) {
			t.Errorf("%+v, %v", a, err)
		}
	}
}

// Report is called with the result of every iteration; the last one is the answer.
func TestReport(t *testing.T) {
	e := New(DefaultOptions())
	var told []engine.Answer
	e.Report(func(a engine.Answer) { told = append(told, a) })
	a, err := e.Choose(context.Background(), board.NewGame(board.Start(), board.FederationRules), engine.Limits{Depth: 4})
	if err != nil || len(told) != 4 || told[0].Depth != 1 || !reflect.DeepEqual(told[3], a) {
		t.Errorf("%+v, want %+v at last, %v", told, a, err)
	}
}
