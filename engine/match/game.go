package match

import (
	"context"
	"fmt"
	"time"

	"crownhead/board"
	"crownhead/engine/endgame"
)

// A Game is one that has been played to its end.
type Game struct {
	Number int // from 0; 2n and 2n+1 are a pair
	AWhite bool
	Board  board.Game
	Points int   // A's: 2 for a win, 1 for a draw
	Fault  Fault // by which it was lost
	Usage  [2]Usage
}

// A Fault is how a player lost a game otherwise than by play. The zero value is none.
type Fault struct {
	Kind string // "illegal", "time" or "crash"
	By   string // the side's name
	ByA  bool
	What string
}

// Usage is what a side has spent.
type Usage struct {
	Moves   int
	Nodes   int64
	Depths  int64 // sum of the depths of all moves
	Time    time.Duration
	Late    int // moves that took longer than the limit allows
	Longest time.Duration
}

func (u *Usage) add(v Usage) {
	u.Moves += v.Moves
	u.Nodes += v.Nodes
	u.Depths += v.Depths
	u.Time += v.Time
	u.Late += v.Late
	u.Longest = max(u.Longest, v.Longest)
}

// lateAfter is how much longer than its limit a move may take before it counts as late.
func lateAfter(limit time.Duration) time.Duration { return limit + limit/10 + 20*time.Millisecond }

// A table is where a game is played.
type table struct {
	match   *Match
	players [2]Player // A and B
	game    Game
}

func (t *table) side(n int) Side {
	if n == 0 {
		return t.match.A
	}
	return t.match.B
}

// play plays the game to its end. An error says that it could not be played; a context that has ended, that it wasn't.
func (t *table) play(ctx context.Context, opening board.Position) error {
	for n, p := range t.players {
		if err := p.NewGame(ctx, gameSeed(t.match.Seed, t.game.Number, n)); err != nil {
			return fmt.Errorf("match: %s: beginning game %d: %w", t.side(n).Name, t.game.Number+1, err)
		}
	}
	t.game.Board = board.NewGame(opening, t.match.Rules)
	for !t.game.Board.Outcome().Over() {
		t.ply(ctx)
		if err := ctx.Err(); err != nil {
			return err
		}
	}
	t.game.Points = 1
	if winner, won := t.game.Board.Outcome().Winner(); won {
		t.game.Points = 0
		if (winner == board.White) == t.game.AWhite {
			t.game.Points = 2
		}
	}
	return nil
}

// ply lets the side to move play, or lose by its fault.
func (t *table) ply(ctx context.Context) {
	n := 0
	if (t.game.Board.Turn() == board.White) != t.game.AWhite {
		n = 1
	}
	lim := t.side(n).Limits
	begun := time.Now()
	a, err := t.players[n].Choose(ctx, t.game.Board, lim)
	took := time.Since(begun)
	if ctx.Err() != nil {
		return
	}
	use := Usage{Moves: 1, Nodes: a.Nodes, Depths: int64(a.Depth), Time: took, Longest: took}
	if lim.Time > 0 && took > lateAfter(lim.Time) {
		use.Late = 1
	}
	t.game.Usage[n].add(use)
	next := t.game.Board
	if err == nil {
		next, err = t.game.Board.Play(a.Move)
	}
	if err != nil {
		t.game.Fault = Fault{Kind: faultKind(err), By: t.side(n).Name, ByA: n == 0, What: err.Error()}
		t.game.Board = t.game.Board.Resign(t.game.Board.Turn())
		return
	}
	t.game.Board = t.adjudicate(next)
}

// adjudicate ends a game that the tables know the end of, when that is wanted.
func (t *table) adjudicate(g board.Game) board.Game {
	if t.match.Adjudicate == nil || g.Outcome().Over() {
		return g
	}
	result, distance, known := t.match.Adjudicate.Probe(g.Position())
	fits := distance <= g.Counters().Free(g.Rules())
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

// gameSeed is a player's seed for one game.
func gameSeed(seed uint64, game, side int) uint64 {
	x := seed + uint64(2*game+side+1)*0x9e3779b97f4a7c15
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}
