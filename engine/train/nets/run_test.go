package nets

import (
	"bytes"
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"crownhead/engine/net"
	"crownhead/engine/train/loop"
	"crownhead/engine/train/store"
)

func tinyRun(dir string) Settings {
	s := Defaults()
	s.Dir, s.Generations, s.Workers, s.Blocks, s.Filters = dir, 2, 2, 1, 8
	s.Games, s.Visits, s.FastVisits, s.Rollouts, s.Batch, s.GateGames, s.GatePlayouts = 20, 8, 4, 1, 64, 4, 4
	return s
}

// state is all that a run has come to, but for its pace.
func state(t *testing.T, dir string) string {
	t.Helper()
	all, err := Generations(dir)
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	for _, g := range all {
		b.WriteString(g.Sum + " " + g.Player + " " + g.Parent + " ")
		games, err := os.ReadFile(filepath.Join(foldersIn(dir).Path(g.Number, ""), gateFile))
		if err != nil {
			t.Fatal(err)
		}
		b.Write(games)
	}
	return b.String()
}

// A run that is stopped in every stage comes to the same nets and matches as one that is not, with
// another number of workers; it keeps to its plan, and comes to a report.
func TestRun(t *testing.T) {
	ctx := context.Background()
	whole, dir := t.TempDir(), t.TempDir()
	if _, err := Run(ctx, tinyRun(whole), func(loop.Progress) {}); err != nil {
		t.Fatal(err)
	}
	for _, stop := range []loop.Progress{
		{Generation: 1, Phase: loop.PhaseGames, Fraction: 0.2},
		{Generation: 1, Phase: loop.PhaseGate, Fraction: 0.5},
		{Generation: 2, Phase: loop.PhaseFit, Fraction: 0.1},
	} {
		s := tinyRun(dir)
		s.Workers = 3
		ctx, kill := context.WithCancel(ctx)
		_, err := Run(ctx, s, func(now loop.Progress) {
			if now.Generation == stop.Generation && now.Phase == stop.Phase && now.Fraction >= stop.Fraction {
				kill()
			}
		})
		kill()
		if !errors.Is(err, context.Canceled) {
			t.Fatalf("stopped in %+v: %v", stop, err)
		}
		if now, err := Underway(dir, stop.Generation-1); err != nil || now == nil || now.Phase != stop.Phase ||
			now.Generation != stop.Generation || now.Fraction > 0.99 ||
			now.Fraction == 0 && stop.Phase != loop.PhaseGate {
			t.Errorf("stopped in %+v, under way is %+v, %v", stop, now, err)
		}
	}
	other := tinyRun(dir)
	other.Rate /= 2
	if _, err := Run(ctx, other, func(loop.Progress) {}); !errors.Is(err, store.ErrPlan) {
		t.Errorf("with another plan: %v", err)
	}
	all, err := Run(ctx, tinyRun(dir), func(loop.Progress) {})
	if err != nil || len(all) != 2 {
		t.Fatalf("%d generations, %v", len(all), err)
	}
	if now, err := Underway(dir, 2); now != nil || err != nil {
		t.Errorf("all is finished, but under way is %+v, %v", now, err)
	}
	if got, want := state(t, dir), state(t, whole); got != want {
		t.Errorf("other generations:\n%s\nwant\n%s", got, want)
	}
	if g := all[1]; g.Games != 40 || g.Own.Games != 20 || g.Parent != all[0].Sum || g.Learnt <= all[0].Learnt ||
		g.Held == 0 || len(g.Curve) != checkpoints+1 || g.Gate.Wins+g.Gate.Draws+g.Gate.Losses != 4 {
		t.Errorf("%+v", g)
	}
	page, err := os.ReadFile(filepath.Join(dir, ReportFile))
	if err != nil || strings.Count(string(page), "<svg") < 6 || strings.Contains(string(page), "NaN") ||
		!strings.Contains(string(page), "A game of self-play, generation 2") {
		t.Errorf("report: %v", err)
	}
	larger := tinyRun(dir)
	larger.Generations, larger.Filters = 3, 16
	if _, err := Run(ctx, larger, func(loop.Progress) {}); err == nil ||
		!strings.Contains(err.Error(), "keeps to one size") {
		t.Errorf("with another size: %v", err)
	}
	if now, err := Underway(dir, 2); now != nil || err != nil {
		t.Errorf("a generation that was refused is under way: %+v, %v", now, err)
	}
	checkExport(t, dir, all)
}

// checkExport exports a generation, with where it comes from.
func checkExport(t *testing.T, dir string, all []Generation) {
	t.Helper()
	all[1].Elo = 12.5
	file, g, err := Export(dir, all, 2, net.Half)
	if err != nil || g.Number != 2 {
		t.Fatal(err)
	}
	n, err := net.Read(file)
	want := net.Origin{Line: TrainingMethod, Generation: 2, Parent: all[0].Sum, Games: 40, Seed: 2, Elo: 12.5}
	if err != nil || n.Origin != want {
		t.Errorf("%+v, want %+v: %v", n.Origin, want, err)
	}
	for _, n := range []int{-1, 3} {
		if _, _, err := Export(dir, all, n, net.Half); err == nil {
			t.Errorf("generation %d", n)
		}
	}
	name := filepath.Join(foldersIn(dir).Path(2, ""), weightsFile)
	data, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(name, bytes.Replace(data, []byte("self-play"), []byte("self-plax"), 1), 0o666); err != nil {
		t.Fatal(err)
	}
	if _, _, err := Export(dir, all, 2, net.Half); err == nil ||
		!strings.Contains(err.Error(), "the file has changed") {
		t.Errorf("changed weights: %v", err)
	}
	if _, _, err := Export(dir, nil, 0, net.Half); !errors.Is(err, ErrNone) {
		t.Error(err)
	}
}
