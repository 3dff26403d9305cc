package search

import "crownhead/board"

// search returns the value of the position at ply within (alpha, beta), and the earliest ply of the path on whose
// repetition it relies (unbound: on none). The line found is left in the frame. After a stop the value means nothing.
func (t *tree) search(ply, depth, alpha, beta int) (score, relies int) {
	f := &t.frames[ply]
	f.line = f.line[:0]
	if t.tick() {
		return 0, unbound
	}
	if by, drawn := t.repeated(ply); drawn {
		return drawScore, by
	}
	if score, end := t.end(ply, depth); end {
		return score, unbound
	}
	key := t.key(ply)
	e, hit := t.recall(depth, key)
	if hit && t.deepEnough(int(e.depth), depth) && beta-alpha == 1 {
		if s, ok := e.cuts(ply, alpha, beta); ok {
			return s, unbound
		}
	}
	if s, by, certain := t.probable(ply, depth, alpha, beta); certain {
		return s, by
	}
	f.moves = f.pos.AppendMoves(f.moves[:0])
	if len(f.moves) == 0 {
		return lossAt(ply), unbound
	}
	return t.branch(ply, depth, alpha, beta, key, e.first(hit))
}

func (t *tree) deepEnough(stored, wanted int) bool {
	return stored == wanted || t.opts.Deeper && stored > wanted
}

// branch searches the moves of the position at ply.
func (t *tree) branch(ply, depth, alpha, beta int, key uint64, first int) (score, relies int) {
	f := &t.frames[ply]
	t.order(ply, first)
	best, bestMove, kind := -infinity, -1, upper
	relies = unbound
	for i := range f.moves {
		m, index := f.pick(i)
		if t.overlooked(m) {
			continue
		}
		t.play(ply, m)
		s, by := t.child(ply, t.below(f, depth), alpha, beta, i, m)
		if t.stopped {
			return 0, unbound
		}
		relies = min(relies, by)
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
			kind, relies = lower, by
			t.reward(ply, depth, m)
			break
		}
	}
	if bestMove < 0 {
		return t.opts.Evaluation.Score(f.pos), unbound
	}
	t.remember(ply, depth, key, best, bestMove, kind, relies)
	if relies >= ply {
		relies = unbound
	}
	return best, relies
}

// child searches the position after move m, the i-th tried, whose depth is given.
func (t *tree) child(ply, depth, alpha, beta, i int, m board.Move) (score, relies int) {
	if i == 0 || !t.opts.Principal {
		s, by := t.search(ply+1, depth, -beta, -alpha)
		return -s, by
	}
	if less := t.reduction(depth, i, m); less > 0 {
		s, by := t.search(ply+1, depth-less, -alpha-1, -alpha)
		if -s <= alpha {
			return -s, by
		}
	}
	s, by := t.search(ply+1, depth, -alpha-1, -alpha)
	if -s > alpha && -s < beta {
		s, by = t.search(ply+1, depth, -beta, -alpha)
	}
	return -s, by
}

// below is the depth left after a move of the frame. Captures beyond the depth cost nothing, and with Forced neither
// does a single capture.
func (t *tree) below(f *frame, depth int) int {
	if f.moves[0].IsCapture() && (depth <= 0 || t.opts.Forced && len(f.moves) == 1) {
		return depth
	}
	return depth - 1
}

// reduction tells by how much less deep a late quiet move is searched first.
func (t *tree) reduction(depth, i int, m board.Move) int {
	if !t.opts.Reductions || depth < 3 || i < 3 || m.IsCapture() {
		return 0
	}
	return 1
}

// overlooked tells whether a short-sighted player misses the move.
func (t *tree) overlooked(m board.Move) bool {
	return t.opts.Overlook > 0 && m.Captured.Len() > t.opts.Overlook
}
