package search

import (
	"math"
	"testing"

	"crownhead/board"
	"crownhead/engine"
)

// The evaluation knows no colours: a turned board with exchanged colours is worth the same to the side to move.
func TestEvaluateSymmetric(t *testing.T) {
	for _, g := range samples(t) {
		p := g.Position()
		turned := board.Position{White: p.Black.Rotate(), Black: p.White.Rotate(), Kings: p.Kings.Rotate(), Turn: p.Turn.Other()}
		if a, b := handmade(p), handmade(turned); a != b {
			t.Errorf("%s: %d, turned %d", p.FEN(), a, b)
		}
	}
}

// Each feature tells two positions apart that differ in nothing else of weight: better first.
func TestEvaluateFeatures(t *testing.T) {
	cases := []struct{ name, better, worse string }{
		{"a man more", "W:Wc1,e1:Bb8", "W:Wc1:Bb8"},
		{"a king is more than two men", "W:WKc3,a1:Bb8,h8,d8", "W:Wc3,e3,a1:Bb8,h8,d8"},
		{"advanced", "W:Wc5,a1:Bb8,h8", "W:Wc3,a1:Bb8,h8"},
		{"about to be crowned", "W:Wd6,f6,c1:Bh6,a5,h4", "W:Wd6,f4,c1:Bh6,a5,h4"},
		{"centre", "W:Wd4,a1:Bb8,h8", "W:Wb4,a1:Bb8,h8"},
		{"not at the side", "W:Wc3,a1:Bb8,h8", "W:Wa3,a1:Bb8,h8"},
		{"the golden man stays", "W:Wc1,d4:Bb8,h8", "W:Wg1,d4:Bb8,h8"},
		{"the main road", "W:WKb2,d2:BKh2,a7", "W:WKc1,d2:BKh2,a7"},
		{"exchange when ahead", "W:Wc1,e1:Bb8", "W:Wc1,e1,g1:Bb8,d8"},
		{"three kings against one off the main road", "W:WKc1,Kb2,Kd2:BKb8", "W:WKc1,Ke1,Kd2:BKa1"},
		{"two kings against one are little", "W:Wc1,d2:Bb8", "W:WKc1,Kd2:BKb8"},
	}
	for _, c := range cases {
		better, worse := game(t, c.better).Position(), game(t, c.worse).Position()
		if b, w := handmade(better), handmade(worse); b <= w {
			t.Errorf("%s: %d, without it %d", c.name, b, w)
		}
	}
}

// Without an evaluation material decides, and nothing else.
func TestMaterial(t *testing.T) {
	for fen, want := range map[string]int{"W:Wc1,e1,Kd4:Bb8,Kh8": 100, "B:Wc1,e1,Kd4:Bb8,Kh8": -100, "W:Wd6,c1:Bb8,h8": 0} {
		o := DefaultOptions()
		o.Evaluation = nil
		if got := New(o).trees[0].opts.Evaluation.Score(game(t, fen).Position()); got != want {
			t.Errorf("%s: %d, want %d", fen, got, want)
		}
	}
}

// Three pieces catch a lone king off the main road, hardly one on it: the score says so.
func TestMainRoadHolds(t *testing.T) {
	off, on := game(t, "W:WKc1,Ka3,Kg1:BKb8").Position(), game(t, "W:WKc1,Ka3,Kg1:BKh8").Position()
	if a, b := handmade(off), handmade(on); a < 400 || b > a/2 {
		t.Errorf("off the main road %d, on it %d", a, b)
	}
}

// Steps stay on the board and follow its diagonals: protects the masks.
func TestSteps(t *testing.T) {
	steps := map[string]struct {
		step       func(uint32) uint32
		file, rank int
	}{
		"up left": {upLeft, -1, 1}, "up right": {upRight, 1, 1}, "down left": {downLeft, -1, -1}, "down right": {downRight, 1, -1},
	}
	for name, s := range steps {
		for sq := range board.Square(32) {
			var want uint32
			for to := range board.Square(32) {
				if to.File() == sq.File()+s.file && to.Rank() == sq.Rank()+s.rank {
					want = uint32(to.Bit())
				}
			}
			if got := s.step(uint32(sq.Bit())); got != want {
				t.Errorf("%s of %v: %08x, want %08x", name, sq, got, want)
			}
		}
	}
}

func TestWin(t *testing.T) {
	last := -2.0
	for _, score := range []int{lossAt(1), -900, -100, 0, 50, 100, 300, 2000, winScore - 30} {
		w := Win(score)
		if w <= last || w < -1 || w > 1 || math.Abs(w+Win(-score)) > 1e-12 {
			t.Errorf("score %d: %v after %v", score, w, last)
		}
		last = w
	}
	if w := Win(manWorth); w < 0.25 || w > 0.6 {
		t.Errorf("a man ahead is worth %v", w)
	}
}

func TestDistance(t *testing.T) {
	for score, want := range map[int]int{winScore - 3: 3, lossAt(4): 4, lossAt(0): 0} {
		if plies, sure := Distance(score); !sure || plies != want {
			t.Errorf("%d: %d, %v", score, plies, sure)
		}
	}
	if _, sure := Distance(900); sure {
		t.Error("900 is called sure")
	}
	for _, score := range []int{winScore - 7, lossAt(8), 120} {
		if got := fromTable(toTable(score, 5), 5); got != score {
			t.Errorf("%d comes back as %d", score, got)
		}
	}
	if fromTable(toTable(winScore-7, 5), 1) != winScore-3 {
		t.Error("a win two plies below its node is not two plies below it elsewhere")
	}
}

// The deeper of one age stay, those of an older search go.
func TestTable(t *testing.T) {
	tb := newTable(2)
	tb.next()
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
	for range ages { // whatever the age
		tb.next()
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
	tr := e.trees[0]
	key := func(fen string, moves ...string) uint64 {
		tr.begin(t.Context(), game(t, fen, moves...), engine.Limits{})
		return tr.key(0)
	}
	const kings = "W:WKa1,Kc1:BKb8,Kd8"
	there := []string{"a1-b2", "b8-a7", "b2-a1", "a7-b8"}
	if key(kings) == key(kings, there...) {
		t.Error("four plies of kings do not matter")
	}
	if key(kings) != key(kings) {
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
		if _, ok := c.e.cuts(0, 0, 10); ok != c.want {
			t.Errorf("%+v: %v", c.e, ok)
		}
	}
}

func handmade(p board.Position) int { return Handmade{}.Score(p) }
