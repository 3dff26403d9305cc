package nets

import (
	"strings"
	"testing"

	"crownhead/engine/train/loop"
)

// All faults of settings are reported at once.
func TestBadSettings(t *testing.T) {
	if err := Defaults().Validate(); err != nil {
		t.Error(err)
	}
	err := Settings{Plan: Plan{
		Passes: -1, Rate: 2, Decay: -1, Blend: 1.5, GateTest: -1, Blocks: 1,
		Filters: 7,
	}}.Validate()
	for _, want := range []string{
		"generations", "workers", "0 games", "visits", "rollouts", "window", "-1 passes", "batches", "rate 2", "decay -1", "blend 1.5",
		"match of 0", "playouts", "test for -1", "filters in eights",
	} {
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %q in it", err, want)
		}
	}
}

// About a twentieth of the games is held out, however few there are.
func TestHeldOut(t *testing.T) {
	for _, games := range []int{20, 39, 999, 25_000} {
		p := Defaults().Plan
		p.Games = games
		p = p.ofGeneration(3)
		held := 0
		for k := range p.Shards() {
			if loop.HeldOut(k) {
				held++
			}
		}
		if held == 0 || held*10 > p.Shards() || p.Seed != 3 {
			t.Errorf("of %d games %d of %d files are held out, seed %d", games, held, p.Shards(), p.Seed)
		}
	}
}
