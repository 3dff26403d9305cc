package main

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"time"

	"crownhead/arm"
	"crownhead/board"
	"crownhead/config"
	"crownhead/engine"
	"crownhead/engine/levels"
	"crownhead/firmware/link"
	"crownhead/robot"
)

// A plant is what one configuration makes: the arm and, for each game, the robot and its player.
type plant struct {
	cfg config.Config
	arm *arm.Arm
}

func newPlant(cfg config.Config) (*plant, error) {
	a, err := arm.New(cfg.Arm)
	if err != nil {
		return nil, badInput("config", err, "arm.links, arm.board and arm.tray say where the arm must reach; docs/config.md explains them")
	}
	return &plant{cfg: cfg, arm: a}, nil
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
	draws, err := board.ParseDraws(p.cfg.Game.Draws)
	if err != nil {
		return robot.CoreConfig{}, badInput("config", err, "game.draws in the configuration chooses the draw rules")
	}
	return robot.CoreConfig{
		Settings: robot.Settings{
			Start: o.start, Visitor: o.visitor, Draws: draws, Alternate: p.cfg.Game.Visitor == "alternate",
			Level: p.cfg.Game.Level, Lang: p.cfg.Game.Language, Attitude: p.cfg.Face.Attitude, Seed: o.seed,
			Ask: p.cfg.Game.Ask, Abandon: p.cfg.Game.Abandon, Takeback: p.cfg.Game.Takeback,
			Trophies: len(p.cfg.Arm.Tray.Trophies), Kings: len(p.cfg.Arm.Tray.Kings),
		},
		Arm: p.arm, Link: p.cfg.Link, Setup: robot.LinkSetup(p.cfg.Arm), Nonce: uint32(o.seed) | 1,
		Face: p.cfg.Face, Servos: p.cfg.Servos, Calibrated: p.cfg.Calibrated, Levels: levels.Names(),
	}, nil
}

// visitorColor is the colour that the configuration gives the visitor of the first game.
func visitorColor(cfg config.Config) board.Color {
	if cfg.Game.Visitor == board.Black.String() {
		return board.Black
	}
	return board.White
}

// A thinker answers the robot's requests with the player of the game's level, and the visitor's wishes for a hint with a
// better one. It belongs to whoever calls think.
type thinker struct {
	level   string
	seed    uint64
	fast    bool
	player  engine.Player
	limits  engine.Limits
	ponders bool
	clock   link.Clock // by which it has its time
	hints   *thinker   // nil until somebody asks
	comment *commentator
}

// hintLevel is as good as advice has to be, and has an answer before anybody gets impatient.
const hintLevel = "strong"

// newThinker builds the player of a level; fast ones are bounded by nodes, so that their answers do not depend on the
// machine.
func newThinker(level string, seed uint64, fast bool) (*thinker, error) {
	player, l, err := levels.New(level, seed)
	if err != nil {
		return nil, badInput("level", err, "--level NAME, or game.level in the configuration, is the robot's level")
	}
	limits := l.Limits
	if fast {
		limits = l.Fast
	}
	return &thinker{level: level, seed: seed, fast: fast, player: player, limits: limits, ponders: l.Ponders && !fast, comment: newCommentator()}, nil
}

// think returns the player's answer. A game that was taken up again may be played at another level than the next one.
func (t *thinker) think(ctx context.Context, r robot.Request) (robot.Answer, error) {
	if r.Hint {
		return t.hint(ctx, r)
	}
	if r.Level != t.level {
		if other, err := newThinker(r.Level, t.seed, t.fast); err == nil { // else the level is no more, and this one plays
			other.clock, other.hints = t.clock, t.hints
			*t = *other
		}
	}
	remark := t.comment.afterMove(ctx, r.Game)
	answer, err := t.choose(ctx, r)
	answer.Remark = remark
	return answer, err
}

// choose asks the player, which has its time by the robot's clock.
func (t *thinker) choose(ctx context.Context, r robot.Request) (robot.Answer, error) {
	limits := t.limits
	limits.Time = t.clock.Wall(limits.Time)
	answer, err := t.player.Choose(ctx, r.Game, limits)
	if err != nil {
		return robot.Answer{}, err
	}
	return robot.Answered(r, answer), nil
}

// ponderTime is for how long a player thinks about one position in its opponent's time.
const ponderTime = 40 * time.Second

// ponder lets a player that ponders think about the visitor's turn.
func (t *thinker) ponder(ctx context.Context, r robot.Request) {
	p, able := t.player.(engine.Ponderer)
	if !able || !t.ponders || r.Level != t.level {
		return
	}
	ctx, cancel := context.WithTimeout(ctx, t.clock.Wall(ponderTime))
	defer cancel()
	p.Ponder(ctx, r.Game)
}

// hint returns a move for the visitor, by a player of its own: what a player remembers is of its own side.
func (t *thinker) hint(ctx context.Context, r robot.Request) (robot.Answer, error) {
	if t.hints == nil {
		hints, err := newThinker(hintLevel, t.seed, t.fast)
		if err != nil {
			return robot.Answer{}, err
		}
		hints.clock = t.clock
		t.hints = hints
	}
	threat := t.comment.threat(ctx, r.Game.Position())
	answer, err := t.hints.choose(ctx, r)
	answer.Remark = threat
	return answer, err
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
