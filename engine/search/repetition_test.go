package search

import (
	"testing"

	"crownhead/board"
	"crownhead/engine"
)

// A side that is losing takes the third repetition, a side that is winning avoids it.
func TestRepetitionIsTakenOrAvoided(t *testing.T) {
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

// A position met again is found at any distance back to the last move that cannot be undone: once below the root, twice
// in the game.
func TestFindRepetition(t *testing.T) {
	cases := []struct {
		name    string
		keys    []uint64 // the last is the position asked about
		root    int
		start   int
		earlier int
		drawn   bool
	}{
		{"nothing", []uint64{1, 2, 3, 4, 5}, 0, 0, noRepetition, false},
		{"four plies", []uint64{1, 2, 3, 4, 1}, 0, 0, 0, true},
		{"six plies", []uint64{9, 1, 2, 3, 4, 5, 6, 1}, 0, 0, 1, true},
		{"the other side to move", []uint64{1, 2, 3, 4, 5, 1}, 0, 0, noRepetition, false},
		{"beyond a capture", []uint64{1, 2, 3, 4, 1}, 0, 1, noRepetition, false},
		{"once in the game", []uint64{1, 2, 3, 4, 1}, 2, 0, noRepetition, false},
		{"twice in the game", []uint64{1, 2, 3, 4, 1, 6, 7, 8, 1}, 6, 0, gameRepetition, true},
		{"in the game and below the root", []uint64{1, 2, 3, 4, 1, 6, 7, 8, 1}, 3, 0, 1, true},
	}
	for _, c := range cases {
		var w worker
		w.keys, w.rootIndex = c.keys, c.root
		ply := len(c.keys) - 1 - c.root
		w.frames[ply].repetitionStart = c.start
		if earlier, drawn := w.findRepetition(ply); earlier != c.earlier || drawn != c.drawn {
			t.Errorf("%s: %d, %v", c.name, earlier, drawn)
		}
	}
}

// The search returns the ply on which its value depends; where a side repeats a position of the game, that is the game.
func TestEarliestRepetition(t *testing.T) {
	g := game(t, "W:WKa1,Kc1,Kg1,c3,a3:BKb8,h6", "a1-b2", "b8-a7", "b2-a1", "a7-b8", "a1-b2", "b8-a7", "b2-a1")
	w := New(DefaultOptions()).workers[0]
	w.prepareSearch(t.Context(), g, engine.Limits{})
	if score, earliest := w.alphaBeta(0, 4, -infinity, infinity); score != drawScore || earliest != gameRepetition {
		t.Errorf("score %d depends on %d", score, earliest)
	}
	w.prepareSearch(t.Context(), game(t, "W:Wc1,d2:Bb8"), engine.Limits{})
	if _, earliest := w.alphaBeta(0, 4, -infinity, infinity); earliest != noRepetition {
		t.Errorf("without kings it depends on %d", earliest)
	}
}

// Only positions after the last capture or man's move can come again: in the game and on the path.
func TestRepetitionStart(t *testing.T) {
	g := game(t, "W:WKa1,c3:BKb8,h6", "a1-b2", "b8-a7", "c3-b4", "a7-b8", "b2-a1", "b8-a7")
	if since := repetitionStart(g); since != 3 {
		t.Errorf("after a man's move at the third ply: %d", since)
	}
	if since := repetitionStart(game(t, "W:WKa1,c3:BKb8,h6", "a1-b2", "b8-a7")); since != 0 {
		t.Errorf("kings alone have moved: %d", since)
	}
	w := New(DefaultOptions()).workers[0]
	w.prepareSearch(t.Context(), g, engine.Limits{})
	for move, want := range map[string]int{"a1-b2": 3, "b4-a5": 7} {
		m, err := g.Position().ParseMove(move)
		if err != nil {
			t.Fatal(err)
		}
		w.makeMove(0, m)
		if since := w.frames[1].repetitionStart; since != want {
			t.Errorf("after %s: %d, want %d", move, since, want)
		}
	}
}

// The draw counters are known inside the tree: two kings cannot catch one within five moves, and a counter that has
// run out is a draw whatever the material says.
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
		if next.Position().Black&board.MainRoadSquares != 0 {
			return m
		}
	}
	t.Fatalf("no quiet move in %s", g.Position().FEN())
	return board.Move{}
}
