package search

import (
	"slices"

	"crownhead/engine/endgame"
)

// knownDepth is as deep as a position is searched whose end is known: the search then looks for what the draw counts
// change, and for their sake no further than some moves.
const knownDepth = 6

// ending asks the endgame tables about the position at ply. The score is its value (end) if it is a draw, or decided
// before any count of the rules can be full. A win that may take too long is none yet: then the score is what to take
// it for where the search ends, and 0 where the tables know nothing. Captures are played out by the search.
func (t *tree) ending(ply int) (score int, end bool) {
	f := &t.frames[ply]
	if t.opts.Endings == nil || f.moves[0].IsCapture() {
		return 0, false
	}
	result, distance, ok := t.opts.Endings.Probe(f.pos)
	if !ok {
		return 0, false
	}
	score = likelyScore
	if end = t.fits(f, distance); end {
		score = winScore
	}
	score -= ply + distance
	switch result {
	case endgame.Win:
		return score, end
	case endgame.Loss:
		return -score, end
	}
	return drawScore, true
}

// fits tells whether a win that takes so many plies is one by the rules: no count can be full earlier, and no position
// on the way can stand for the third time.
func (t *tree) fits(f *frame, distance int) bool {
	worn := t.worn && f.since <= t.rootKey
	return !worn && distance <= f.counters.Free(t.rules)
}

// static is the worth of a position where the search ends, if the tables do not say another.
func (t *tree) static(f *frame, known int) int {
	if known != 0 {
		return known
	}
	return t.opts.Evaluation.Score(f.pos)
}

// known tells whether the tables have the position at the root.
func (t *tree) known() bool {
	if t.opts.Endings == nil {
		return false
	}
	_, _, ok := t.opts.Endings.Probe(t.frames[0].pos)
	return ok
}

// twice tells whether a key stands in the list more than once.
func twice(keys []uint64) bool {
	for i, k := range keys {
		if slices.Contains(keys[:i], k) {
			return true
		}
	}
	return false
}
