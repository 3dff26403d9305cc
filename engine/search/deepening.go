package search

import (
	"slices"
	"time"

	"crownhead/board"
	"crownhead/engine"
)

const (
	// aspiration is half the window around the last depth's score in which the best move is searched at first.
	aspiration = 25
	// forcedMoveDepth is how deep a position with a single move is searched where time or nodes are limited: deep
	// enough for an estimate.
	forcedMoveDepth = 6
	// knownRootDepth is how deep a position is searched that the endgame tables have. The search then looks only for
	// what the draw counts change, which shows within some moves.
	knownRootDepth = 6
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

// A selection says of which root moves the true scores are wanted: of those within a margin of the best, and in any
// case of so many of the best.
type selection struct{ margin, lines int }

func (s selection) wantsBestOnly() bool { return s.margin == 0 && s.lines <= 1 }

// scoreFloor is the score that a move must exceed for its true score to be wanted, after the given ones have been
// searched.
func (s selection) scoreFloor(searched []Candidate) int {
	n := max(1, s.lines)
	if len(searched) < n {
		return -infinity
	}
	scores := make([]int, len(searched))
	for i, c := range searched {
		scores[i] = c.Score
	}
	slices.Sort(scores)
	return min(scores[len(scores)-1]-s.margin, scores[len(scores)-n])
}

// newAnswer is the answer of a search that has found its best move.
func newAnswer(best Candidate, depth int, nodes int64) engine.Answer {
	return engine.Answer{
		Move: best.Move, Win: WinEstimate(best.Score), Score: best.Score, Line: best.Line, Depth: depth, Nodes: nodes,
	}
}

// listRootMoves lists the legal moves in their first order. Until they are searched, the first has the static score of
// the position and the others a worse one.
func (t *thread) listRootMoves() []Candidate {
	f := &t.frames[0]
	f.moves = f.pos.AppendMoves(f.moves[:0])
	t.rankMoves(0, -1)
	roots := make([]Candidate, len(f.moves))
	for i := range roots {
		m, _ := f.pickMove(i)
		roots[i] = Candidate{Move: m, Score: -infinity, Line: []board.Move{m}}
	}
	if len(roots) > 0 {
		roots[0].Score = t.opts.Evaluation.Score(f.pos)
	}
	return roots
}

// deepenIteratively searches the root moves to one depth after another, from depth on, and keeps them ordered. It
// returns the last depth that was searched completely.
func (t *thread) deepenIteratively(depth int, roots []Candidate, limit int, want selection) (done int) {
	if limit <= 0 || limit > maxPly {
		limit = maxPly
	}
	if len(roots) == 1 && (t.timeLimit > 0 || t.nodeLimit > 0) {
		limit = min(limit, forcedMoveDepth)
	}
	if t.isRootInTables() {
		limit = min(limit, knownRootDepth)
	}
	trial := make([]Candidate, len(roots))
	for ; depth <= limit; depth++ {
		copy(trial, roots)
		searched := t.searchRootMoves(trial, depth, want)
		if t.stopped {
			// Where several scores are wanted, they must be of one depth to be compared: a part of a depth is no use.
			if done == 0 || want.wantsBestOnly() {
				mergePartialDepth(roots, trial[:searched])
			}
			break
		}
		copy(roots, trial)
		done = depth
		if t.report != nil {
			t.report(newAnswer(roots[0], depth, t.nodes))
		}
		if plies, sure := DistanceToWin(roots[0].Score); sure && plies <= depth || !t.hasTimeForDepth(want) {
			break
		}
	}
	return done
}

// hasTimeForDepth reports whether another depth may be of use. Where one move is wanted even a part of it is; else all
// of it is needed, and it takes longer than all depths before.
func (t *thread) hasTimeForDepth(want selection) bool {
	return want.wantsBestOnly() || t.timeLimit <= 0 || time.Since(t.start) < t.timeLimit/2
}

// mergePartialDepth takes over what an unfinished depth has found. Its best move is better informed than the rest:
// where another has a greater score from the depth before, that is no reason to prefer it, so such scores are
// lowered.
func mergePartialDepth(roots, searched []Candidate) {
	if len(searched) == 0 {
		return
	}
	best := searched[0]
	i := slices.IndexFunc(roots, func(c Candidate) bool { return c.Move == best.Move })
	copy(roots[1:i+1], roots[:i])
	roots[0] = best
	for i := range roots {
		roots[i].Score = min(roots[i].Score, best.Score)
	}
}

// searchRootMoves searches all root moves to one depth and sorts them, best first. When it is stopped, only the first
// so many are searched, and sorted among themselves.
func (t *thread) searchRootMoves(roots []Candidate, depth int, want selection) (searched int) {
	floor := -infinity
	expected := roots[0].Score
	for i := range roots {
		score := t.searchRootMove(roots[i].Move, depth, i, floor, expected, want)
		if t.stopped {
			sortRootMoves(roots[:i])
			return i
		}
		roots[i].Score = score
		if score > floor {
			roots[i].Line = append([]board.Move{roots[i].Move}, t.frames[1].line...)
		}
		floor = want.scoreFloor(roots[:i+1])
	}
	sortRootMoves(roots)
	return len(roots)
}

// searchRootMove searches the i-th root move. A late move must first show that it beats floor. The first move, where
// only the best is wanted, is expected to be worth what it was at the depth before.
func (t *thread) searchRootMove(m board.Move, depth, i, floor, expected int, want selection) int {
	t.makeMove(0, m)
	switch {
	case i > 0 && t.opts.Principal:
		score, _ := t.alphaBeta(1, depth-1, -floor-1, -floor)
		if t.stopped || -score <= floor {
			return -score
		}
	case i == 0 && t.opts.Aspiration && want.wantsBestOnly() && depth > 3:
		low, high := expected-aspiration, expected+aspiration
		score, _ := t.alphaBeta(1, depth-1, -high, -low)
		if t.stopped || -score > low && -score < high {
			return -score
		}
	}
	score, _ := t.alphaBeta(1, depth-1, -infinity, -floor)
	return -score
}

// sortRootMoves puts the best first; equals keep their order.
func sortRootMoves(roots []Candidate) {
	slices.SortStableFunc(roots, func(a, b Candidate) int { return b.Score - a.Score })
}
