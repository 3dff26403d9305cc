package search

import "crownhead/board"

// alphaBeta returns the value of the position at ply within (alpha, beta), and the earliest ply of the path on whose
// repetition that value depends (noRepetition: on none). It leaves the principal variation in the frame. After a stop
// the value means nothing.
func (t *thread) alphaBeta(ply, depth, alpha, beta int) (score, dependsOn int) {
	f := &t.frames[ply]
	f.line = f.line[:0]
	if t.countNode() {
		return 0, noRepetition
	}
	if by, drawn := t.findRepetition(ply); drawn {
		return drawScore, by
	}
	if score, leaf := t.evaluateLeaf(ply, depth); leaf {
		return score, noRepetition
	}
	key := t.tableKey(ply)
	stored, hit := t.probeTable(depth, key)
	if hit && t.isDeepEnough(int(stored.depth), depth) && beta-alpha == 1 {
		if s, ok := stored.cutoffScore(ply, alpha, beta); ok {
			return s, noRepetition
		}
	}
	if s, by, certain := t.probCut(ply, depth, alpha, beta); certain {
		return s, by
	}
	f.moves = f.pos.AppendMoves(f.moves[:0])
	if len(f.moves) == 0 {
		return lossAtPly(ply), noRepetition
	}
	t.rankMoves(ply, stored.hashMove(hit))
	best, bestMove, kind := -infinity, -1, upper
	dependsOn = noRepetition
	for i := range f.moves {
		m, index := f.pickMove(i)
		if t.isOverlooked(m) {
			continue
		}
		t.makeMove(ply, m)
		s, by := t.searchChild(ply, t.childDepth(f, depth), alpha, beta, i, m)
		if t.stopped {
			return 0, noRepetition
		}
		dependsOn = min(dependsOn, by)
		if s <= best {
			continue
		}
		best, bestMove = s, index
		if s <= alpha {
			continue
		}
		alpha, kind = s, exact
		f.line = append(append(f.line[:0], m), t.frames[ply+1].line...)
		if s >= beta {
			kind, dependsOn = lower, by // the other moves no longer matter
			t.updateHistory(ply, depth, m)
			break
		}
	}
	if bestMove < 0 { // every move was overlooked
		return t.opts.Evaluation.Score(f.pos), noRepetition
	}
	t.storeInTable(ply, depth, key, best, bestMove, kind, dependsOn)
	if dependsOn >= ply {
		dependsOn = noRepetition
	}
	return best, dependsOn
}

// searchChild searches the position after move m, the i-th tried, to the given depth: late quiet moves less deep
// first, and all but the first with a null window first.
func (t *thread) searchChild(ply, depth, alpha, beta, i int, m board.Move) (score, dependsOn int) {
	if i == 0 || !t.opts.Principal {
		s, by := t.alphaBeta(ply+1, depth, -beta, -alpha)
		return -s, by
	}
	if less := t.lateMoveReduction(depth, i, m); less > 0 {
		s, by := t.alphaBeta(ply+1, depth-less, -alpha-1, -alpha)
		if -s <= alpha {
			return -s, by
		}
	}
	s, by := t.alphaBeta(ply+1, depth, -alpha-1, -alpha)
	if -s > alpha && -s < beta {
		s, by = t.alphaBeta(ply+1, depth, -beta, -alpha)
	}
	return -s, by
}

func (t *thread) isDeepEnough(stored, wanted int) bool {
	return stored == wanted || t.opts.Deeper && stored > wanted
}

// childDepth is the depth left after a move of the frame. Captures beyond the depth (the quiescence search) cost
// nothing; with Forced a single capture costs nothing either.
func (t *thread) childDepth(f *frame, depth int) int {
	if f.moves[0].IsCapture() && (depth <= 0 || t.opts.Forced && len(f.moves) == 1) {
		return depth
	}
	return depth - 1
}

// lateMoveReduction is by how many plies less a late quiet move is searched at first.
func (t *thread) lateMoveReduction(depth, i int, m board.Move) int {
	if !t.opts.Reductions || depth < 3 || i < 3 || m.IsCapture() {
		return 0
	}
	return 1
}

// isOverlooked reports whether a short-sighted player misses the move.
func (t *thread) isOverlooked(m board.Move) bool {
	return t.opts.Overlook > 0 && m.Captured.Len() > t.opts.Overlook
}

const (
	probCutDepth  = 4 // less deep there is nothing to save
	probCutMargin = 8 // hundredths of a man for each ply of depth
)

// probCut reports whether the position at ply is all but certain to lie beyond the null window, and on which side,
// because a search of half the depth puts it beyond by a margin (M. Buro's ProbCut). It applies to quiet positions
// only: where there are captures the shallower search says too little.
func (t *thread) probCut(ply, depth, alpha, beta int) (score, dependsOn int, certain bool) {
	f := &t.frames[ply]
	if !t.opts.ProbCut || depth < probCutDepth || beta-alpha > 1 || f.inProbCut || max(beta, -alpha) > nearScore ||
		f.pos.CanCapture() {
		return 0, 0, false
	}
	f.inProbCut = true
	defer func() { f.inProbCut = false }()
	margin := probCutMargin * depth
	if s, by := t.alphaBeta(ply, depth/2, beta+margin-1, beta+margin); t.stopped || s >= beta+margin {
		return beta, by, true
	}
	s, by := t.alphaBeta(ply, depth/2, alpha-margin, alpha-margin+1)
	return alpha, by, t.stopped || s <= alpha-margin
}
