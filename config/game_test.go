package config

import (
	"errors"
	"path/filepath"
	"strings"
	"testing"

	"crownhead/engine/generations/generationstest"
	"crownhead/engine/levels"
)

// Generations are there or the file says at its line that they aren't.
func TestGenerations(t *testing.T) {
	three, none := generationstest.Folder(t, 3), t.TempDir()
	for _, c := range []struct{ game, want string }{
		{"levels: generations", ""},
		{"levels: generations, level: generation-16", ""},
		{"levels: generations, generations: " + three, ""},
		{"levels: generations, level: master, generations: " + three, ""},
		{"levels: generations, level: generation-3, generations: " + three, ""},
		{"levels: search, generations: " + three, ""},
		{
			"levels: generations, level: generation-4, generations: " + three,
			`game.level: levels: no level "generation-4" on the ladder of generations: it has generation-1, generation-2, generation-3`,
		},
		{
			"levels: search, level: generation-3, generations: " + three,
			`candidate, master; set levels: generations to choose from the generations`,
		},
		{
			"levels: generations, generations: " + none,
			"game.generations: levels: folder " + none + ": generations: there are no generations here",
		},
		{"levels: generations, generations: " + filepath.Join(none, "no"), "game.generations: levels: folder"},
	} {
		_, err := Parse([]byte("game: {" + c.game + "}"))
		if (err == nil) != (c.want == "") || err != nil && !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %q", c.game, err, c.want)
		}
		var faults Faults
		if errors.As(err, &faults) && (len(faults) != 1 || faults[0].Line != 1 || faults[0].Column <= len("game: ")) {
			t.Errorf("%s: %+v", c.game, faults)
		}
	}
}

// Every level of the search may be configured: none is missing among the words of game.level.
func TestLevelsOfTheSearch(t *testing.T) {
	for _, name := range levels.Names() {
		if _, err := Parse([]byte("game: {level: " + name + "}")); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// Endgame tables are there or the file says at its line what is missing.
func TestEndings(t *testing.T) {
	_, err := Parse([]byte("game:\n  endings: " + t.TempDir() + "\n"))
	if err == nil || !strings.Contains(err.Error(), "line 2, column 12: game.endings: levels: folder ") ||
		!strings.Contains(err.Error(), "endgame build --pieces 5") {
		t.Error(err)
	}
}
