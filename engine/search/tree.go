package search

import (
	"context"
	"time"

	"crownhead/board"
	"crownhead/engine"
)

const (
	maxPly      = 96
	threatPlies = 2    // how far beyond the depth a hanging piece is looked at
	pollNodes   = 1024 // positions between two looks at the clock and the context
	unbound     = maxPly
)

// A frame is what the search keeps for one ply of the present path.
type frame struct {
	pos      board.Position
	counters board.Counters
	since    int // index in keys of the first position that this one can repeat
	moves    []board.Move
	rank     []ranked
	line     []board.Move
	killers  [2]board.Move
}

// A tree is the state of one search.
type tree struct {
	opts    Options
	table   *table
	frames  [maxPly + 2]frame
	history [2][32][32]int32
	keys    []uint64 // hashes of the positions of the game, then of the path
	rootKey int      // index of the root in keys
	worn    bool     // a position that may come again has stood twice in the game
	rules   board.Draws

	ctx     context.Context
	start   time.Time
	allowed time.Duration
	budget  int64
	nodes   int64
	stopped bool
}

// begin prepares a search from the present position of a game.
func (t *tree) begin(ctx context.Context, g board.Game, lim engine.Limits) {
	t.ctx, t.start, t.allowed, t.budget = ctx, time.Now(), lim.Time, lim.Nodes
	t.nodes, t.stopped, t.rules = 0, ctx.Err() != nil, g.Rules()
	t.table.next()
	t.ageHistory()
	t.keys = t.keys[:0]
	for _, p := range g.Positions() {
		t.keys = append(t.keys, p.Hash())
	}
	t.rootKey = len(t.keys) - 1
	t.keys = append(t.keys, make([]uint64, maxPly+2)...)
	t.frames[0].pos, t.frames[0].counters, t.frames[0].since = g.Position(), g.Counters(), firstRepeatable(g)
	t.worn = twice(t.keys[t.frames[0].since : t.rootKey+1])
}

// firstRepeatable is the index of the first position of the game that can come again: the one after the last capture
// or man's move.
func firstRepeatable(g board.Game) int {
	ps, ms := g.Positions(), g.Moves()
	for i := len(ms) - 1; i >= 0; i-- {
		if ms[i].IsCapture() || !ps[i].Kings.Has(ms[i].From) {
			return i + 1
		}
	}
	return 0
}

// worthwhile tells whether another, deeper pass has a chance to finish in time.
func (t *tree) worthwhile() bool {
	return t.allowed <= 0 || time.Since(t.start) < t.allowed/2
}

// tick counts a position and tells whether the search must stop.
func (t *tree) tick() bool {
	if t.stopped || t.budget > 0 && t.nodes >= t.budget {
		t.stopped = true
		return true
	}
	t.nodes++
	if t.nodes%pollNodes == 0 {
		t.stopped = t.ctx.Err() != nil || t.allowed > 0 && time.Since(t.start) >= t.allowed
	}
	return t.stopped
}

// play makes a move of the position at ply and sets up the frame below it.
func (t *tree) play(ply int, m board.Move) {
	f, c := &t.frames[ply], &t.frames[ply+1]
	c.pos = f.pos.Play(m)
	c.counters = f.counters.Next(f.pos, m, c.pos)
	t.keys[t.rootKey+ply+1] = c.pos.Hash()
	c.since = f.since
	if m.IsCapture() || !f.pos.Kings.Has(m.From) {
		c.since = t.rootKey + ply + 1
	}
}

// repeated tells whether the position at ply is drawn by repetition, and by which ply of the path (-1: by the game).
func (t *tree) repeated(ply int) (by int, drawn bool) {
	here := t.rootKey + ply
	seen := 0
	for i := here - 4; i >= t.frames[ply].since; i -= 2 {
		if t.keys[i] != t.keys[here] {
			continue
		}
		if i >= t.rootKey {
			return i - t.rootKey, true
		}
		if seen++; seen == 2 {
			return -1, true
		}
	}
	return unbound, false
}

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
	f.moves = f.pos.AppendMoves(f.moves[:0])
	if len(f.moves) == 0 {
		return lossAt(ply), unbound
	}
	if f.counters.Due(t.rules) != "" {
		return drawScore, unbound
	}
	score, end := t.ending(ply)
	if end {
		return score, unbound
	}
	if ply >= maxPly || depth <= 0 && t.quiet(f, depth) {
		return t.static(f, score), unbound
	}
	key := t.keys[t.rootKey+ply]
	e, hit := t.table.probe(key, f.counters)
	if hit && t.deepEnough(int(e.depth), depth) && beta-alpha == 1 {
		if s, ok := e.cuts(ply, alpha, beta); ok {
			return s, unbound
		}
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

// quiet tells whether the search may end at a frame whose depth is used up: nothing is to be captured, and with
// Threats nothing of the mover's hangs.
func (t *tree) quiet(f *frame, depth int) bool {
	if f.moves[0].IsCapture() {
		return !t.opts.Quiescence
	}
	if !t.opts.Threats || depth <= -threatPlies {
		return true
	}
	other := f.pos
	other.Turn = other.Turn.Other()
	return !other.CanCapture()
}

// overlooked tells whether a short-sighted player misses the move.
func (t *tree) overlooked(m board.Move) bool {
	return t.opts.Overlook > 0 && m.Captured.Len() > t.opts.Overlook
}

// remember stores a node. A score that relies on a repetition above it holds on this path only: then only the move is.
func (t *tree) remember(ply, depth int, key uint64, score, move int, kind bound, relies int) {
	if relies < ply {
		kind, score = none, 0
	}
	t.table.store(entry{
		key: key, counters: t.frames[ply].counters, score: int16(toTable(score, ply)), depth: int8(depth), bound: kind, move: uint8(move),
	})
}
