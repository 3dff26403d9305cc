package search

import "crownhead/board"

// Ranks of moves in the order in which they are tried.
const (
	firstRank   = 1 << 22
	captureRank = 1 << 20
	killerRank  = 1 << 19
	historyCap  = 1 << 18
)

// ranked is a move's rank (higher ones first) and its index in the generated list.
type ranked struct{ rank, index int32 }

// order ranks the moves of a frame; first is the index of the move to try before all others, or -1.
func (t *tree) order(ply, first int) {
	f := &t.frames[ply]
	f.rank = f.rank[:0]
	for i, m := range f.moves {
		r := t.rank(f, m)
		if i == first {
			r = firstRank
		}
		f.rank = append(f.rank, ranked{r, int32(i)})
	}
}

func (t *tree) rank(f *frame, m board.Move) int32 {
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
		r += historyCap
	}
	return r
}

// pick takes the best of the moves not yet tried to place i of the order and returns it with its index in the
// generated list.
func (f *frame) pick(i int) (board.Move, int) {
	best := i
	for j := i + 1; j < len(f.rank); j++ {
		if f.rank[j].rank > f.rank[best].rank {
			best = j
		}
	}
	f.rank[i], f.rank[best] = f.rank[best], f.rank[i]
	index := int(f.rank[i].index)
	return f.moves[index], index
}

// reward remembers a quiet move that refuted its position.
func (t *tree) reward(ply, depth int, m board.Move) {
	if m.IsCapture() || depth <= 0 {
		return
	}
	f := &t.frames[ply]
	if t.opts.Killers && m != f.killers[0] {
		f.killers[1], f.killers[0] = f.killers[0], m
	}
	if t.opts.History {
		h := &t.history[f.pos.Turn][m.From][m.To]
		*h = min(*h+int32(depth*depth), historyCap-1)
	}
}

// ageHistory lets what earlier searches learned fade.
func (t *tree) ageHistory() {
	for c := range t.history {
		for from := range t.history[c] {
			for to := range t.history[c][from] {
				t.history[c][from][to] /= 4
			}
		}
	}
	for ply := range t.frames {
		t.frames[ply].killers = [2]board.Move{}
	}
}
