package nets

import (
	"context"
	"os"
	"reflect"
	"testing"

	"crownhead/engine"
	"crownhead/engine/net"
	"crownhead/engine/train/loop"
	"crownhead/engine/train/selfplay"
)

// A fit learns from the newest generations of the window, blended, and is examined by the results
// alone; new are only the examples of the newest one.
func TestWindow(t *testing.T) {
	s := tinyRun(t.TempDir())
	s.Window, s.Blend, s.Visits, s.FastVisits = 2, 0.4, 4, 2
	tr := newTraining(s, func(loop.Progress) {})
	for n := 1; n <= 3; n++ {
		tr.current = &Generation{Number: n, Plan: s.ofGeneration(n), Player: RolloutPlayer}
		if n < 3 {
			tr.finished = append(tr.finished, *tr.current)
		}
	}
	got, err := tr.readWindow(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	var want replayWindow
	for _, g := range []*Generation{&tr.finished[1], tr.current} {
		before := len(want.train)
		for k := range g.Plan.Shards() {
			shard, err := selfplay.Read(g.gamesIn(s.Dir), k, g.gamesOrigin())
			if err != nil {
				t.Fatal(err)
			}
			for i := range shard.Games {
				results, err1 := shard.Games[i].Examples(0)
				blended, err2 := shard.Games[i].Examples(0.4)
				if err1 != nil || err2 != nil {
					t.Fatal(err1, err2)
				}
				if loop.HeldOut(k) {
					want.held = append(want.held, results...)
				} else {
					want.train = append(want.train, blended...)
				}
			}
		}
		want.fresh = len(want.train) - before
	}
	if !reflect.DeepEqual(got, want) || want.fresh == 0 || len(want.held) == 0 {
		t.Errorf("%d to learn from, %d new, %d held out; want %d, %d, %d, or with other values", len(got.train),
			got.fresh, len(got.held), len(want.train), want.fresh, len(want.held))
	}
	if _, err := os.Stat(tr.finished[0].gamesIn(s.Dir)); err == nil {
		t.Error("the generation before the window was asked for")
	}
}

// The net that was accepted last plays the games and the match; learning goes on from the one
// before, though it was refused.
func TestPlayerAndParent(t *testing.T) {
	s := tinyRun(t.TempDir())
	tr := newTraining(s, func(loop.Progress) {})
	var nets []*net.Net
	for n := 1; n <= 2; n++ {
		made, err := net.NewCompact(smallNet, uint64(n))
		if err != nil {
			t.Fatal(err)
		}
		tr.current = &Generation{Number: n, Plan: s.ofGeneration(n)}
		if err := os.MkdirAll(tr.folders.Path(n, ""), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := tr.writeNet(made); err != nil {
			t.Fatal(err)
		}
		tr.current.Accepted = n == 1
		tr.finished, nets = append(tr.finished, *tr.current), append(nets, made)
	}
	tr.current = &Generation{Number: 3, Plan: s.ofGeneration(3), Player: RolloutPlayer}
	if err := tr.choosePlayer(); err != nil {
		t.Fatal(err)
	}
	if err := tr.chooseParent(); err != nil {
		t.Fatal(err)
	}
	if tr.current.Player != tr.finished[0].Sum || tr.current.Parent != tr.finished[1].Sum ||
		tr.playerName() != "generation 1" || string(weights(t, tr.parent)) != string(weights(t, nets[1])) {
		t.Errorf("%s plays, %s is the parent", tr.current.Player, tr.current.Parent)
	}
	if lim := tr.matchSide("", tr.player).Limits; lim != (engine.Limits{Nodes: int64(s.GatePlayouts)}) {
		t.Errorf("in the match a move has %+v, want %d playouts", lim, s.GatePlayouts)
	}
	x := lessons(30, 1)[29].State
	var logits [net.Actions]float32
	if got, want := tr.player().Evaluate(&x, &logits), nets[0].Evaluator().Evaluate(&x, &logits); got != want {
		t.Errorf("the player says %g, the one accepted last %g", got, want)
	}
}
