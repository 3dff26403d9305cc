package search

import (
	"testing"

	"crownhead/board"
	"crownhead/engine"
)

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
		t.Errorf("%d positions after pondering, %d without", warm, cold)
	}
}

// Threads that search together answer as one does: a legal move, the same outcome where it is decided, and no
// thread is left behind. (Under -race it is also seen that they share nothing but the table.)
func TestThreads(t *testing.T) {
	o := DefaultOptions()
	o.Threads = 4
	e := New(o)
	for _, c := range []struct {
		fen, move string
	}{{"W:WKa1:Bb2,d6,f6", "a1:g7"}, {"B:Wb2,d2,d4,f6:Ba3,a7", "a3:e7"}} {
		g := game(t, c.fen)
		a, err := e.Choose(t.Context(), g, engine.Limits{Depth: 11})
		want, bad := g.Position().ParseMove(c.move)
		if err != nil || bad != nil || a.Move != want || a.Win != 1 {
			t.Errorf("%s: %+v, %v", c.fen, a, err)
		}
	}
	g := game(t, board.Start().FEN())
	a, err := e.Choose(t.Context(), g, engine.Limits{Depth: 11})
	if err != nil || !g.Position().Legal(a.Move) || a.Depth != 11 {
		t.Errorf("%+v, %v", a, err)
	}
	first, err := New(o).Choose(t.Context(), g, engine.Limits{Nodes: 20_000})
	second, err2 := New(DefaultOptions()).Choose(t.Context(), g, engine.Limits{Nodes: 20_000})
	if err != nil || err2 != nil || first.Move != second.Move || first.Nodes != second.Nodes {
		t.Errorf("where nodes are counted threads are not alone: %+v, %+v", first, second)
	}
}

// The best lines carry their true scores, best first, and agree with a search of each move alone.
func TestLines(t *testing.T) {
	o := searchOnly()
	o.Reductions, o.Deeper, o.ProbCut = false, false, false
	g := game(t, "B:Wc1,e1,d2,f2,c3,e3,g3,h4:Bd8,f8,a7,e7,g7,b6,f6,h6")
	const depth = 6
	_, all, err := New(o).Candidates(t.Context(), g, engine.Limits{Depth: depth}, 10_000)
	if err != nil {
		t.Fatal(err)
	}
	for n := 1; n <= len(all)+1; n++ {
		a, lines, err := New(o).BestLines(t.Context(), g, engine.Limits{Depth: depth}, n)
		if err != nil || len(lines) != min(n, len(all)) || lines[0].Move != a.Move {
			t.Fatalf("%d lines: %+v, %v", n, lines, err)
		}
		for i, c := range lines {
			if c.Score != all[i].Score {
				t.Errorf("line %d of %d scores %d, want %d", i+1, n, c.Score, all[i].Score)
			}
		}
	}
}
