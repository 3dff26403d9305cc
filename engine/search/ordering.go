package search

import "crownhead/board"

// Moves are tried by rank: the table's move, captures, killers, then the others by their history.
const (
	hashMoveRank = 1 << 22
	captureRank  = 1 << 20
	killerRank   = 1 << 19
	maxHistory   = 1 << 18
)

// rankMoves ranks the moves of a frame; first is the index of the move to try first, or -1.
func (t *thread) rankMoves(ply, first int) {
	f := &t.frames[ply]
	f.ranks = f.ranks[:0]
	for i, m := range f.moves {
		r := t.rankMove(f, m)
		if i == first {
			r = hashMoveRank
		}
		f.ranks = append(f.ranks, ranked{r, int32(i)})
	}
}

func (t *thread) rankMove(f *frame, m board.Move) int32 {
	switch {
	case m.IsCapture():
		return captureRank + int32(4*m.Captured.Len()+(m.Captured&f.pos.Kings).Len())
	case t.opts.Killers && m == f.killers[0]:
		return killerRank + 1
	case t.opts.Killers && m == f.killers[1]:
		return killerRank
	}
	r := t.history[f.pos.Turn][m.From][m.To]
	if f.pos.Promotes(m) {
		r += maxHistory
	}
	return r
}

// pickMove moves the best of the untried moves to place i of the order. It returns the move and its index in the
// generated list.
func (f *frame) pickMove(i int) (board.Move, int) {
	best := i
	for j := i + 1; j < len(f.ranks); j++ {
		if f.ranks[j].rank > f.ranks[best].rank {
			best = j
		}
	}
	f.ranks[i], f.ranks[best] = f.ranks[best], f.ranks[i]
	index := int(f.ranks[i].index)
	return f.moves[index], index
}

// updateHistory records a quiet move that caused a cutoff, as a killer and in the history.
func (t *thread) updateHistory(ply, depth int, m board.Move) {
	if m.IsCapture() || depth <= 0 {
		return
	}
	f := &t.frames[ply]
	if t.opts.Killers && m != f.killers[0] {
		f.killers[1], f.killers[0] = f.killers[0], m
	}
	if t.opts.History {
		h := &t.history[f.pos.Turn][m.From][m.To]
		*h = min(*h+int32(depth*depth), maxHistory-1)
	}
}
