package mcts

import (
	"maps"
	"math"
	"testing"

	"crownhead/board"
	"crownhead/engine/net"
)

// Random games know a won position from a lost one, from whichever side it is seen; and one state has
// one answer, whatever was asked before.
func TestRollouts(t *testing.T) {
	r := NewRollouts(200, 1)
	var logits [net.Actions]float32
	logits[7] = 3
	value := func(s net.State) float64 { return float64(r.Evaluate(&s, &logits)) }
	fresh := func(fen string) net.State { return net.NewState(newGame(t, fen)) }
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
}

// Random games end where a count is full: three kings that have used up fourteen of their fifteen
// moves don't catch the other any more.
func TestRolloutsDrawByCount(t *testing.T) {
	g := newGame(t, "W:WKc1,Kd2,Ke1:BKf8")
	s := net.NewState(g)
	for range 7 {
		for _, name := range []string{"c1b2", "f8a3", "b2c1", "a3f8"} {
			s, _, _ = s.Apply(parseActions(t, name)[0])
		}
	}
	var logits [net.Actions]float32
	if got := NewRollouts(50, 1).Evaluate(&s, &logits); got != 0 {
		t.Errorf("a ply before the draw the state is worth %v", got)
	}
}

// Amid a capture random games go on with what is under way, not with another that would lose the piece.
func TestRolloutsAmidCapture(t *testing.T) {
	r := NewRollouts(1000, 1)
	var logits [net.Actions]float32
	s := net.NewState(newGame(t, "W:Wc3:Bb4,b6,d4,f6,g7"))
	amid, _, whole := s.Apply(parseActions(t, "c3a5")[0])
	if whole {
		t.Fatal("the capture goes on")
	}
	after, _, _ := amid.Apply(parseActions(t, "a5c7")[0])
	if on, then := r.Evaluate(&amid, &logits), -r.Evaluate(&after, &logits); math.Abs(float64(on-then)) > 0.1 {
		t.Errorf("amid the only way %v, at its end %v", on, then)
	}
	s = net.NewState(newGame(t, "W:Wc3:Bd4,d6,f6"))
	fork, _, _ := s.Apply(parseActions(t, "c3e5")[0])
	ends := map[board.Square]bool{}
	for range 50 {
		m := r.(*rollouts).finishCapture(&fork)
		ends[m.To] = m.Captured.Len() == 2
	}
	if !maps.Equal(ends, map[board.Square]bool{parseActions(t, "e5c7")[0].To(): true, parseActions(t, "e5g7")[0].To(): true}) {
		t.Errorf("where two ways go on, these are taken: %v", ends)
	}
}

// BenchmarkRollouts is the rate of single games of chance from the start.
func BenchmarkRollouts(b *testing.B) {
	r := NewRollouts(1, 1)
	var logits [net.Actions]float32
	s := net.NewState(newGame(b, board.Start().FEN()))
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
