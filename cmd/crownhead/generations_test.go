package main

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"crownhead/board"
	"crownhead/config"
	"crownhead/engine/generations/generationstest"
	"crownhead/robot"
)

// learnedConfig is a configuration whose levels are generations of a folder.
func learnedConfig(t *testing.T, folder, more string) string {
	t.Helper()
	file := filepath.Join(t.TempDir(), "generations.yaml")
	text := "game:\n  levels: generations\n  generations: " + folder + "\n" + more
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return file
}

// Whole games with a generation as the robot's level are sound; their journals say by which weights, and are the same again.
func TestDemoGeneration(t *testing.T) {
	file := learnedConfig(t, generationstest.Folder(t, 3), "  level: generation-2\n")
	soundGames(t, "--config", file, "--games", "2", "--seed", "3")
	first := journals(t, "--config", file, "--plies", "10")["game-0001.jsonl"]
	again := journals(t, "--config", file, "--plies", "10")["game-0001.jsonl"]
	if !bytes.Equal(first, again) {
		t.Error("the same seed plays another game")
	}
	header, _, _ := strings.Cut(string(first), "\n")
	if !strings.Contains(header, `"level":"generation-2"`) || strings.Count(header, `"generation-`) != 4 || !strings.Contains(header, `"weights":{"generation-1":"`) {
		t.Errorf("%s", header)
	}
	if out, code := demoFast(t, "--config", file, "--level", "child", "--plies", "2"); code != exitDone {
		t.Errorf("a level of the search: exit %d, %s", code, out)
	}
}

// A visitor who plays at a generation of the configuration's folder is known to demo, and to the virtual robot's own process.
func TestVisitorOfGenerations(t *testing.T) {
	file := learnedConfig(t, generationstest.Folder(t, 2), "")
	if out, code := demoFast(t, "--config", file, "--visitor", "clumsy:level:generation-2", "--level", "child", "--plies", "3"); code != exitDone {
		t.Errorf("exit %d, %s", code, out)
	}
	if _, err := newActor("level:generation-2", file, 1); err != nil {
		t.Error(err)
	}
	if _, err := newActor("level:generation-3", file, 1); err == nil || !strings.Contains(err.Error(), "generation-2") {
		t.Errorf("a generation that isn't there: %v", err)
	}
}

// The robot changes to another generation, and back to a level of the search, from one request to the next.
func TestThinkerOfGenerations(t *testing.T) {
	cfg := config.Default()
	cfg.Game.Levels, cfg.Game.Trained, cfg.Game.Level = "generations", generationstest.Folder(t, 3), "master"
	p, err := newPlant(cfg)
	if err != nil {
		t.Fatal(err)
	}
	brain, err := p.thinker(1, true)
	if err != nil {
		t.Fatal(err)
	}
	if brain.level != "generation-3" {
		t.Errorf("master means %s of three generations", brain.level)
	}
	for _, level := range []string{"generation-1", "child", "generation-3"} {
		r := robot.EngineRequest{Game: board.NewGame(board.Start(), board.FederationRules), Level: level}
		a, err := brain.think(context.Background(), r)
		if _, bad := r.Game.Position().ParseMove(a.Move); err != nil || bad != nil || brain.level != level {
			t.Errorf("%s: %+v, %v, %v by %s", level, a, err, bad, brain.level)
		}
	}
	core, err := p.coreConfig(occasion{start: board.Start(), seed: 1})
	if err != nil || len(core.Levels) != 3 || core.Settings.Level != "generation-3" {
		t.Errorf("%+v, %v", core.Levels, err)
	}
	if err := p.playAt("child"); err != nil || len(p.offered()) != 4 {
		t.Errorf("the level in play is not among those offered: %v, %v", p.offered(), err)
	}
}

// In real time the strongest generation, and no other, thinks in the visitor's time, too.
func TestGenerationPonders(t *testing.T) {
	cfg := config.Default()
	cfg.Game.Levels, cfg.Game.Trained = "generations", generationstest.Folder(t, 2)
	p, err := newPlant(cfg)
	if err != nil {
		t.Fatal(err)
	}
	for level, want := range map[string]bool{"generation-1": false, "generation-2": true} {
		if brain, err := newThinker(p.levels, level, 1, false); err != nil || brain.ponders != want {
			t.Errorf("%s ponders: %v, %v", level, brain.ponders, err)
		}
	}
}
