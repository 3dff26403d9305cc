// Package app makes the parts of the program from a configuration: the arm, the levels, and for each game the robot and
// its player. The daemon, the demo and the calibration share it.
package app

import (
	"math/rand/v2"
	"slices"

	"crownhead/arm"
	"crownhead/board"
	"crownhead/config"
	"crownhead/engine"
	"crownhead/engine/levels"
	"crownhead/internal/cli"
	"crownhead/internal/thinker"
	"crownhead/robot"
	"crownhead/robot/turn"
)

// Components are the parts that one configuration makes.
type Components struct {
	Config config.Config
	Levels *levels.Catalogue

	arm   *arm.Arm
	level engine.Level // of the first game
}

// BuildComponents makes the components of a configuration.
func BuildComponents(cfg config.Config) (*Components, error) {
	a := &Components{Config: cfg}
	var err error
	if a.arm, err = arm.New(cfg.Arm); err != nil {
		return nil, cli.BadInput("config", err,
			"arm.links, arm.board and arm.tray say where the arm must reach; docs/config.md explains them")
	}
	if a.Levels, err = OpenLevels(cfg); err != nil {
		return nil, err
	}
	if a.level, err = a.Levels.FindOnLadder(cfg.Game.Levels, cfg.Game.Level); err != nil {
		return nil, cli.BadInput("config", err, levelsHint)
	}
	return a, nil
}

const levelsHint = "game.levels, game.generations, game.endings and game.level in the configuration choose the " +
	"robot's levels"

// OpenLevels opens all levels that a configuration knows.
func OpenLevels(cfg config.Config) (*levels.Catalogue, error) {
	all, err := levels.Open(levels.Sources{Generations: cfg.Game.Trained, Endings: cfg.Game.Endings})
	if err != nil {
		return nil, cli.BadInput("config", err, levelsHint)
	}
	return all, nil
}

// ChooseLevel takes a level of any ladder instead of the configuration's.
func (a *Components) ChooseLevel(name string) (err error) {
	if a.level, err = a.Levels.Lookup(name); err != nil {
		return cli.BadInput("--level", err,
			"--level NAME is the robot's level, instead of game.level in the configuration")
	}
	return nil
}

// offeredLevels are those that visitors choose from; the level of the first game is always among them.
func (a *Components) offeredLevels() []engine.Level {
	ladder := a.Levels.Ladder(a.Config.Game.Levels)
	if slices.ContainsFunc(ladder, func(l engine.Level) bool { return l.Name == a.level.Name }) {
		return ladder
	}
	return append(ladder, a.level)
}

// A GameSetup is what makes one game, or a run of games, different from another.
type GameSetup struct {
	Start        board.Position
	Visitor      board.Color
	Seed         uint64
	RobotVariant uint64 // number of a virtual robot that is put up by eye, or 0
}

// CoreConfig is the robot for a game; the caller adds where journals go.
func (a *Components) CoreConfig(g GameSetup) (robot.CoreConfig, error) {
	cfg := a.Config
	draws, err := board.ParseDrawRules(cfg.Game.Draws)
	if err != nil {
		return robot.CoreConfig{}, cli.BadInput("config", err, "game.draws in the configuration chooses the draw rules")
	}
	return robot.CoreConfig{
		Settings: turn.Settings{
			Start: g.Start, VisitorColor: g.Visitor, Draws: draws, Alternate: cfg.Game.Visitor == "alternate",
			Level: a.level.Name, Lang: cfg.Game.Language, Attitude: string(cfg.Face.Attitude), Seed: g.Seed,
			AskSeconds: cfg.Game.Ask, AbandonSeconds: cfg.Game.Abandon, Takeback: cfg.Game.Takeback,
			TouchMove:    cfg.Game.Touch,
			CaptureSlots: len(cfg.Arm.Tray.Trophies), KingSlots: len(cfg.Arm.Tray.Kings),
		},
		Arm: a.arm, Link: cfg.Link, Setup: robot.LinkSetup(cfg.Arm), Nonce: uint32(g.Seed) | 1,
		Face: cfg.Face, Servos: cfg.Servos, Calibrated: cfg.Calibrated, Levels: a.offeredLevels(),
		Glow: cfg.Game.Glow, Rules: cfg.Game.Rules,
	}, nil
}

// Thinker builds the player of the first game's level. A fast one gives the same answers on every machine.
func (a *Components) Thinker(seed uint64, fast bool) (*thinker.Thinker, error) {
	return thinker.New(a.Levels, a.level.Name, seed, fast)
}

// StartPosition reads the value of --fen; an empty one is the start position.
func StartPosition(fen string) (board.Position, error) {
	if fen == "" {
		return board.Start(), nil
	}
	p, err := board.ParseFEN(fen)
	if err != nil {
		return p, cli.BadInput("--fen", err, `such as "W:Wa1,Kb2:Bc3"`)
	}
	return p, nil
}

// GameSeed spreads a seed over the games of a run, so that each has chances of its own.
func GameSeed(seed uint64, n int) uint64 { return rand.NewPCG(seed, uint64(n)).Uint64() }
