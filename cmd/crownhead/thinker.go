package main

import (
	"context"
	"time"

	"crownhead/engine"
	"crownhead/engine/levels"
	"crownhead/internal/clock"
	"crownhead/robot"
)

// A thinker answers the robot's requests with the player of the game's level, and the visitor's wishes for a hint with a
// better one. It belongs to whoever calls think.
type thinker struct {
	levels  *levels.Catalogue
	level   string
	seed    uint64
	fast    bool
	player  engine.Player
	limits  engine.Limits
	ponders bool
	clock   clock.Clock // by which it has its time
	hints   *thinker    // nil until somebody asks
	comment *commentator
}

// hintLevel is as good as advice has to be, and has an answer before anybody gets impatient. It is the search's, whoever plays; so are remarks
// and threats.
const hintLevel = "strong"

// thinker builds the player of the first game's level.
func (p *plant) thinker(seed uint64, fast bool) (*thinker, error) {
	return newThinker(p.levels, p.level.Name, seed, fast)
}

// newThinker builds the player of a level; fast ones are bounded by nodes, so that their answers do not depend on the
// machine.
func newThinker(all *levels.Catalogue, level string, seed uint64, fast bool) (*thinker, error) {
	player, l, err := all.New(level, seed)
	if err != nil {
		return nil, badInput("level", err, "--level NAME, or game.level in the configuration, is the robot's level")
	}
	limits := l.Limits
	if fast {
		limits = l.Fast
	}
	return &thinker{levels: all, level: level, seed: seed, fast: fast, player: player, limits: limits, ponders: l.Ponders && !fast, comment: newCommentator()}, nil
}

// think returns the player's answer. Each game has a seed of its own, and one that was taken up again that with which it was begun.
func (t *thinker) think(ctx context.Context, r robot.EngineRequest) (robot.EngineAnswer, error) {
	if r.Hint {
		return t.hint(ctx, r)
	}
	if !t.plays(r) {
		if other, err := newThinker(t.levels, r.Level, r.Seed, t.fast); err == nil { // else the level is no more, and this one plays
			other.clock, other.hints = t.clock, t.hints
			*t = *other
		}
	}
	remark := t.comment.afterMove(ctx, r.Game)
	answer, err := t.choose(ctx, r)
	answer.Remark = remark
	return answer, err
}

// plays tells whether the player is the one that a request is for.
func (t *thinker) plays(r robot.EngineRequest) bool { return r.Level == t.level && r.Seed == t.seed }

// choose asks the player, which has its time by the robot's clock.
func (t *thinker) choose(ctx context.Context, r robot.EngineRequest) (robot.EngineAnswer, error) {
	limits := t.limits
	limits.Time = t.clock.Wall(limits.Time)
	answer, err := t.player.Choose(ctx, r.Game, limits)
	if err != nil {
		return robot.EngineAnswer{}, err
	}
	return robot.NewEngineAnswer(r, answer), nil
}

// ponderTime is for how long a player thinks about one position in its opponent's time.
const ponderTime = 40 * time.Second

// ponder lets a player that ponders think about the visitor's turn.
func (t *thinker) ponder(ctx context.Context, r robot.EngineRequest) {
	p, able := t.player.(engine.Ponderer)
	if !able || !t.ponders || !t.plays(r) {
		return
	}
	ctx, cancel := context.WithTimeout(ctx, t.clock.Wall(ponderTime))
	defer cancel()
	p.Ponder(ctx, r.Game)
}

// hint returns a move for the visitor, by a player of its own: what a player remembers is of its own side.
func (t *thinker) hint(ctx context.Context, r robot.EngineRequest) (robot.EngineAnswer, error) {
	if t.hints == nil {
		hints, err := newThinker(t.levels, hintLevel, t.seed, t.fast)
		if err != nil {
			return robot.EngineAnswer{}, err
		}
		hints.clock = t.clock
		t.hints = hints
	}
	threat := t.comment.threat(ctx, r.Game.Position())
	answer, err := t.hints.choose(ctx, r)
	answer.Remark = threat
	return answer, err
}
