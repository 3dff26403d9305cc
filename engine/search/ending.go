package search

import (
	"slices"

	"crownhead/engine/endgame"
)

// knownDepth is as deep as a position is searched whose end is known: the search then looks for what the draw
// counts change, and for their sake no further than some moves.
const knownDepth = 6

// end tells whether the position at ply needs no search: by the rules, by the tables of endings, or because the depth is
// used up and nothing is to be captured.
func (t *tree) end(ply, depth int) (score int, end bool) {
	f := &t.frames[ply]
	due := f.counters.Due(t.rules) != ""
	if known := t.opts.Endings != nil && f.pos.Occupied().Len() <= t.opts.Endings.Pieces(); due || known {
		if !f.pos.CanMove() {
			return lossAt(ply), true
		}
		if due {
			return drawScore, true
		}
		if score, end = t.ending(ply); end {
			return score, true
		}
	}
	if ply < maxPly && (depth > 0 || t.opts.Quiescence && f.pos.CanCapture()) {
		return 0, false
	}
	switch {
	case !f.pos.CanMove():
		return lossAt(ply), true
	case score != 0:
		return score, true
	}
	return t.opts.Evaluation.Score(f.pos), true
}

// ending asks the endgame tables about the position at ply. The score is its value (end) if it is a draw, or decided
// before any count of the rules can be full. A win that may take too long is none yet: then the score is what to take
// it for where the search ends, and 0 where the tables know nothing. Captures are played out by the search.
func (t *tree) ending(ply int) (score int, end bool) {
	f := &t.frames[ply]
	if f.pos.CanCapture() {
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
