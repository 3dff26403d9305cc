package search

import (
	"slices"
	"time"

	"crownhead/board"
)

// aspiration is by how much the best move's score may differ from the last depth's before it is searched again.
const aspiration = 25

// roots lists the legal moves in a first order; until they are searched, the first has the static worth of the
// position as its score and the others are worse.
func (t *tree) roots() []Candidate {
	f := &t.frames[0]
	f.moves = f.pos.AppendMoves(f.moves[:0])
	t.order(0, -1)
	rs := make([]Candidate, len(f.moves))
	for i := range rs {
		m, _ := f.pick(i)
		rs[i] = Candidate{Move: m, Score: -infinity, Line: []board.Move{m}}
	}
	if len(rs) > 0 {
		rs[0].Score = t.opts.Evaluation.Score(f.pos)
	}
	return rs
}

// deepen searches the roots deeper and deeper, keeps them ordered, and returns the last depth searched completely.
func (t *tree) deepen(roots []Candidate, limit int, want selection) int {
	return t.deepenFrom(1, roots, limit, want)
}

func (t *tree) deepenFrom(depth int, roots []Candidate, limit int, want selection) (done int) {
	if limit <= 0 || limit > maxPly {
		limit = maxPly
	}
	if len(roots) == 1 && (t.allowed > 0 || t.budget > 0) {
		limit = min(limit, forcedDepth)
	}
	if t.known() {
		limit = min(limit, knownDepth)
	}
	trial := make([]Candidate, len(roots))
	for ; depth <= limit; depth++ {
		copy(trial, roots)
		// Where several scores are wanted, those of one depth are compared with each other: then a part of a pass is of no use.
		if searched := t.pass(trial, depth, want); t.stopped {
			if done == 0 || want.single() {
				keepPartial(roots, trial[:searched])
			}
			break
		}
		copy(roots, trial)
		done = depth
		t.tell(roots[0], depth)
		if plies, sure := Distance(roots[0].Score); sure && plies <= depth || !t.worthwhile(want) {
			break
		}
	}
	return done
}

// tell hands on what a whole pass has found.
func (t *tree) tell(best Candidate, depth int) {
	if t.report != nil {
		t.report(answer(best, depth, t.nodes))
	}
}

// worthwhile tells whether another, deeper pass may be of use: even a part of it when one move is wanted, else only all
// of it, and that takes longer than all before it.
func (t *tree) worthwhile(want selection) bool {
	return want.single() || t.allowed <= 0 || time.Since(t.start) < t.allowed/2
}

// keepPartial takes over what an unfinished pass has found out: its best move is better informed than the rest, whose
// scores of the pass before may be above it where that thought the best move better; they are no reason to prefer them.
func keepPartial(roots, searched []Candidate) {
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

// pass searches all roots to one depth and sorts them, best first. When it is stopped, the first result of them are
// searched, sorted among themselves.
func (t *tree) pass(rs []Candidate, depth int, want selection) (searched int) {
	floor := -infinity
	expected := rs[0].Score
	for i := range rs {
		score := t.root(rs[i].Move, depth, i, floor, expected, want)
		if t.stopped {
			sortRoots(rs[:i])
			return i
		}
		rs[i].Score = score
		if score > floor {
			rs[i].Line = append([]board.Move{rs[i].Move}, t.frames[1].line...)
		}
		floor = want.floor(rs[:i+1])
	}
	sortRoots(rs)
	return len(rs)
}

// floor is what a move must exceed for its true score to be wanted, after these have been searched.
func (s selection) floor(searched []Candidate) int {
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

// root searches the i-th move of the root. A late move must first show that it beats floor; the first, where only one
// is wanted, is expected to be worth what it was.
func (t *tree) root(m board.Move, depth, i, floor, expected int, want selection) int {
	t.play(0, m)
	switch {
	case i > 0 && t.opts.Principal:
		score, _ := t.search(1, depth-1, -floor-1, -floor)
		if t.stopped || -score <= floor {
			return -score
		}
	case i == 0 && t.opts.Aspiration && want.single() && depth > 3:
		low, high := expected-aspiration, expected+aspiration
		score, _ := t.search(1, depth-1, -high, -low)
		if t.stopped || -score > low && -score < high {
			return -score
		}
	}
	score, _ := t.search(1, depth-1, -infinity, -floor)
	return -score
}

// sortRoots puts the best first; equals keep their order.
func sortRoots(rs []Candidate) {
	slices.SortStableFunc(rs, func(a, b Candidate) int { return b.Score - a.Score })
}
