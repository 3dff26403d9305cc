package main

import (
	"context"
	"testing"
	"time"

	"crownhead/board"
	"crownhead/config"
	"crownhead/engine"
	"crownhead/engine/levels"
	"crownhead/internal/clock"
	"crownhead/robot"
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
	brain := &thinker{level: "child", player: player, limits: limits, clock: clock}
	brain.hints = &thinker{level: hintLevel, player: adviser, limits: limits, clock: clock}
	for _, hint := range []bool{false, true} {
		r := robot.EngineRequest{Game: board.NewGame(board.Start(), board.FederationRules), Level: "child", Hint: hint}
		if _, err := brain.think(context.Background(), r); err != nil {
			t.Fatal(err)
		}
	}
	if player.had != time.Second || adviser.had != time.Second {
		t.Errorf("it had %v for a move and %v for advice", player.had, adviser.had)
	}
}

// Each seed has a player of its own, who stays for all requests of a game.
func TestThinkerChangesItsSeed(t *testing.T) {
	brain, err := newThinker(new(levels.Catalogue), "child", 1, true)
	if err != nil {
		t.Fatal(err)
	}
	first := brain.player
	for i, seed := range []uint64{1, 1, 2} {
		r := robot.EngineRequest{Game: board.NewGame(board.Start(), board.FederationRules), Level: "child", Seed: seed}
		if _, err := brain.think(context.Background(), r); err != nil || brain.seed != seed || (brain.player == first) != (i < 2) {
			t.Errorf("seed %d: player of seed %d, another than the first: %v, %v", seed, brain.seed, brain.player != first, err)
		}
	}
}

// The level may change from one request to the next; advice is always that of a good player, and says that it is advice.
func TestThinkerChangesItsLevel(t *testing.T) {
	brain, err := newThinker(new(levels.Catalogue), "amateur", 1, true)
	if err != nil {
		t.Fatal(err)
	}
	g := board.NewGame(board.Start(), board.FederationRules)
	think := func(r robot.EngineRequest) robot.EngineAnswer {
		t.Helper()
		r.Game = g
		a, err := brain.think(context.Background(), r)
		if _, bad := g.Position().ParseMove(a.Move); err != nil || bad != nil || a.Ply != 0 {
			t.Errorf("%+v: %+v, %v, %v", r, a, err, bad)
		}
		return a
	}
	think(robot.EngineRequest{Level: "child"})
	if brain.level != "child" {
		t.Errorf("it plays as %s", brain.level)
	}
	if a := think(robot.EngineRequest{Level: "child", Hint: true}); !a.Hint || brain.level != "child" || brain.hints.level != hintLevel {
		t.Errorf("%+v, by %s", a, brain.hints.level)
	}
	hints := brain.hints
	think(robot.EngineRequest{Level: "amateur"})
	if think(robot.EngineRequest{Level: "amateur", Hint: true}); brain.hints != hints {
		t.Error("another adviser")
	}
	think(robot.EngineRequest{Level: "champion"}) // of a game that was begun when there was one
	if brain.level != "amateur" {
		t.Errorf("it plays as %s", brain.level)
	}
}
