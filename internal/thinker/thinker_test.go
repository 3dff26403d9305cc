package thinker

import (
	"context"
	"testing"
	"time"

	"crownhead/board"
	"crownhead/engine"
	"crownhead/engine/generations/generationstest"
	"crownhead/engine/levels"
	"crownhead/internal/clock"
	"crownhead/robot"
)

// A clockedPlayer is a player that notes how long it may think.
type clockedPlayer struct{ had time.Duration }

func (p *clockedPlayer) Choose(_ context.Context, g board.Game, l engine.Limits) (engine.Answer, error) {
	p.had = l.Time
	return engine.Answer{Move: g.Position().Moves()[0]}, nil
}

// Moves and advice have their time by the robot's clock, which may go faster than the wall's.
func TestThinkerGoesByTheRobotsClock(t *testing.T) {
	clock, err := clock.ParsePace("10")
	if err != nil {
		t.Fatal(err)
	}
	player, adviser := &clockedPlayer{}, &clockedPlayer{}
	limits := engine.Limits{Time: 10 * time.Second}
	brain := &Thinker{level: "child", player: player, limits: limits, Clock: clock}
	brain.adviser = &Thinker{level: hintLevel, player: adviser, limits: limits, Clock: clock}
	for _, hint := range []bool{false, true} {
		r := robot.EngineRequest{Game: board.NewGame(board.Start(), board.FederationRules), Level: "child", Hint: hint}
		if _, err := brain.Think(context.Background(), r); err != nil {
			t.Fatal(err)
		}
	}
	if player.had != time.Second || adviser.had != time.Second {
		t.Errorf("it had %v for a move and %v for advice", player.had, adviser.had)
	}
}

// Each seed has a player of its own, who stays for all requests of a game.
func TestThinkerChangesItsSeed(t *testing.T) {
	brain, err := New(new(levels.Catalogue), "child", 1, true)
	if err != nil {
		t.Fatal(err)
	}
	first := brain.player
	for i, seed := range []uint64{1, 1, 2} {
		r := robot.EngineRequest{Game: board.NewGame(board.Start(), board.FederationRules), Level: "child", Seed: seed}
		if _, err := brain.Think(context.Background(), r); err != nil || brain.seed != seed ||
			(brain.player == first) != (i < 2) {
			t.Errorf("seed %d: player of seed %d, another than the first: %v, %v", seed, brain.seed,
				brain.player != first, err)
		}
	}
}

// The level may change from one request to the next; advice is always that of a good player, and says that it is
// advice.
func TestThinkerChangesItsLevel(t *testing.T) {
	brain, err := New(new(levels.Catalogue), "amateur", 1, true)
	if err != nil {
		t.Fatal(err)
	}
	g := board.NewGame(board.Start(), board.FederationRules)
	think := func(r robot.EngineRequest) robot.EngineAnswer {
		t.Helper()
		r.Game = g
		a, err := brain.Think(context.Background(), r)
		if _, bad := g.Position().ParseMove(a.Move); err != nil || bad != nil || a.Ply != 0 {
			t.Errorf("%+v: %+v, %v, %v", r, a, err, bad)
		}
		return a
	}
	think(robot.EngineRequest{Level: "child"})
	if brain.level != "child" {
		t.Errorf("it plays as %s", brain.level)
	}
	if a := think(robot.EngineRequest{Level: "child", Hint: true}); !a.Hint || brain.level != "child" ||
		brain.adviser.level != hintLevel {
		t.Errorf("%+v, by %s", a, brain.adviser.level)
	}
	hints := brain.adviser
	think(robot.EngineRequest{Level: "amateur"})
	if think(robot.EngineRequest{Level: "amateur", Hint: true}); brain.adviser != hints {
		t.Error("another adviser")
	}
	think(robot.EngineRequest{Level: "champion"}) // of a game that was begun when there was one
	if brain.level != "amateur" {
		t.Errorf("it plays as %s", brain.level)
	}
}

// openGenerations opens levels of a folder with so many generations.
func openGenerations(t *testing.T, n int) *levels.Catalogue {
	t.Helper()
	all, err := levels.Open(levels.Sources{Generations: generationstest.Folder(t, n)})
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// The robot changes to another generation, and back to a level of the search, from one request to the next.
func TestThinkerOfGenerations(t *testing.T) {
	brain, err := New(openGenerations(t, 3), "generation-3", 1, true)
	if err != nil {
		t.Fatal(err)
	}
	for _, level := range []string{"generation-1", "child", "generation-3"} {
		r := robot.EngineRequest{Game: board.NewGame(board.Start(), board.FederationRules), Level: level}
		a, err := brain.Think(context.Background(), r)
		if _, bad := r.Game.Position().ParseMove(a.Move); err != nil || bad != nil || brain.level != level {
			t.Errorf("%s: %+v, %v, %v by %s", level, a, err, bad, brain.level)
		}
	}
}

// In real time the strongest generation, and no other, thinks in the visitor's time, too.
func TestGenerationPonders(t *testing.T) {
	all := openGenerations(t, 2)
	for level, want := range map[string]bool{"generation-1": false, "generation-2": true} {
		if brain, err := New(all, level, 1, false); err != nil || brain.ponders != want {
			t.Errorf("%s ponders: %v, %v", level, brain.ponders, err)
		}
	}
}
