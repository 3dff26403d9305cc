package nets

import (
	"context"
	"os"
	"reflect"
	"testing"

	"crownhead/engine"
	"crownhead/engine/net"
	"crownhead/engine/train/selfplay"
)

// A fit learns from the newest generations of the window, blended, and is examined by the results alone; new are only the examples of the
// newest one.
func TestWindow(t *testing.T) {
	s := tinyRun(t.TempDir())
	s.Window, s.Blend, s.Visits, s.Fast = 2, 0.4, 4, 2
	r := &run{Settings: s, told: func(Stage) {}}
	for n := 1; n <= 3; n++ {
		r.now = Generation{Number: n, Plan: s.ofGeneration(n), Player: Untaught}
		if n < 3 {
			r.all = append(r.all, r.now)
		}
	}
	got, err := r.examples(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	var want examples
	for _, g := range []*Generation{&r.all[1], &r.now} {
		before := len(want.train)
		for k := range g.Plan.Shards() {
			shard, err := selfplay.Read(g.gamesIn(s.Dir), k, g.origin())
			if err != nil {
				t.Fatal(err)
			}
			for i := range shard.Games {
				results, err1 := shard.Games[i].Examples(0)
				blended, err2 := shard.Games[i].Examples(0.4)
				if err1 != nil || err2 != nil {
					t.Fatal(err1, err2)
				}
				if heldOut(k) {
					want.held = append(want.held, results...)
				} else {
					want.train = append(want.train, blended...)
				}
			}
		}
		want.fresh = len(want.train) - before
	}
	if !reflect.DeepEqual(got, want) || want.fresh == 0 || len(want.held) == 0 {
		t.Errorf("%d to learn from, %d new, %d held out; want %d, %d, %d, or with other values", len(got.train), got.fresh, len(got.held), len(want.train), want.fresh, len(want.held))
	}
	if _, err := os.Stat(r.all[0].gamesIn(s.Dir)); err == nil {
		t.Error("the generation before the window was asked for")
	}
}

// The net that was accepted last plays the games and the match; learning goes on from the one before, though it was refused.
func TestPlayerAndParent(t *testing.T) {
	s := tinyRun(t.TempDir())
	r := &run{Settings: s, told: func(Stage) {}}
	var nets []*net.Net
	for n := 1; n <= 2; n++ {
		made, err := net.NewLean(smallNet, uint64(n))
		if err != nil {
			t.Fatal(err)
		}
		r.now = Generation{Number: n, Plan: s.ofGeneration(n)}
		if err := os.MkdirAll(r.path(""), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := r.keepNet(made); err != nil {
			t.Fatal(err)
		}
		r.now.Accepted = n == 1
		r.all, nets = append(r.all, r.now), append(nets, made)
	}
	r.now = Generation{Number: 3, Plan: s.ofGeneration(3), Player: Untaught}
	if err := r.choosePlayer(); err != nil {
		t.Fatal(err)
	}
	if err := r.chooseParent(); err != nil {
		t.Fatal(err)
	}
	if r.now.Player != r.all[0].Sum || r.now.Parent != r.all[1].Sum || r.title() != "generation 1" || string(weights(t, r.parent)) != string(weights(t, nets[1])) {
		t.Errorf("%s plays, %s is the parent", r.now.Player, r.now.Parent)
	}
	if lim := r.side("", r.player).Limits; lim != (engine.Limits{Nodes: int64(s.GatePlayouts)}) {
		t.Errorf("in the match a move has %+v, want %d playouts", lim, s.GatePlayouts)
	}
	x := lessons(30, 1)[29].State
	var logits [net.Actions]float32
	if got, want := r.player().Evaluate(&x, &logits), nets[0].Evaluator().Evaluate(&x, &logits); got != want {
		t.Errorf("the player says %g, the one accepted last %g", got, want)
	}
}
