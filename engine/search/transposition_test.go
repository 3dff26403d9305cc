package search

import (
	"testing"

	"crownhead/engine"
)

// In a full bucket the deeper entries of one search stay, and those of an older search go.
func TestReplacement(t *testing.T) {
	tb := newTranspositionTable(2)
	tb.startGeneration()
	tb.store(1, entry{score: -11, depth: 3, bound: boundExact, move: 200})
	if _, hit := tb.probe(9); hit {
		t.Error("another position's entry is used")
	}
	if e, hit := tb.probe(1); !hit || e != (entry{score: -11, depth: 3, bound: boundExact, move: 200}) {
		t.Errorf("not found again: %+v", e)
	}
	for key := uint64(2); key <= 4; key++ {
		tb.store(key, entry{depth: 9})
	}
	tb.store(5, entry{depth: 1})
	if _, hit := tb.probe(1); hit {
		t.Error("the shallowest entry stayed")
	}
	for range generations { // whatever the generation
		tb.startGeneration()
		tb.store(6, entry{depth: 0})
		tb.store(7, entry{depth: 0})
		if _, hit := tb.probe(6); !hit {
			t.Fatal("an entry of this search went before those of an older one")
		}
		for key := uint64(2); key <= 5; key++ {
			tb.store(key, entry{depth: 9})
		}
	}
}

// The same pieces with other draw counters are another position for the table, if the counters can matter.
func TestDrawCountersBelongToTheKey(t *testing.T) {
	w := New(DefaultOptions()).workers[0]
	key := func(fen string, moves ...string) uint64 {
		w.prepareSearch(t.Context(), game(t, fen, moves...), engine.Limits{})
		return w.ttKey(0)
	}
	const kings = "W:WKa1,Kc1:BKb8,Kd8"
	there := []string{"a1-b2", "b8-a7", "b2-a1", "a7-b8"}
	if key(kings) == key(kings, there...) {
		t.Error("four plies of kings do not matter")
	}
	if first := key(kings); key(kings) != first {
		t.Error("one position has two keys")
	}
}

func TestCutoffScore(t *testing.T) {
	cases := []struct {
		e    entry
		want bool
	}{
		{entry{score: 5, bound: boundExact}, true},
		{entry{score: 20, bound: boundLower}, true},
		{entry{score: 5, bound: boundLower}, false},
		{entry{score: -20, bound: boundUpper}, true},
		{entry{score: 5, bound: boundUpper}, false},
		{entry{score: 5, bound: boundNone}, false},
	}
	for _, c := range cases {
		if _, ok := c.e.cutoffScore(0, 0, 10); ok != c.want {
			t.Errorf("%+v: %v", c.e, ok)
		}
	}
}

// A score that depends on a repetition further up the path is not stored, only its move is.
func TestRepetitionScoresAreNotStored(t *testing.T) {
	for earliest, want := range map[int]bound{
		gameRepetition: boundNone, 2: boundNone, 3: boundExact, 5: boundExact, noRepetition: boundExact,
	} {
		w := worker{tt: newTranspositionTable(4)}
		w.storeTT(3, 77, nodeResult{
			score: 120, bound: boundExact, depth: 6, bestMove: 4, earliestRepetition: earliest,
		})
		e, hit := w.tt.probe(77)
		if !hit || e.bound != want || e.move != 4 || e.depth != 6 || want == boundExact && e.score != 120 {
			t.Errorf("depends on %d: %+v", earliest, e)
		}
	}
}
