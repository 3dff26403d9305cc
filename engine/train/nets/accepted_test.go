package nets

import (
	"context"
	"testing"

	"crownhead/engine/train/loop"
)

// The training of docs/train.md in small: from nothing to a generation that is accepted. With this
// seed it always is.
func TestFromNothing(t *testing.T) {
	if raced {
		t.Skip("the race detector makes it ten times as long, and finds no more than in TestRun: make unit runs it once without")
	}
	s := Defaults()
	s.Dir, s.Generations, s.Workers, s.Blocks, s.Filters = t.TempDir(), 1, 2, 1, 16
	s.Games, s.Visits, s.FastVisits, s.Full, s.Rollouts = 160, 30, 8, 0.5, 1
	s.Batch, s.Rate, s.Passes = 64, 5e-3, 5
	s.GateGames, s.GatePlayouts, s.GateTest = 400, 12, 40
	all, err := Run(context.Background(), s, func(loop.Progress) {})
	if err != nil {
		t.Fatal(err)
	}
	g := all[0]
	first, last := g.Curve[0].Held, g.holdout()
	if !g.Accepted || g.Elo != g.Gate.Elo || g.Gate.Verdict != "H1" || last.Value > 0.8*first.Value ||
		last.Brier > g.Constant {
		t.Errorf("accepted %v, %+v; held out %+v, at first %+v; constant %v", g.Accepted, g.Gate, last, first,
			g.Constant)
	}
}
