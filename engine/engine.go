// Package engine holds the types by which the rest of the program asks for a move: a Player, the limits it must keep,
// its answer, and what a level of play is made of. The players themselves live in the packages below this one
// (engine/search, engine/mcts) and are built from level names by engine/levels.
//
// Scores are hundredths of a man, win estimates lie in [-1, 1]; both are seen from the side to move. The package starts
// no goroutines and keeps no state.
package engine

import (
	"context"
	"time"

	"crownhead/board"
)

// Limits bound one search; a zero field does not limit.
type Limits struct {
	Time  time.Duration // wall time
	Nodes int64         // nodes visited, or playouts; the same limit gives the same answer again
	Depth int           // plies, captures followed beyond it
}

// An Answer is a player's choice in a position.
type Answer struct {
	Move  board.Move
	Win   float64      // estimate in [-1, 1] for the side to move, of the best line found (not of a deliberate slip)
	Score int          // the same in hundredths of a man
	Line  []board.Move // expected continuation, Move first
	Depth int          // plies searched completely
	Nodes int64        // nodes visited, or playouts
}

// A Player chooses moves. Choose fails only when there is nothing to choose from: no legal move, or a game that is
// over. When ctx is cancelled it returns the best move found so far within 10 ms. A player serves one game at a
// time; it may remember what it has seen.
type Player interface {
	Choose(ctx context.Context, g board.Game, lim Limits) (Answer, error)
}

// A Ponderer can use its opponent's time. Ponder searches a game in which the opponent is to move until ctx ends, and
// keeps what it finds for the next Choose. Like Choose it serves one caller at a time.
type Ponderer interface {
	Ponder(ctx context.Context, g board.Game)
}

// A Level is a strength of play that a visitor can ask for.
type Level struct {
	Name   string
	Limits Limits // for a real game
	Fast   Limits // for virtual time: nodes and depth only, so that the answer does not depend on the machine

	// In the opening, any move at most Margin worse than the best may be played. Players with a network have no margin.
	Margin  int
	Opening int // plies that count as the opening

	Slip     float64 // probability per move of playing what is seen at a glance
	Glance   int     // plies seen at a glance
	Overlook int     // captures of more pieces than this are not seen at a glance
	MaxLoss  int     // a slip that costs more than this is not made

	Endings  bool // endings of few pieces are known exactly
	Parallel bool // where time is the limit, all processors but one search
	Ponders  bool // thinks in its opponent's time, too

	Elo     float64 // on the ladder of its training; 0: not measured
	Weights string  // digest of its network; "": it has no network
}
