package search

import (
	"crownhead/board"
	"crownhead/engine/endgame"
	"crownhead/engine/pattern"
)

// An Evaluator tells what a position is worth where the search ends, in hundredths of a man for the side to move. It
// knows neither the game nor its counts, and calls nothing sure.
type Evaluator interface{ Score(board.Position) int }

var (
	_ Evaluator = Material{}
	_ Evaluator = (*pattern.Evaluation)(nil)
)

// Options switch the features of the search on and off, so that each can be measured and tested alone.
type Options struct {
	TableBits  int  // log2 of the transposition table's entries; 0: no table
	Deeper     bool // what the table knows from deeper searches counts too; without it values are those of minimax
	Principal  bool // null windows after the first move
	Aspiration bool // a narrow window for the best move of the last depth
	Killers    bool // quiet moves that cut a sibling are tried early
	History    bool // quiet moves are ordered by their earlier successes
	Quiescence bool // captures are followed beyond the depth
	Forced     bool // a single capture costs no depth
	Reductions bool // late quiet moves are searched less deep first
	ProbCut    bool // what a shallower search finds far above the window is not searched deeper

	// Evaluation is what positions are worth; nil: their material.
	Evaluation Evaluator

	// Endings are what is known exactly; nil: nothing.
	Endings *endgame.Tables

	// Overlook hides captures of more pieces than this from the tree below the root; 0 hides nothing. It makes a
	// player short-sighted, not faster.
	Overlook int

	// Threads search together where only time or depth is limited; 0 is one. What they answer differs from run to run.
	Threads int
}

// Bounds of what costs memory, for whoever lets others choose.
const (
	MostTableBits = 26
	MostThreads   = 256
)

// DefaultOptions are those of a player that does its best. A narrow window for the best move has not paid in matches
// (docs/engine.md), so it is off.
func DefaultOptions() Options {
	return Options{
		TableBits: 18, Deeper: true, Principal: true, Killers: true, History: true,
		Quiescence: true, Forced: true, Reductions: true, ProbCut: true, Evaluation: pattern.Embedded(), Endings: endgame.Embedded(),
	}
}
