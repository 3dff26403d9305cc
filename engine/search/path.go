package search

import (
	"slices"

	"crownhead/board"
)

// preparePath sets up the frame of the root and the keys of the game's positions.
func (w *worker) preparePath(g board.Game) {
	w.rules = g.Rules()
	w.keys = w.keys[:0]
	for _, p := range g.Positions() {
		w.keys = append(w.keys, p.Hash())
	}
	w.rootIndex = len(w.keys) - 1
	w.keys = append(w.keys, make([]uint64, maxPly+2)...)
	root := &w.frames[0]
	root.pos, root.counters, root.repetitionStart = g.Position(), g.Counters(), repetitionStart(g)
	w.gameRepeatedAtRoot = hasDuplicate(w.keys[root.repetitionStart : w.rootIndex+1])
}

// repetitionStart is the index of the first position of the game that can come again: the one after the last capture
// or man's move.
func repetitionStart(g board.Game) int {
	ps, ms := g.Positions(), g.Moves()
	for i := len(ms) - 1; i >= 0; i-- {
		if ms[i].IsCapture() || !ps[i].Kings.Has(ms[i].From) {
			return i + 1
		}
	}
	return 0
}

// hasDuplicate reports whether a key stands in the list more than once.
func hasDuplicate(keys []uint64) bool {
	for i, k := range keys {
		if slices.Contains(keys[:i], k) {
			return true
		}
	}
	return false
}

// makeMove makes a move of the position at ply and sets up the frame below it.
func (w *worker) makeMove(ply int, m board.Move) {
	f, child := &w.frames[ply], &w.frames[ply+1]
	child.pos = f.pos.Play(m)
	child.counters = f.counters.Next(f.pos, m, child.pos)
	w.keys[w.rootIndex+ply+1] = child.pos.Hash()
	child.repetitionStart = f.repetitionStart
	if m.IsCapture() || !f.pos.Kings.Has(m.From) {
		child.repetitionStart = w.rootIndex + ply + 1
	}
}

// A score may depend on the repetition of an earlier position. Of all these positions the search returns the
// earliest: its ply on the path, or one of these.
const (
	gameRepetition = -1     // a position of the game before the root
	noRepetition   = maxPly // the score depends on no repetition
)

// findRepetition reports whether the position at ply is drawn by repetition, and the ply of the path at which it stood
// before (gameRepetition: in the game).
func (w *worker) findRepetition(ply int) (earlierPly int, drawn bool) {
	here := w.rootIndex + ply
	seen := 0
	for i := here - 4; i >= w.frames[ply].repetitionStart; i -= 2 {
		if w.keys[i] != w.keys[here] {
			continue
		}
		if i >= w.rootIndex {
			return i - w.rootIndex, true
		}
		if seen++; seen == 2 {
			return gameRepetition, true
		}
	}
	return noRepetition, false
}
