package match

import (
	"context"
	"errors"
	"fmt"
	"time"

	"crownhead/board"
	"crownhead/engine/endgame"
	"crownhead/engine/hub"
)

// A Game is a game of a match that has been played to its end.
type Game struct {
	Number int // from 0; 2n and 2n+1 are a pair
	AWhite bool
	Record board.Game // its start, moves and outcome
	Points int        // A's: 2 for a win, 1 for a draw
	Fault  Fault      // by which it was lost, if any
	Usage  [2]Usage
}

// A Fault is how a player lost a game other than by play. The zero value is none.
type Fault struct {
	Kind string // "illegal", "time" or "crash"
	By   string // the side's name
	ByA  bool
	What string
}

// Usage is what a side has used.
type Usage struct {
	Moves   int
	Nodes   int64
	Depths  int64 // sum of the depths of all moves
	Time    time.Duration
	Late    int // moves that took longer than the limit allows
	Longest time.Duration
}

func (u *Usage) accumulate(v Usage) {
	u.Moves += v.Moves
	u.Nodes += v.Nodes
	u.Depths += v.Depths
	u.Time += v.Time
	u.Late += v.Late
	u.Longest = max(u.Longest, v.Longest)
}

// lateAfter is how long a move may take before it counts as late.
func lateAfter(limit time.Duration) time.Duration { return limit + limit/10 + 20*time.Millisecond }

// A gameRun is a game that is being played.
type gameRun struct {
	sides        [2]Side // A and B
	players      [2]Player
	adjudicateBy *endgame.Tables
	game         Game
}

// playGame plays the game to its end. It fails when a player cannot begin, or with the error of ctx.
func (r *gameRun) playGame(ctx context.Context, seed uint64) error {
	for n, p := range r.players {
		if err := p.NewGame(ctx, gameSeed(seed, r.game.Number, n)); err != nil {
			return fmt.Errorf("match: %s: beginning game %d: %w", r.sides[n].Name, r.game.Number+1, err)
		}
	}
	for !r.game.Record.Outcome().Over() {
		r.playPly(ctx)
		if err := ctx.Err(); err != nil {
			return err
		}
	}
	r.game.Points = 1
	if winner, won := r.game.Record.Outcome().Winner(); won {
		r.game.Points = 0
		if (winner == board.White) == r.game.AWhite {
			r.game.Points = 2
		}
	}
	return nil
}

// playPly lets the side to move play, or lose by a fault.
func (r *gameRun) playPly(ctx context.Context) {
	n := 0 // index of the side to move
	if (r.game.Record.Turn() == board.White) != r.game.AWhite {
		n = 1
	}
	lim := r.sides[n].Limits
	begun := time.Now()
	a, err := r.players[n].Choose(ctx, r.game.Record, lim)
	took := time.Since(begun)
	if ctx.Err() != nil {
		return
	}
	use := Usage{Moves: 1, Nodes: a.Nodes, Depths: int64(a.Depth), Time: took, Longest: took}
	if lim.Time > 0 && took > lateAfter(lim.Time) {
		use.Late = 1
	}
	r.game.Usage[n].accumulate(use)
	next := r.game.Record
	if err == nil {
		next, err = r.game.Record.Play(a.Move)
	}
	if err != nil {
		r.game.Fault = Fault{Kind: faultKind(err), By: r.sides[n].Name, ByA: n == 0, What: err.Error()}
		r.game.Record = r.game.Record.Resign(r.game.Record.Turn())
		return
	}
	r.game.Record = r.adjudicated(next)
}

// faultKind is the kind of a fault by its error.
func faultKind(err error) string {
	switch {
	case errors.Is(err, board.ErrIllegal):
		return "illegal"
	case errors.Is(err, hub.ErrLate):
		return "time"
	default:
		return "crash"
	}
}

// adjudicated ends a game whose end the tables know, if games are adjudicated.
func (r *gameRun) adjudicated(g board.Game) board.Game {
	if r.adjudicateBy == nil || g.Outcome().Over() {
		return g
	}
	result, distance, known := r.adjudicateBy.Probe(g.Position())
	fits := distance <= g.Counters().MinPliesToDraw(g.Rules())
	switch {
	case known && result == endgame.Draw:
		return g.Agree()
	case known && result == endgame.Win && fits:
		return g.Resign(g.Turn().Other())
	case known && result == endgame.Loss && fits:
		return g.Resign(g.Turn())
	}
	return g
}

// gameSeed is a player's seed for one game (SplitMix64).
func gameSeed(seed uint64, game, side int) uint64 {
	x := seed + uint64(2*game+side+1)*0x9e3779b97f4a7c15
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}
