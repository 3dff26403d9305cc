package search

import (
	"math/bits"

	"crownhead/board"
	"crownhead/engine"
	"crownhead/engine/endgame"
	"crownhead/engine/pattern"
)

// An Evaluator scores the positions at which the search ends, in hundredths of a man for the side to move. It knows
// neither the game nor its counts, and its scores are never decisive.
type Evaluator interface{ Score(board.Position) int }

var (
	_ Evaluator = Material{}
	_ Evaluator = (*pattern.Evaluation)(nil)
)

// Material counts men and kings, and nothing else.
type Material struct{}

// Score is the material of the side to move less that of the other.
func (Material) Score(p board.Position) int {
	return materialOf(p, p.Pieces(p.Turn)) - materialOf(p, p.Pieces(p.Turn.Other()))
}

func materialOf(p board.Position, pieces board.Bits) int {
	return engine.ManValue*bits.OnesCount32(uint32(pieces&^p.Kings)) + engine.KingValue*bits.OnesCount32(
		uint32(pieces&p.Kings),
	)
}

// evaluateLeaf reports whether the position at ply needs no search, and its score: by the rules, by the endgame tables,
// or because the depth is used up and nothing can be captured.
func (t *thread) evaluateLeaf(ply, depth int) (score int, leaf bool) {
	f := &t.frames[ply]
	due := f.counters.Due(t.rules) != ""
	if known := t.opts.Endings != nil && f.pos.Occupied().Len() <= t.opts.Endings.Pieces(); due || known {
		if !f.pos.CanMove() {
			return lossAtPly(ply), true
		}
		if due {
			return drawScore, true
		}
		if score, leaf = t.probeEndgame(ply); leaf {
			return score, true
		}
	}
	if ply < maxPly && (depth > 0 || t.opts.Quiescence && f.pos.CanCapture()) {
		return 0, false
	}
	switch {
	case !f.pos.CanMove():
		return lossAtPly(ply), true
	case score != 0:
		return score, true
	}
	return t.opts.Evaluation.Score(f.pos), true
}

// probeEndgame asks the endgame tables about the position at ply. The score is exact if the position is drawn, or
// decided before any count of the draw rules can be full. A win that may take too long is not exact: its score
// serves where the search ends. The score is 0 where the tables know nothing. Captures are left to the search.
func (t *thread) probeEndgame(ply int) (score int, exact bool) {
	f := &t.frames[ply]
	if f.pos.CanCapture() {
		return 0, false
	}
	result, distance, ok := t.opts.Endings.Probe(f.pos)
	if !ok {
		return 0, false
	}
	score = likelyScore
	if exact = t.isWonInTime(f, distance); exact {
		score = winScore
	}
	score -= ply + distance
	switch result {
	case endgame.Win:
		return score, exact
	case endgame.Loss:
		return -score, exact
	}
	return drawScore, true
}

// isWonInTime reports whether a win in so many plies is a win by the rules: no count can be full earlier, and no
// position on the way can stand for the third time.
func (t *thread) isWonInTime(f *frame, distance int) bool {
	mayRepeat := t.hasRepeated && f.firstRepeatable <= t.rootKey
	return !mayRepeat && distance <= f.counters.Free(t.rules)
}

// isRootInTables reports whether the tables have the position at the root.
func (t *thread) isRootInTables() bool {
	if t.opts.Endings == nil {
		return false
	}
	_, _, ok := t.opts.Endings.Probe(t.frames[0].pos)
	return ok
}
