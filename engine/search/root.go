package search

import (
	"slices"

	"crownhead/board"
)

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

// pass searches all roots to one depth and sorts them, best first. When it is stopped, the first result of them are
// searched, sorted among themselves.
func (t *tree) pass(rs []Candidate, depth, margin int) (searched int) {
	best := -infinity
	for i := range rs {
		score := t.root(rs[i].Move, depth, i > 0, best-margin)
		if t.stopped {
			sortRoots(rs[:i])
			return i
		}
		rs[i].Score = score
		if score > best-margin {
			rs[i].Line = append([]board.Move{rs[i].Move}, t.frames[1].line...)
		}
		best = max(best, score)
	}
	sortRoots(rs)
	return len(rs)
}

// root searches one move of the root. A late move must first show that it beats floor.
func (t *tree) root(m board.Move, depth int, late bool, floor int) int {
	t.play(0, m)
	if !late {
		floor = -infinity
	}
	if late && t.opts.Principal {
		score, _ := t.search(1, depth-1, -floor-1, -floor)
		if t.stopped || -score <= floor {
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
