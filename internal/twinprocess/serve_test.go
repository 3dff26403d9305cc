package twinprocess

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"crownhead/engine/generations/generationstest"
)

// A visitor who plays at a generation of the configuration's folder is known to the virtual robot's own process.
func TestVisitorOfGenerations(t *testing.T) {
	file := filepath.Join(t.TempDir(), "generations.yaml")
	text := "game:\n  levels: generations\n  generations: " + generationstest.Folder(t, 2) + "\n"
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := newScriptedVisitor("level:generation-2", file, 1); err != nil {
		t.Error(err)
	}
	_, err := newScriptedVisitor("level:generation-3", file, 1)
	if err == nil || !strings.Contains(err.Error(), "generation-2") {
		t.Errorf("a generation that isn't there: %v", err)
	}
}
