package search

import (
	"crownhead/engine/endgame"
	"crownhead/engine/pattern"
)

// Options switch the features of the search on and off, so that each can be measured and tested. Cutoffs by the table,
// Deeper, Reductions and ProbCut need null windows: without Principal they are off, too, and the table only says which
// move to try first. In matches the options go by these names in lower case.
type Options struct {
	TableBits  int  // log2 of the transposition table's entries; 0: no table
	Deeper     bool // entries of deeper searches also cut off; without them scores are those of minimax
	Principal  bool // null windows after the first move (principal variation search)
	Aspiration bool // a narrow window for the best move of the last iteration
	Killers    bool // quiet moves that caused a cutoff in a sibling are tried early
	History    bool // quiet moves are ordered by their earlier successes
	Quiescence bool // captures are followed beyond the depth
	Forced     bool // a capture that is the only move costs no depth, except at the root
	Reductions bool // late quiet moves are searched less deep first
	ProbCut    bool // a node that a shallower search puts far beyond the window is not searched deeper

	// Evaluation scores positions; nil: by material.
	Evaluation Evaluator

	// Endings are the endgame tables; nil: none.
	Endings *endgame.Tables

	// Overlook hides captures of more pieces than this below the root; 0 hides none. The player becomes short-sighted,
	// not faster.
	Overlook int

	// Threads is how many workers search together where only time or depth is limited; 0 means one. With several the
	// answer differs from run to run.
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
