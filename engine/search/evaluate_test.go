package search

import (
	"math"
	"testing"

	"crownhead/engine"
	"crownhead/engine/pattern"
)

// Without an evaluation material decides, and nothing else.
func TestMaterial(t *testing.T) {
	for fen, want := range map[string]int{
		"W:Wc1,e1,Kd4:Bb8,Kh8": 100, "B:Wc1,e1,Kd4:Bb8,Kh8": -100, "W:Wd6,c1:Bb8,h8": 0,
	} {
		o := DefaultOptions()
		o.Evaluation = nil
		if got := New(o).threads[0].opts.Evaluation.Score(game(t, fen).Position()); got != want {
			t.Errorf("%s: %d, want %d", fen, got, want)
		}
	}
}

func TestWin(t *testing.T) {
	last := -2.0
	for _, score := range []int{lossAtPly(1), -900, -100, 0, 50, 100, 300, 2000, winScore - 30} {
		w := WinEstimate(score)
		if w <= last || w < -1 || w > 1 || math.Abs(w+WinEstimate(-score)) > 1e-12 {
			t.Errorf("score %d: %v after %v", score, w, last)
		}
		last = w
	}
	if w := WinEstimate(engine.ManValue); w < 0.25 || w > 0.6 {
		t.Errorf("a man ahead is worth %v", w)
	}
}

func TestDistance(t *testing.T) {
	for score, want := range map[int]int{winScore - 3: 3, lossAtPly(4): 4, lossAtPly(0): 0} {
		if plies, sure := DistanceToWin(score); !sure || plies != want {
			t.Errorf("%d: %d, %v", score, plies, sure)
		}
	}
	if _, sure := DistanceToWin(900); sure {
		t.Error("900 is called sure")
	}
	for _, score := range []int{winScore - 7, lossAtPly(8), 120} {
		if got := scoreFromTable(scoreToTable(score, 5), 5); got != score {
			t.Errorf("%d comes back as %d", score, got)
		}
	}
	if scoreFromTable(scoreToTable(winScore-7, 5), 1) != winScore-3 {
		t.Error("a win two plies below its node is not two plies below it elsewhere")
	}
}

// The deeper of one age stay, those of an older search go.
func TestTable(t *testing.T) {
	tb := newTranspositionTable(2)
	tb.nextAge()
	tb.store(1, entry{score: -11, depth: 3, bound: exact, move: 200})
	if _, hit := tb.probe(9); hit {
		t.Error("another position's entry is used")
	}
	if e, hit := tb.probe(1); !hit || e != (entry{score: -11, depth: 3, bound: exact, move: 200}) {
		t.Errorf("not found again: %+v", e)
	}
	for key := uint64(2); key <= 4; key++ {
		tb.store(key, entry{depth: 9})
	}
	tb.store(5, entry{depth: 1})
	if _, hit := tb.probe(1); hit {
		t.Error("the shallowest entry stayed")
	}
	for range ageCount { // whatever the age
		tb.nextAge()
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

// The same pieces with another count are another position for the table, if the count can matter.
func TestKey(t *testing.T) {
	e := New(DefaultOptions())
	tr := e.threads[0]
	key := func(fen string, moves ...string) uint64 {
		tr.beginSearch(t.Context(), game(t, fen, moves...), engine.Limits{})
		return tr.tableKey(0)
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

func TestCuts(t *testing.T) {
	cases := []struct {
		e    entry
		want bool
	}{
		{entry{score: 5, bound: exact}, true},
		{entry{score: 20, bound: lower}, true},
		{entry{score: 5, bound: lower}, false},
		{entry{score: -20, bound: upper}, true},
		{entry{score: 5, bound: upper}, false},
		{entry{score: 5, bound: none}, false},
	}
	for _, c := range cases {
		if _, ok := c.e.cutoffScore(0, 0, 10); ok != c.want {
			t.Errorf("%+v: %v", c.e, ok)
		}
	}
}

// The estimates suit the scores: both are by the slope with which the evaluation was fitted.
func TestSlope(t *testing.T) {
	if h := pattern.EmbeddedHeader(); h.Slope != WinSlope {
		t.Errorf("the weights' slope is %v, that of the estimates %d", h.Slope, WinSlope)
	}
}
