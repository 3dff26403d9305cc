package patterns

import (
	"context"
	"errors"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"crownhead/engine/train/loop"
	"crownhead/engine/train/store"
)

func tinyRun(dir string) Settings {
	s := Defaults()
	s.Dir, s.Workers = dir, 1
	s.Player, s.Games, s.Nodes, s.Epochs, s.Batch, s.MatchGames, s.MatchNodes = "material", 20, 30, 1, 4096, 4, 30
	return s
}

// A run that is stopped goes on with what is not finished, keeps to its plan, and comes to a
// report; the weights say how they were made.
func TestRun(t *testing.T) {
	dir := t.TempDir()
	ctx, kill := context.WithCancel(context.Background())
	_, err := Run(ctx, tinyRun(dir), func(s loop.Progress) {
		if s.Phase == "fit" {
			kill()
		}
	})
	if !errors.Is(err, context.Canceled) {
		t.Fatal(err)
	}
	if all, err := Generations(dir); err != nil || len(all) != 0 {
		t.Errorf("%v, %v", all, err)
	}
	other := tinyRun(dir)
	other.Blend = 0.1
	if _, err := Run(context.Background(), other, func(loop.Progress) {}); !errors.Is(err, store.ErrPlan) {
		t.Errorf("with another plan: %v", err)
	}
	var doing []string
	all, err := Run(context.Background(), tinyRun(dir), func(s loop.Progress) { doing = append(doing, s.Phase) })
	if err != nil {
		t.Fatal(err)
	}
	if g := all[0]; len(all) != 1 || g.Games != 20 || g.Samples == 0 || len(g.Curve) != 1 ||
		g.Match.Wins+g.Match.Draws+g.Match.Losses != 4 || g.Player != "material" {
		t.Errorf("%+v", g)
	}
	if text := strings.Join(doing, " "); !strings.HasPrefix(text, "games ") || !strings.HasSuffix(text, " match") {
		t.Errorf("stages %s", text)
	}
	_, h, err := readWeights(dir, 1)
	if err != nil || !strings.HasPrefix(h.MadeBy, "crownhead train patterns --generations 1 --seed 1 --player material --games 20 ") || h.Games != 20 || h.Sum != all[0].Sum {
		t.Errorf("%+v, %v", h, err)
	}
	page, err := os.ReadFile(filepath.Join(dir, ReportFile))
	if err != nil || strings.Count(string(page), "<svg") != 7 || strings.Contains(string(page), "NaN") {
		t.Errorf("report: %v", err)
	}
}

// The last generation that was accepted plays on; without one the first player does.
func TestWhoPlays(t *testing.T) {
	all := []Generation{{Number: 1, Accepted: true}, {Number: 2}, {Number: 3, Accepted: true}, {Number: 4}}
	for n, want := range []int{0, 1, 1, 3, 3} {
		got := 0
		if g := lastAccepted(all[:n]); g != nil {
			got = g.Number
		}
		if got != want {
			t.Errorf("of %d generations: %d, want %d", n, got, want)
		}
	}
	if _, err := Best(t.TempDir(), nil); !errors.Is(err, ErrNone) {
		t.Error(err)
	}
}

// All faults of settings are reported at once.
func TestBadSettings(t *testing.T) {
	if err := Defaults().Validate(); err != nil {
		t.Error(err)
	}
	err := Settings{Plan: Plan{Rate: 2, Decay: -1, Blend: 1.5, MatchGames: -1}}.Validate()
	for _, want := range []string{"generations", "workers", "0 games", "nodes", "epochs", "rate 2", "decay -1", "blend 1.5", "match of -1"} {
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %q in it", err, want)
		}
	}
}

// A twentieth is held out, and fewer games than that takes are refused.
func TestHeldOut(t *testing.T) {
	for _, games := range []int{20, 999, 25_000, 1_000_000} {
		p := Plan{Games: games}
		held := 0
		for k := range p.shards() {
			if loop.HeldOut(k) {
				held++
			}
		}
		if held == 0 || p.shards()*p.gamesPerShard() < games || held*10 > p.shards() {
			t.Errorf("of %d games %d of %d files are held out", games, held, p.shards())
		}
	}
}

// Settings that cannot be written down, or that name an unknown player, are refused before anything is begun.
func TestUnwritableSettings(t *testing.T) {
	for want, change := range map[string]func(*Settings){
		"decay +Inf":  func(s *Settings) { s.Decay = math.Inf(1) },
		"decay NaN":   func(s *Settings) { s.Decay = math.NaN() },
		`player "me"`: func(s *Settings) { s.Player = "me" },
	} {
		s := Defaults()
		if change(&s); s.Validate() == nil || !strings.Contains(s.Validate().Error(), want) {
			t.Errorf("%v, want %q in it", s.Validate(), want)
		}
	}
}

// A record that cannot be right is reported by its name.
func TestBadRecords(t *testing.T) {
	dir := t.TempDir()
	if err := os.Mkdir(foldersIn(dir).Path(1, ""), 0o777); err != nil {
		t.Fatal(err)
	}
	for _, bad := range []string{"", "null", `{"number":1}`, `{"number":2}`} {
		if err := os.WriteFile(filepath.Join(foldersIn(dir).Path(1, ""), loop.RecordFile), []byte(bad), 0o666); err != nil {
			t.Fatal(err)
		}
		if _, err := Generations(dir); !errors.Is(err, store.ErrDamaged) ||
			!strings.Contains(err.Error(), loop.RecordFile) {
			t.Errorf("%q: %v", bad, err)
		}
	}
}
