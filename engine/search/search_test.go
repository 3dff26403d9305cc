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

func chooseMove(t *testing.T, g board.Game, lim engine.Limits) engine.Answer {
	t.Helper()
	a, err := New(DefaultOptions()).Choose(context.Background(), g, lim)
	if err != nil {
		t.Fatal(err)
	}
	return a
}

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
		if plies, sure := DistanceToWin(a.Score); !slices.Contains(good, a.Move) || !sure || plies != c.plies || a.Win != 1 {
			t.Errorf(
				"%s: %s, score %d, win %v; want %s within %d plies", c.fen, g.Position().Notation(a.Move), a.Score, a.Win,
				c.move, c.plies,
			)
		}
	}
}

// A won game is won on the board, not only in the score: protects the preference for shorter wins.
func TestThreeKingsCatchOne(t *testing.T) {
	for _, fen := range []string{"W:WKa1,Ke1,Kg1:BKa5", "W:WKd4,Kc1,Kg1:BKb8", "B:WKc7:BKe5,Kf8,Kh8"} {
		g := game(t, fen)
		strong := g.Turn()
		white, black := New(DefaultOptions()), New(DefaultOptions())
		for !g.Outcome().Over() {
			e := white
			if g.Turn() == board.Black {
				e = black
			}
			a, err := e.Choose(context.Background(), g, engine.Limits{Depth: 9})
			if err != nil {
				t.Fatal(err)
			}
			g, _ = g.Play(a.Move)
		}
		if w, ok := g.Outcome().Winner(); !ok || w != strong {
			t.Errorf("%s: %v", fen, g.Outcome())
		}
	}
}

// A side that is losing takes the third repetition, a side that is winning avoids it.
func TestRepetition(t *testing.T) {
	shuffle := []string{"a1-b2", "b8-a7", "b2-a1", "a7-b8", "a1-b2", "b8-a7", "b2-a1"}
	weak := game(t, "W:WKa1,Kc1,Kg1,c3,a3:BKb8,h6", shuffle...)
	a := chooseMove(t, weak, engine.Limits{Depth: 6})
	if a.Score != drawScore || weak.Position().Notation(a.Move) != "a7-b8" {
		t.Errorf("the losing side plays %s, score %d", weak.Position().Notation(a.Move), a.Score)
	}
	strong := game(t, "W:WKa1,Kc1,Kg1,c3,a3:BKb8,h6", shuffle[:6]...)
	a = chooseMove(t, strong, engine.Limits{Depth: 6})
	if a.Score < 200 || strong.Position().Notation(a.Move) == "b2-a1" {
		t.Errorf("the winning side plays %s, score %d", strong.Position().Notation(a.Move), a.Score)
	}
}

// The draw counters are known inside the tree: two kings cannot catch one within five moves, and a full count is a
// draw whatever the material says.
func TestDrawCounters(t *testing.T) {
	if a := chooseMove(t, game(t, "W:WKa1,Kc1:BKf8"), engine.Limits{Depth: 11}); a.Score != drawScore {
		t.Errorf("two kings against one: score %d", a.Score)
	}
	g := game(t, "W:WKc1,Ke1,Kg1:BKh8")
	for range 4 { // four moves against a king on the main road are counted; the fifth draws
		g, _ = g.Play(quietKing(t, g))
		g, _ = g.Play(quietKing(t, g))
	}
	if a := chooseMove(t, g, engine.Limits{Depth: 5}); a.Score != drawScore {
		t.Errorf("before the fifth move: score %d, counters %+v", a.Score, g.Counters())
	}
}

// quietKing finds a move that keeps the lone king on the main road and attacks nothing.
func quietKing(t *testing.T, g board.Game) board.Move {
	t.Helper()
	for _, m := range g.Position().Moves() {
		next, err := g.Play(m)
		if err != nil || next.Outcome().Over() || next.Position().CanCapture() {
			continue
		}
		const mainRoad = board.Bits(1<<0 | 1<<4 | 1<<9 | 1<<13 | 1<<18 | 1<<22 | 1<<27 | 1<<31)
		if next.Position().Black&mainRoad != 0 {
			return m
		}
	}
	t.Fatalf("no quiet move in %s", g.Position().FEN())
	return board.Move{}
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

// patience is a context that is cancelled when it has been looked at a number of times.
type patience struct {
	context.Context
	looks int
}

func (p *patience) Err() error {
	if p.looks--; p.looks < 0 {
		return context.Canceled
	}
	return nil
}

// A cancelled search stops at its next look, at most 1024 positions (half a millisecond) later, and still has a move.
func TestCancel(t *testing.T) {
	g := game(t, board.Start().FEN())
	for _, looks := range []int{0, 1, 5, 40} {
		a, err := New(DefaultOptions()).Choose(&patience{context.Background(), looks}, g, engine.Limits{})
		if err != nil || !g.Position().Legal(a.Move) {
			t.Fatalf("after %d looks: %+v, %v", looks, a, err)
		}
		if a.Nodes > int64(looks)*pollInterval {
			t.Errorf("after %d looks: %d positions", looks, a.Nodes)
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

// What an unfinished pass has found counts: a refutation seen in time is not forgotten.
func TestUnfinishedPassCounts(t *testing.T) {
	roots := []Candidate{{Move: board.Move{From: 1}}, {Move: board.Move{From: 2}}, {Move: board.Move{From: 3}}}
	mergePartialDepth(roots, []Candidate{{Move: board.Move{From: 3}, Score: 7}, {Move: board.Move{From: 1}, Score: -9}})
	if roots[0].Move.From != 3 || roots[0].Score != 7 || roots[1].Move.From != 1 || roots[2].Move.From != 2 {
		t.Errorf("%+v", roots)
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

// Within the margin the scores of all moves are true, not bounds.
func TestCandidates(t *testing.T) {
	o := searchOnly()
	o.TableBits, o.Reductions, o.ProbCut = 0, false, false
	const margin, depth = 60, 4
	for _, g := range samples(t)[:20] {
		a, moves, err := New(o).Candidates(context.Background(), g, engine.Limits{Depth: depth}, margin)
		if err != nil || len(moves) != len(g.Position().Moves()) || moves[0].Move != a.Move {
			t.Fatalf("%s: %v, %+v", g.Position().FEN(), err, moves)
		}
		for _, c := range moves {
			next, _ := g.Play(c.Move)
			r := &reference{rules: g.Rules()}
			c0 := next.Counters()
			want := -r.value(next.Positions(), g.Plies(), c0, a.Depth-1)
			if r.nodes > enough {
				continue
			}
			if c.Score > a.Score-margin && c.Score != want || c.Score < want {
				t.Errorf(
					"%s: %s scored %d, true %d, best %d", g.Position().FEN(), g.Position().Notation(c.Move), c.Score, want,
					a.Score,
				)
			}
		}
	}
}

// Wherever a search is stopped, none of its moves is scored above the one it chose, and where only the best is
// wanted no other is within the margin: protects players that choose among moves of equal worth.
func TestStoppedCandidates(t *testing.T) {
	e := New(searchOnly())
	for _, g := range samples(t)[:40] {
		for nodes := int64(300); nodes < 3000; nodes += 100 {
			for _, margin := range []int{0, 20} {
				a, moves, err := e.Candidates(context.Background(), g, engine.Limits{Nodes: nodes}, margin)
				if err != nil {
					t.Fatal(err)
				}
				if moves[0].Move != a.Move ||
					slices.ContainsFunc(moves, func(c Candidate) bool { return c.Score > a.Score }) {
					t.Fatalf("%s after %d nodes: plays %v for %d of %+v", g.Position().FEN(), nodes, a.Move, a.Score, moves)
				}
				if near := WithinMargin(moves, 0); len(near) > 1 {
					t.Fatalf("%s after %d nodes: %+v are equal", g.Position().FEN(), nodes, near)
				}
			}
		}
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
			t.Errorf("without %s %d positions, with all features %d", name, n, all)
		}
	}
}

// A short-sighted player misses captures of several pieces below the root, and sees all others.
func TestOverlook(t *testing.T) {
	g := game(t, "W:Wc3,e3,a1:Bd6,f6,b6,h8")
	o := DefaultOptions()
	o.Overlook = 1
	two, one := board.Move{Captured: 0b11}, board.Move{Captured: 0b1}
	e := New(o)
	if !e.threads[0].isOverlooked(two) || e.threads[0].isOverlooked(one) ||
		New(DefaultOptions()).threads[0].isOverlooked(two) {
		t.Error("overlooks the wrong captures")
	}
	if a, err := e.Choose(context.Background(), g, engine.Limits{Depth: 3}); err != nil || !g.Position().Legal(a.Move) {
		t.Errorf("%+v, %v", a, err)
	}
}

// Report is called with the result of every depth; the last one is the answer.
func TestReport(t *testing.T) {
	e := New(DefaultOptions())
	var told []engine.Answer
	e.Report(func(a engine.Answer) { told = append(told, a) })
	a, err := e.Choose(context.Background(), board.NewGame(board.Start(), board.FederationRules), engine.Limits{Depth: 4})
	if err != nil || len(told) != 4 || told[0].Depth != 1 || !reflect.DeepEqual(told[3], a) {
		t.Errorf("%+v, want %+v at last, %v", told, a, err)
	}
}
