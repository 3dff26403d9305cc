package search

import "crownhead/engine/endgame"

// scoreWithoutSearch reports whether the position at ply needs no search, and its score then. That is so by the rules,
// by the endgame tables, at the ply limit, or when the depth is used up and nothing can be captured.
func (w *worker) scoreWithoutSearch(ply, depth int) (score int, known bool) {
	f := &w.frames[ply]
	drawn := f.counters.Due(w.rules) != ""
	if drawn || w.opts.Endings != nil && f.pos.Occupied().Len() <= w.opts.Endings.Pieces() {
		if !f.pos.CanMove() {
			return lossAtPly(ply), true
		}
		if drawn {
			return drawScore, true
		}
		if score, known = w.probeTablebase(ply); known {
			return score, true
		}
	}
	if ply < maxPly && (depth > 0 || w.opts.Quiescence && f.pos.CanCapture()) {
		return 0, false
	}
	switch {
	case !f.pos.CanMove():
		return lossAtPly(ply), true
	case score != 0:
		return score, true
	}
	return w.opts.Evaluation.Score(f.pos), true
}

// probeTablebase asks the endgame tables about the position at ply. The score is exact if the position is drawn, or
// decided before a draw counter can run out. A win that may take too long is not exact: its score serves where the
// search ends. The score is 0 where the tables know nothing. Captures are left to the search.
func (w *worker) probeTablebase(ply int) (score int, exact bool) {
	f := &w.frames[ply]
	if f.pos.CanCapture() {
		return 0, false
	}
	result, distance, ok := w.opts.Endings.Probe(f.pos)
	if !ok {
		return 0, false
	}
	score = cursedWinScore
	if exact = w.decidedBeforeDraw(f, distance); exact {
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

// decidedBeforeDraw reports whether a win or loss in distance plies is one by the draw rules, too: no counter runs out
// earlier, and no position on the way can stand for the third time. Best play repeats no position of its own, so the
// third time is possible only for a position that has stood twice before the root and can still come again.
func (w *worker) decidedBeforeDraw(f *frame, distance int) bool {
	mayRepeat := w.gameRepeatedAtRoot && f.repetitionStart <= w.rootIndex
	return !mayRepeat && distance <= f.counters.MinPliesToDraw(w.rules)
}
