package search

import (
	"context"
	"slices"
	"time"

	"crownhead/board"
	"crownhead/engine"
)

const (
	// aspirationHalfWidth is half the width of the first window of the best move, around its score in the last
	// iteration.
	aspirationHalfWidth = 25
	// singleMoveDepth is how deep a position with a single move is searched where time or nodes are limited: deep
	// enough for an estimate.
	singleMoveDepth = 6
	// tablebaseRootDepth is how deep a position is searched that the endgame tables have. The search then looks only
	// for what the draw counters change, which shows within some moves.
	tablebaseRootDepth = 6
)

// A Candidate is a move at the root with what the search found out about it.
type Candidate struct {
	Move  board.Move
	Score int          // its true score where that was wanted; else an upper bound
	Line  []board.Move // expected continuation, Move first
}

// WithinMargin returns the candidates that are worth more than the best less the margin; the best always counts.
func WithinMargin(moves []Candidate, margin int) []Candidate {
	n := 1
	for n < len(moves) && moves[n].Score > moves[0].Score-margin {
		n++
	}
	return moves[:n]
}

// multiPV says which root moves need their true scores: the best lines moves, and those less than margin worse than the
// best. The best itself always does.
type multiPV struct{ margin, lines int }

func (pvs multiPV) needsBestOnly() bool { return pvs.margin == 0 && pvs.lines <= 1 }

// rootAlpha is the score that the next root move must exceed to need its true score, after the given moves have been
// searched.
func (pvs multiPV) rootAlpha(searched []Candidate) int {
	lines := max(1, pvs.lines)
	if len(searched) < lines {
		return -infinity
	}
	scores := make([]int, len(searched))
	for i, c := range searched {
		scores[i] = c.Score
	}
	slices.Sort(scores)
	return min(scores[len(scores)-1]-pvs.margin, scores[len(scores)-lines])
}

// newAnswer is the answer of a search that has found its best move.
func newAnswer(best Candidate, depth int, nodes int64) engine.Answer {
	return engine.Answer{
		Move: best.Move, Win: WinEstimate(best.Score), Score: best.Score, Line: best.Line, Depth: depth, Nodes: nodes,
	}
}

// prepareSearch sets the worker up for a search from the last position of a game.
func (w *worker) prepareSearch(ctx context.Context, g board.Game, lim engine.Limits) {
	w.ctx, w.start, w.timeLimit, w.nodeLimit = ctx, time.Now(), lim.Time, lim.Nodes
	w.nodes, w.stopped = 0, ctx.Err() != nil
	w.prepareOrdering()
	w.preparePath(g)
}

// listRootMoves lists the legal moves in their first order. Until they are searched, the first has the static score of
// the position and the others a worse one.
func (w *worker) listRootMoves() []Candidate {
	f := &w.frames[0]
	f.moves = f.pos.AppendMoves(f.moves[:0])
	w.scoreMoves(0, -1)
	rootMoves := make([]Candidate, len(f.moves))
	for i := range rootMoves {
		m, _ := f.pickMove(i)
		rootMoves[i] = Candidate{Move: m, Score: -infinity, Line: []board.Move{m}}
	}
	if len(rootMoves) > 0 {
		rootMoves[0].Score = w.opts.Evaluation.Score(f.pos)
	}
	return rootMoves
}

// deepenIteratively searches the root moves deeper with every iteration, beginning with the given one, and keeps them
// ordered. It returns the depth of the last iteration that was completed.
func (w *worker) deepenIteratively(rootMoves []Candidate, iteration, maxDepth int, pvs multiPV) (completed int) {
	if maxDepth <= 0 || maxDepth > maxPly {
		maxDepth = maxPly
	}
	if len(rootMoves) == 1 && (w.timeLimit > 0 || w.nodeLimit > 0) {
		maxDepth = min(maxDepth, singleMoveDepth)
	}
	if w.opts.Endings != nil {
		if _, _, rootInTablebase := w.opts.Endings.Probe(w.frames[0].pos); rootInTablebase {
			maxDepth = min(maxDepth, tablebaseRootDepth)
		}
	}
	trial := make([]Candidate, len(rootMoves))
	for ; iteration <= maxDepth; iteration++ {
		copy(trial, rootMoves)
		searched := w.searchIteration(trial, iteration, pvs)
		if w.stopped {
			// Where several scores are needed, they must be of one depth to be compared: a part of an iteration is of
			// no use.
			if completed == 0 || pvs.needsBestOnly() {
				mergePartialIteration(rootMoves, trial[:searched])
			}
			break
		}
		copy(rootMoves, trial)
		completed = iteration
		if w.report != nil {
			w.report(newAnswer(rootMoves[0], iteration, w.nodes))
		}
		plies, proven := DistanceToEnd(rootMoves[0].Score)
		if proven && plies <= iteration || !w.worthAnotherIteration(pvs) {
			break
		}
	}
	return completed
}

// worthAnotherIteration reports whether the next iteration may be of use. If only the best move is needed, even a part
// of an iteration is; otherwise the whole is needed, and it takes longer than all iterations before.
func (w *worker) worthAnotherIteration(pvs multiPV) bool {
	return pvs.needsBestOnly() || w.timeLimit <= 0 || time.Since(w.start) < w.timeLimit/2
}

// mergePartialIteration takes over what an unfinished iteration has found. Its best move is better informed than the
// rest: a greater score that another move has from the iteration before is no reason to prefer that move, so such
// scores are lowered.
func mergePartialIteration(rootMoves, searched []Candidate) {
	if len(searched) == 0 {
		return
	}
	best := searched[0]
	i := slices.IndexFunc(rootMoves, func(c Candidate) bool { return c.Move == best.Move })
	copy(rootMoves[1:i+1], rootMoves[:i])
	rootMoves[0] = best
	for i := range rootMoves {
		rootMoves[i].Score = min(rootMoves[i].Score, best.Score)
	}
}

// searchIteration searches all root moves to one depth and sorts them, best first. It returns the number of moves that
// it has searched: when it is stopped, only these are sorted.
func (w *worker) searchIteration(rootMoves []Candidate, depth int, pvs multiPV) (searched int) {
	alpha := -infinity
	lastScore := rootMoves[0].Score
	for i := range rootMoves {
		score := w.searchRootMove(rootMoves[i].Move, depth, i, alpha, lastScore, pvs)
		if w.stopped {
			sortByScore(rootMoves[:i])
			return i
		}
		rootMoves[i].Score = score
		if score > alpha {
			rootMoves[i].Line = append([]board.Move{rootMoves[i].Move}, w.frames[1].pv...)
		}
		alpha = pvs.rootAlpha(rootMoves[:i+1])
	}
	sortByScore(rootMoves)
	return len(rootMoves)
}

// searchRootMove returns the score of the i-th root move. A late move must first show that it beats alpha. If only the
// best is needed, the first move is expected to be worth what it was in the last iteration.
func (w *worker) searchRootMove(m board.Move, depth, i, alpha, lastScore int, pvs multiPV) int {
	w.makeMove(0, m)
	switch {
	case i > 0 && w.opts.Principal:
		score, _ := w.alphaBeta(1, depth-1, -alpha-1, -alpha)
		if w.stopped || -score <= alpha {
			return -score
		}
	case i == 0 && w.opts.Aspiration && pvs.needsBestOnly() && depth > 3:
		low, high := lastScore-aspirationHalfWidth, lastScore+aspirationHalfWidth
		score, _ := w.alphaBeta(1, depth-1, -high, -low)
		if w.stopped || -score > low && -score < high {
			return -score
		}
	}
	score, _ := w.alphaBeta(1, depth-1, -infinity, -alpha)
	return -score
}

// sortByScore puts the best first; equals keep their order.
func sortByScore(rootMoves []Candidate) {
	slices.SortStableFunc(rootMoves, func(a, b Candidate) int { return b.Score - a.Score })
}
