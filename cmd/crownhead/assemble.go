package main

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"crownhead/arm"
	"crownhead/board"
	"crownhead/config"
	"crownhead/engine"
	"crownhead/engine/levels"
	"crownhead/robot"
	"crownhead/robot/turn"
)

// A plant is what one configuration makes: the arm and, for each game, the robot and its player.
type plant struct {
	cfg    config.Config
	arm    *arm.Arm
	levels *levels.Catalogue
	level  engine.Level // of the first game
}

func newPlant(cfg config.Config) (*plant, error) {
	a, err := arm.New(cfg.Arm)
	if err != nil {
		return nil, badInput("config", err, "arm.links, arm.board and arm.tray say where the arm must reach; docs/config.md explains them")
	}
	p := &plant{cfg: cfg, arm: a}
	if p.levels, err = openLevels(cfg); err != nil {
		return nil, err
	}
	if p.level, err = p.levels.FindOnLadder(cfg.Game.Levels, cfg.Game.Level); err != nil {
		return nil, badInput("config", err, levelsHint)
	}
	return p, nil
}

const levelsHint = "game.levels, game.generations, game.endings and game.level in the configuration choose the robot's levels"

// openLevels opens all levels that a configuration knows.
func openLevels(cfg config.Config) (*levels.Catalogue, error) {
	all, err := levels.Open(levels.Sources{Generations: cfg.Game.Trained, Endings: cfg.Game.Endings})
	if err != nil {
		return nil, badInput("config", err, levelsHint)
	}
	return all, nil
}

// playAt takes a level of any ladder instead of the configuration's.
func (p *plant) playAt(name string) (err error) {
	if p.level, err = p.levels.Lookup(name); err != nil {
		return badInput("--level", err, "--level NAME is the robot's level, instead of game.level in the configuration")
	}
	return nil
}

// offered are the levels that visitors choose from; the one of the first game is always among them.
func (p *plant) offered() []engine.Level {
	ladder := p.levels.Ladder(p.cfg.Game.Levels)
	if slices.ContainsFunc(ladder, func(l engine.Level) bool { return l.Name == p.level.Name }) {
		return ladder
	}
	return append(ladder, p.level)
}

// An occasion is what makes one game, or a run of games, different from another.
type occasion struct {
	start   board.Position
	visitor board.Color
	seed    uint64
	askew   uint64 // number of a virtual robot that is put up by eye, or 0
}

// coreConfig is the robot for an occasion; the caller adds where journals go.
func (p *plant) coreConfig(o occasion) (robot.CoreConfig, error) {
	draws, err := board.ParseDrawRules(p.cfg.Game.Draws)
	if err != nil {
		return robot.CoreConfig{}, badInput("config", err, "game.draws in the configuration chooses the draw rules")
	}
	return robot.CoreConfig{
		Settings: turn.Settings{
			Start: o.start, Visitor: o.visitor, Draws: draws, Alternate: p.cfg.Game.Visitor == "alternate",
			Level: p.level.Name, Lang: p.cfg.Game.Language, Attitude: string(p.cfg.Face.Attitude), Seed: o.seed,
			Ask: p.cfg.Game.Ask, Abandon: p.cfg.Game.Abandon, Takeback: p.cfg.Game.Takeback,
			Trophies: len(p.cfg.Arm.Tray.Trophies), Kings: len(p.cfg.Arm.Tray.Kings),
		},
		Arm: p.arm, Link: p.cfg.Link, Setup: robot.LinkSetup(p.cfg.Arm), Nonce: uint32(o.seed) | 1,
		Face: p.cfg.Face, Servos: p.cfg.Servos, Calibrated: p.cfg.Calibrated, Levels: p.offered(),
	}, nil
}

// visitorColor is the colour that the configuration gives the visitor of the first game.
func visitorColor(cfg config.Config) board.Color {
	if cfg.Game.Visitor == board.Black.String() {
		return board.Black
	}
	return board.White
}

// startPosition reads --fen, or gives the start position.
func startPosition(fen string) (board.Position, error) {
	if fen == "" {
		return board.Start(), nil
	}
	p, err := board.ParseFEN(fen)
	if err != nil {
		return p, badInput("--fen", err, `such as "W:Wa1,Kb2:Bc3"`)
	}
	return p, nil
}

// mix spreads a seed over the games of a run, so that each has chances of its own.
func mix(seed uint64, n int) uint64 { return rand.NewPCG(seed, uint64(n)).Uint64() }

// plural is "1 game", "2 games", "2 presses".
func plural(n int, what string) string {
	switch {
	case n == 1:
		return "1 " + what
	case strings.HasSuffix(what, "s") || strings.HasSuffix(what, "ch"):
		return fmt.Sprintf("%d %ses", n, what)
	case what == "ply":
		return fmt.Sprintf("%d plies", n)
	}
	return fmt.Sprintf("%d %ss", n, what)
}

// dataDir is the folder that a flag, the configuration, or the system's custom names.
func dataDir(flag string, cfg config.Config) (string, error) {
	if flag != "" {
		return flag, nil
	}
	if cfg.Data != "" {
		return cfg.Data, nil
	}
	for _, variable := range []string{"XDG_STATE_HOME", "LocalAppData"} {
		if dir := os.Getenv(variable); dir != "" {
			return filepath.Join(dir, "crownhead"), nil
		}
	}
	home, err := os.UserHomeDir()
	if err != nil {
		return "", badInput("data", err, dataHint)
	}
	return filepath.Join(home, ".local", "state", "crownhead"), nil
}

const dataHint = "--data DIR, or data: in the configuration, chooses the folder of journals and games"
