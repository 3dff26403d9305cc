package search

import (
	"testing"

	"crownhead/engine"
)

// A position met again is found at any distance back to the last move that cannot be undone: once below the root, twice
// in the game.
func TestFindRepetition(t *testing.T) {
	cases := []struct {
		name  string
		keys  []uint64 // the last is the position asked about
		root  int
		since int
		by    int
		drawn bool
	}{
		{"nothing", []uint64{1, 2, 3, 4, 5}, 0, 0, noRepetition, false},
		{"four plies", []uint64{1, 2, 3, 4, 1}, 0, 0, 0, true},
		{"six plies", []uint64{9, 1, 2, 3, 4, 5, 6, 1}, 0, 0, 1, true},
		{"the other side to move", []uint64{1, 2, 3, 4, 5, 1}, 0, 0, noRepetition, false},
		{"beyond a capture", []uint64{1, 2, 3, 4, 1}, 0, 1, noRepetition, false},
		{"once in the game", []uint64{1, 2, 3, 4, 1}, 2, 0, noRepetition, false},
		{"twice in the game", []uint64{1, 2, 3, 4, 1, 6, 7, 8, 1}, 6, 0, -1, true},
		{"in the game and below the root", []uint64{1, 2, 3, 4, 1, 6, 7, 8, 1}, 3, 0, 1, true},
	}
	for _, c := range cases {
		var tr thread
		tr.keys, tr.rootKey = c.keys, c.root
		ply := len(c.keys) - 1 - c.root
		tr.frames[ply].firstRepeatable = c.since
		if by, drawn := tr.findRepetition(ply); by != c.by || drawn != c.drawn {
			t.Errorf("%s: %d, %v", c.name, by, drawn)
		}
	}
}

// A score that depends on a repetition further up the path is not stored, only its move is.
func TestStoreInTable(t *testing.T) {
	for dependsOn, want := range map[int]bound{-1: none, 2: none, 3: exact, 5: exact, noRepetition: exact} {
		tr := thread{table: newTranspositionTable(4)}
		tr.storeInTable(3, 6, 77, 120, 4, exact, dependsOn)
		e, hit := tr.table.probe(77)
		if !hit || e.bound != want || e.move != 4 || e.depth != 6 || want == exact && e.score != 120 {
			t.Errorf("depends on %d: %+v", dependsOn, e)
		}
	}
}

// The search returns the ply on which its value depends: of a side that repeats the game's position, on the game.
func TestDependsOnRepetition(t *testing.T) {
	g := game(t, "W:WKa1,Kc1,Kg1,c3,a3:BKb8,h6", "a1-b2", "b8-a7", "b2-a1", "a7-b8", "a1-b2", "b8-a7", "b2-a1")
	e := New(DefaultOptions())
	e.threads[0].beginSearch(t.Context(), g, engine.Limits{})
	if score, dependsOn := e.threads[0].alphaBeta(0, 4, -infinity, infinity); score != drawScore || dependsOn != -1 {
		t.Errorf("score %d depends on %d", score, dependsOn)
	}
	e.threads[0].beginSearch(t.Context(), game(t, "W:Wc1,d2:Bb8"), engine.Limits{})
	if _, dependsOn := e.threads[0].alphaBeta(0, 4, -infinity, infinity); dependsOn != noRepetition {
		t.Errorf("without kings it depends on %d", dependsOn)
	}
}

// Only positions after the last capture or man's move can come again: in the game and on the path.
func TestFirstRepeatable(t *testing.T) {
	g := game(t, "W:WKa1,c3:BKb8,h6", "a1-b2", "b8-a7", "c3-b4", "a7-b8", "b2-a1", "b8-a7")
	if since := firstRepeatableIndex(g); since != 3 {
		t.Errorf("after a man's move at the third ply: %d", since)
	}
	if since := firstRepeatableIndex(game(t, "W:WKa1,c3:BKb8,h6", "a1-b2", "b8-a7")); since != 0 {
		t.Errorf("kings alone have moved: %d", since)
	}
	e := New(DefaultOptions())
	e.threads[0].beginSearch(t.Context(), g, engine.Limits{})
	for move, want := range map[string]int{"a1-b2": 3, "b4-a5": 7} {
		m, err := g.Position().ParseMove(move)
		if err != nil {
			t.Fatal(err)
		}
		e.threads[0].makeMove(0, m)
		if since := e.threads[0].frames[1].firstRepeatable; since != want {
			t.Errorf("after %s: %d, want %d", move, since, want)
		}
	}
}
