package search

import "crownhead/board"

// alphaBeta returns the value of the position at ply within (alpha, beta), and the earliest ply of the path on whose
// repetition that value depends. It leaves the principal variation in the frame. After a stop the value means nothing.
//
// It is the quiescence search, too: with the depth used up scoreWithoutSearch ends the search only where nothing can be
// captured, and captures, which are compulsory, cost no depth any more (childDepth).
func (w *worker) alphaBeta(ply, depth, alpha, beta int) (score, earliestRepetition int) {
	f := &w.frames[ply]
	f.pv = f.pv[:0]
	if w.visitNode() {
		return 0, noRepetition
	}
	if repetition, drawn := w.findRepetition(ply); drawn {
		return drawScore, repetition
	}
	if score, known := w.scoreWithoutSearch(ply, depth); known {
		return score, noRepetition
	}
	key := w.ttKey(ply)
	ttMove := -1
	if e, hit := w.probeTT(depth, key); hit {
		ttMove = int(e.move)
		deepEnough := int(e.depth) == depth || w.opts.Deeper && int(e.depth) > depth
		if deepEnough && beta-alpha == 1 {
			if score, cuts := e.cutoffScore(ply, alpha, beta); cuts {
				return score, noRepetition
			}
		}
	}
	// ProbCut searches this same ply and overwrites its frame: it must come before the moves are generated.
	if score, repetition, pruned := w.probCut(ply, depth, alpha, beta); pruned {
		return score, repetition
	}
	f.moves = f.pos.AppendMoves(f.moves[:0])
	if len(f.moves) == 0 {
		return lossAtPly(ply), noRepetition
	}
	w.scoreMoves(ply, ttMove)
	best, bestMove, kind := -infinity, -1, boundUpper
	earliestRepetition = noRepetition
	for i := range f.moves {
		m, index := f.pickMove(i)
		if w.opts.Overlook > 0 && m.Captured.Len() > w.opts.Overlook {
			continue
		}
		w.makeMove(ply, m)
		s, repetition := w.searchChild(ply, w.childDepth(f, depth), alpha, beta, i, m)
		if w.stopped {
			return 0, noRepetition
		}
		earliestRepetition = min(earliestRepetition, repetition)
		if s <= best {
			continue
		}
		best, bestMove = s, index
		if s <= alpha {
			continue
		}
		alpha, kind = s, boundExact
		f.pv = append(append(f.pv[:0], m), w.frames[ply+1].pv...)
		if s >= beta {
			kind, earliestRepetition = boundLower, repetition // the other moves no longer matter
			w.recordCutoff(ply, depth, m)
			break
		}
	}
	if bestMove < 0 { // every move was overlooked
		return w.opts.Evaluation.Score(f.pos), noRepetition
	}
	w.storeTT(ply, key, nodeResult{
		score: best, bound: kind, depth: depth, bestMove: bestMove, earliestRepetition: earliestRepetition,
	})
	if earliestRepetition >= ply {
		earliestRepetition = noRepetition
	}
	return best, earliestRepetition
}

// searchChild searches the position after m, the i-th move tried at ply, to childDepth: late quiet moves less deep
// first, and all but the first with a null window first. The window and the score are those of the side that moves at
// ply.
func (w *worker) searchChild(ply, childDepth, alpha, beta, i int, m board.Move) (score, earliestRepetition int) {
	if i == 0 || !w.opts.Principal {
		s, repetition := w.alphaBeta(ply+1, childDepth, -beta, -alpha)
		return -s, repetition
	}
	if less := w.lateMoveReduction(childDepth, i, m); less > 0 {
		s, repetition := w.alphaBeta(ply+1, childDepth-less, -alpha-1, -alpha)
		if -s <= alpha {
			return -s, repetition
		}
	}
	s, repetition := w.alphaBeta(ply+1, childDepth, -alpha-1, -alpha)
	if -s > alpha && -s < beta {
		s, repetition = w.alphaBeta(ply+1, childDepth, -beta, -alpha)
	}
	return -s, repetition
}

// childDepth is the depth left after a move of the frame. Captures beyond the depth cost nothing; with Forced a capture
// that is the only move costs nothing either.
func (w *worker) childDepth(f *frame, depth int) int {
	if f.moves[0].IsCapture() && (depth <= 0 || w.opts.Forced && len(f.moves) == 1) {
		return depth
	}
	return depth - 1
}

// lateMoveReduction is the number of plies by which the first search of the i-th move is shallower.
func (w *worker) lateMoveReduction(childDepth, i int, m board.Move) int {
	if !w.opts.Reductions || childDepth < 3 || i < 3 || m.IsCapture() {
		return 0
	}
	return 1
}

const (
	probCutDepth  = 4 // below this depth there is nothing to save
	probCutMargin = 8 // hundredths of a man for each ply of depth
)

// probCut reports whether the position at ply is all but certain to lie beyond the null window, and on which side: a
// search of half the depth puts it beyond by a margin (M. Buro's ProbCut). It applies to quiet positions only, because
// the shallower search says too little where there are captures. inProbCut keeps it from starting itself at the same
// ply.
func (w *worker) probCut(ply, depth, alpha, beta int) (score, earliestRepetition int, pruned bool) {
	f := &w.frames[ply]
	if !w.opts.ProbCut || depth < probCutDepth || beta-alpha > 1 || f.inProbCut ||
		max(beta, -alpha) > cursedWinThreshold || f.pos.CanCapture() {
		return 0, 0, false
	}
	f.inProbCut = true
	defer func() { f.inProbCut = false }()
	margin := probCutMargin * depth
	if s, repetition := w.alphaBeta(ply, depth/2, beta+margin-1, beta+margin); w.stopped || s >= beta+margin {
		return beta, repetition, true
	}
	s, repetition := w.alphaBeta(ply, depth/2, alpha-margin, alpha-margin+1)
	return alpha, repetition, w.stopped || s <= alpha-margin
}
