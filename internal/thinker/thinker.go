// Package thinker answers the robot's requests: with a move of the player of the game's level, with a hint by a better
// one, and with a remark on the visitor's last move.
package thinker

import (
	"context"
	"time"

	"crownhead/engine"
	"crownhead/engine/levels"
	"crownhead/internal/cli"
	"crownhead/internal/clock"
	"crownhead/robot"
)

// A Thinker thinks for the robot. It belongs to the caller of Think and Ponder; one goroutine calls them.
type Thinker struct {
	Clock clock.Clock // by which its time limits count

	levels  *levels.Catalogue
	level   string
	seed    uint64
	fast    bool
	player  engine.Player
	limits  engine.Limits
	ponders bool
	adviser *Thinker // nil until somebody asks for a hint
	remarks *remarkFinder
}

// hintLevel is as good as advice has to be, and answers before anybody gets impatient. Hints, remarks and threats come
// from the search at any level of the game.
const hintLevel = "strong"

// New builds the player of a level. A fast one is limited by nodes, so that its answers do not depend on the machine.
func New(all *levels.Catalogue, level string, seed uint64, fast bool) (*Thinker, error) {
	player, l, err := all.New(level, seed)
	if err != nil {
		return nil, cli.BadInput("level", err, "--level NAME, or game.level in the configuration, is the robot's level")
	}
	limits := l.Limits
	if fast {
		limits = l.Fast
	}
	return &Thinker{
		levels: all, level: level, seed: seed, fast: fast, player: player, limits: limits,
		ponders: l.Ponders && !fast, remarks: newRemarkFinder(),
	}, nil
}

// Think returns the player's answer. Each game has a seed of its own; a game that is resumed keeps that of its
// beginning.
func (t *Thinker) Think(ctx context.Context, r robot.EngineRequest) (robot.EngineAnswer, error) {
	if r.Hint {
		return t.giveHint(ctx, r)
	}
	if !t.isPlayerOf(r) {
		other, err := New(t.levels, r.Level, r.Seed, t.fast)
		if err == nil { // else the level no longer exists, and this one goes on
			other.Clock, other.adviser = t.Clock, t.adviser
			*t = *other
		}
	}
	remark := t.remarks.remarkOnLastMove(ctx, r.Game)
	answer, err := t.chooseMove(ctx, r)
	answer.Remark = remark
	return answer, err
}

// isPlayerOf reports whether the player is the one that a request is for.
func (t *Thinker) isPlayerOf(r robot.EngineRequest) bool {
	return r.Level == t.level && r.Seed == t.seed
}

// chooseMove asks the player; its time is counted by the robot's clock.
func (t *Thinker) chooseMove(ctx context.Context, r robot.EngineRequest) (robot.EngineAnswer, error) {
	limits := t.limits
	limits.Time = t.Clock.Wall(limits.Time)
	answer, err := t.player.Choose(ctx, r.Game, limits)
	if err != nil {
		return robot.EngineAnswer{}, err
	}
	return robot.NewEngineAnswer(r, answer), nil
}

// ponderTime is how long a player thinks about one position in its opponent's time.
const ponderTime = 40 * time.Second

// Ponder lets a player that ponders think during the visitor's turn.
func (t *Thinker) Ponder(ctx context.Context, r robot.EngineRequest) {
	p, able := t.player.(engine.Ponderer)
	if !able || !t.ponders || !t.isPlayerOf(r) {
		return
	}
	ctx, cancel := context.WithTimeout(ctx, t.Clock.Wall(ponderTime))
	defer cancel()
	p.Ponder(ctx, r.Game)
}

// giveHint returns a move for the visitor, by a player of its own: what a player remembers belongs to its side.
func (t *Thinker) giveHint(ctx context.Context, r robot.EngineRequest) (robot.EngineAnswer, error) {
	if t.adviser == nil {
		adviser, err := New(t.levels, hintLevel, t.seed, t.fast)
		if err != nil {
			return robot.EngineAnswer{}, err
		}
		adviser.Clock = t.Clock
		t.adviser = adviser
	}
	threat := t.remarks.findThreat(ctx, r.Game.Position())
	answer, err := t.adviser.chooseMove(ctx, r)
	answer.Remark = threat
	return answer, err
}
