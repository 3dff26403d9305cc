package app

import (
	"testing"

	"crownhead/board"
	"crownhead/config"
	"crownhead/engine/generations/generationstest"
	"crownhead/engine/levels"
)

// The configuration knows every level that the engine has, by its word, and no other.
func TestLevelsOfTheConfiguration(t *testing.T) {
	for _, name := range levels.Names() {
		if _, err := config.Parse([]byte("game:\n  level: " + name + "\n")); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
	if _, err := config.Parse([]byte("game:\n  level: champion\n")); err == nil {
		t.Error("a level that nobody plays at")
	}
}

// The levels of a folder's generations are offered to visitors, and so is a level of the search that is in play.
func TestGenerationsAreOffered(t *testing.T) {
	cfg := config.Default()
	cfg.Game.Levels, cfg.Game.Trained, cfg.Game.Level = "generations", generationstest.Folder(t, 3), "master"
	a, err := BuildComponents(cfg)
	if err != nil {
		t.Fatal(err)
	}
	if a.level.Name != "generation-3" {
		t.Errorf("master means %s of three generations", a.level.Name)
	}
	core, err := a.CoreConfig(GameSetup{Start: board.Start(), Seed: 1})
	if err != nil || len(core.Levels) != 3 || core.Settings.Level != "generation-3" {
		t.Errorf("%+v, %v", core.Levels, err)
	}
	if err := a.ChooseLevel("child"); err != nil || len(a.offeredLevels()) != 4 {
		t.Errorf("the level in play is not among those offered: %v, %v", a.offeredLevels(), err)
	}
}
