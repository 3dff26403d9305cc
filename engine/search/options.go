package search

import "crownhead/engine/endgame"

// Options switch the features of the search on and off, so that each can be measured and tested alone.
type Options struct {
	TableBits  int  // log2 of the transposition table's entries; 0: no table
	Deeper     bool // what the table knows from deeper searches counts too; without it values are those of minimax
	Principal  bool // null windows after the first move
	Killers    bool // quiet moves that cut a sibling are tried early
	History    bool // quiet moves are ordered by their earlier successes
	Quiescence bool // captures are followed beyond the depth
	Threats    bool // beyond the depth, a side whose piece hangs may move once more before the count
	Forced     bool // a single capture costs no depth
	Reductions bool // late quiet moves are searched less deep first

	// Endings are what is known exactly; nil: nothing.
	Endings *endgame.Tables

	// Overlook hides captures of more pieces than this from the tree below the root; 0 hides nothing. It makes a
	// player short-sighted, not faster.
	Overlook int
}

// DefaultOptions are those of a player that does its best.
func DefaultOptions() Options {
	return Options{
		TableBits: 17, Deeper: true, Principal: true, Killers: true, History: true,
		Quiescence: true, Threats: true, Forced: true, Reductions: true, Endings: endgame.Embedded(),
	}
}
