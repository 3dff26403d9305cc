package search

import (
	"crownhead/engine/endgame"
	"crownhead/engine/pattern"
)

// Options switch the features of the search on and off, so that each can be measured and tested alone.
type Options struct {
	TableBits  int  // log2 of the transposition table's entries; 0: no table
	Deeper     bool // entries of deeper searches count, too; without it scores are those of minimax
	Principal  bool // null windows after the first move (principal variation search)
	Aspiration bool // a narrow window for the best move of the last depth
	Killers    bool // quiet moves that cut a sibling off are tried early
	History    bool // quiet moves are ordered by their earlier successes
	Quiescence bool // captures are followed beyond the depth
	Forced     bool // a single capture costs no depth
	Reductions bool // late quiet moves are searched less deep first
	ProbCut    bool // what a shallower search finds far beyond the window is not searched deeper

	// Evaluation scores positions; nil: by material.
	Evaluation Evaluator

	// Endings are the endgame tables; nil: none.
	Endings *endgame.Tables

	// Overlook hides captures of more pieces than this from the tree below the root; 0 hides nothing. It makes a
	// player short-sighted, not faster.
	Overlook int

	// Threads search together where only time or depth is limited; 0 means one. With several the answer differs from
	// run to run.
	Threads int
}

// Bounds of the options that cost memory.
const (
	MaxTableBits = 26
	MaxThreads   = 256
)

// DefaultOptions are those of a player that does its best. A narrow window for the best move has not paid in matches
// (docs/engine.md), so it is off.
func DefaultOptions() Options {
	return Options{
		TableBits: 18, Deeper: true, Principal: true, Killers: true, History: true,
		Quiescence: true, Forced: true, Reductions: true, ProbCut: true,
		Evaluation: pattern.Embedded(), Endings: endgame.Embedded(),
	}
}
