package search

import (
	"testing"

	"crownhead/board"
	"crownhead/engine"
)

// Workers that search together answer as one does: a legal move, the same outcome where it is decided, and no
// goroutine is left behind. (Under -race it is also seen that they share nothing but the table.)
func TestWorkersAgree(t *testing.T) {
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
		t.Errorf("with a limit of nodes the answers differ: %+v, %+v", first, second)
	}
}
