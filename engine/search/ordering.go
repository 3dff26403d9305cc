package search

import "crownhead/board"

// Moves are tried by their scores: the table's move, captures (of most pieces first), killers, promotions, then the
// others by their history.
const (
	ttMoveScore  = 1 << 22
	captureScore = 1 << 20
	killerScore  = 1 << 19
	maxHistory   = 1 << 18 // promotions get it on top of their history
)

// prepareOrdering lets the history of earlier searches fade, and forgets their killers.
func (w *worker) prepareOrdering() {
	for c := range w.history {
		for from := range w.history[c] {
			for to := range w.history[c][from] {
				w.history[c][from][to] /= 4
			}
		}
	}
	for ply := range w.frames {
		w.frames[ply].killers = [2]board.Move{}
	}
}

// scoreMoves scores the moves of a frame for their order; ttMove is the index of the table's move, or -1.
func (w *worker) scoreMoves(ply, ttMove int) {
	f := &w.frames[ply]
	f.scoredMoves = f.scoredMoves[:0]
	for i, m := range f.moves {
		score := w.moveScore(f, m)
		if i == ttMove {
			score = ttMoveScore
		}
		f.scoredMoves = append(f.scoredMoves, scoredMove{score, int32(i)})
	}
}

func (w *worker) moveScore(f *frame, m board.Move) int32 {
	switch {
	case m.IsCapture():
		return captureScore + int32(4*m.Captured.Len()+(m.Captured&f.pos.Kings).Len())
	case w.opts.Killers && m == f.killers[0]:
		return killerScore + 1
	case w.opts.Killers && m == f.killers[1]:
		return killerScore
	}
	score := w.history[f.pos.Turn][m.From][m.To]
	if f.pos.Promotes(m) {
		score += maxHistory
	}
	return score
}

// pickMove moves the best of the untried moves to place i of the order. It returns the move and its index in the
// generated list.
func (f *frame) pickMove(i int) (board.Move, int) {
	best := i
	for j := i + 1; j < len(f.scoredMoves); j++ {
		if f.scoredMoves[j].score > f.scoredMoves[best].score {
			best = j
		}
	}
	f.scoredMoves[i], f.scoredMoves[best] = f.scoredMoves[best], f.scoredMoves[i]
	index := int(f.scoredMoves[i].index)
	return f.moves[index], index
}

// recordCutoff records a quiet move that caused a cutoff, as a killer and in the history.
func (w *worker) recordCutoff(ply, depth int, m board.Move) {
	if m.IsCapture() || depth <= 0 {
		return
	}
	f := &w.frames[ply]
	if w.opts.Killers && m != f.killers[0] {
		f.killers[1], f.killers[0] = f.killers[0], m
	}
	if w.opts.History {
		h := &w.history[f.pos.Turn][m.From][m.To]
		*h = min(*h+int32(depth*depth), maxHistory-1)
	}
}
