package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"crownhead/engine/generations/generationstest"
	"crownhead/internal/cli"
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

// Whole games with a generation as the robot's level are sound; their journals say by which weights, and are the same
// again.
func TestDemoGeneration(t *testing.T) {
	file := learnedConfig(t, generationstest.Folder(t, 3), "  level: generation-2\n")
	soundGames(t, "--config", file, "--games", "2", "--seed", "3")
	first := playForJournals(t, "--config", file, "--plies", "10")["game-0001.jsonl"]
	again := playForJournals(t, "--config", file, "--plies", "10")["game-0001.jsonl"]
	if !bytes.Equal(first, again) {
		t.Error("the same seed plays another game")
	}
	header, _, _ := strings.Cut(string(first), "\n")
	if !strings.Contains(header, `"level":"generation-2"`) || strings.Count(header, `"generation-`) != 4 ||
		!strings.Contains(header, `"weights":{"generation-1":"`) {
		t.Errorf("%s", header)
	}
	if out, code := demoFast(t, "--config", file, "--level", "child", "--plies", "2"); code != cli.ExitDone {
		t.Errorf("a level of the search: exit %d, %s", code, out)
	}
}

// A visitor who plays at a generation of the configuration's folder is known to demo.
func TestVisitorOfGenerations(t *testing.T) {
	file := learnedConfig(t, generationstest.Folder(t, 2), "")
	out, code := demoFast(t, "--config", file, "--visitor", "clumsy:level:generation-2", "--level", "child",
		"--plies", "3")
	if code != cli.ExitDone {
		t.Errorf("exit %d, %s", code, out)
	}
}
