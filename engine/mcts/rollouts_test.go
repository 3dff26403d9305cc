package mcts

import (
	"math"
	"testing"

	"crownhead/board"
	"crownhead/engine/net"
)

// Random games know a won position from a lost one, from whichever side it is seen and amid a capture, too; and one state has
// one answer, whatever was asked before.
func TestRollouts(t *testing.T) {
	r := NewRollouts(200, 1)
	var logits [net.Actions]float32
	logits[7] = 3
	value := func(s net.State) float64 { return float64(r.Evaluate(&s, &logits)) }
	fresh := func(fen string) net.State { return net.NewState(game(t, fen)) }
	even := value(fresh(board.Start().FEN()))
	if math.Abs(even) > 0.25 || logits[7] != 0 {
		t.Errorf("the start is worth %v, logit %v", even, logits[7])
	}
	more := fresh("W:Wa1,c1,e1,g1,b2,d2,f2,h2:Bb8,d8,f8,h8")
	for fen, want := range map[string]float64{
		"W:Wa1,c1,e1,g1,b2,d2,f2,h2:Bb8,d8,f8,h8": 1, "B:Wa1,c1,e1,g1,b2,d2,f2,h2:Bb8,d8,f8,h8": -1,
		"W:Wa3:Bb4,c5": -1, "W:WKa1:BKh2": 0,
	} {
		if got := value(fresh(fen)); got*want < 0.5*want*want || want == 0 && math.Abs(got) > 0.2 {
			t.Errorf("%s: %v, want about %v", fen, got, want)
		}
	}
	if a, b := value(more), value(more); a != b {
		t.Errorf("%v, then %v", a, b)
	}
	if a, b := value(more), float64(NewRollouts(200, 2).Evaluate(&more, &logits)); a == b {
		t.Error("another seed, the same answer")
	}
	amid := fresh("W:Wc3:Bd4,f6,h8,a7")
	a, _ := net.ActionBetween(square(t, "c3"), square(t, "e5"))
	next, _, whole := amid.Act(a)
	if whole || value(next) < value(amid)-0.15 || value(next) > value(amid)+0.15 {
		t.Errorf("amid the only capture %v, before it %v", value(next), value(amid))
	}
}

func square(t *testing.T, name string) board.Square {
	t.Helper()
	s, err := board.ParseSquare(name)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// BenchmarkRollouts is the rate of single games of chance from the start.
func BenchmarkRollouts(b *testing.B) {
	r := NewRollouts(1, 1)
	var logits [net.Actions]float32
	s := net.NewState(game(b, board.Start().FEN()))
	n := 0
	for b.Loop() {
		for range 1000 {
			s.Counters = s.Counters.Next(s.Position, board.Move{}, s.Position)
			r.Evaluate(&s, &logits)
			n++
		}
	}
	b.ReportMetric(float64(n)/b.Elapsed().Seconds(), "games/s")
}
