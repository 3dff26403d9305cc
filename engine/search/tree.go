package search

import (
	"context"
	"sync/atomic"
	"time"

	"crownhead/board"
	"crownhead/engine"
)

const (
	maxPly    = 96
	pollNodes = 1024 // positions between two looks at the clock and the context
	unbound   = maxPly
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
	probing  bool // a shallower search is under way to save the deeper one
}

// A tree is the state of one thread's search.
type tree struct {
	opts    Options
	table   *table // shared by all threads
	frames  [maxPly + 2]frame
	history [2][32][32]int32
	keys    []uint64 // hashes of the positions of the game, then of the path
	rootKey int      // index of the root in keys
	worn    bool     // a position that may come again has stood twice in the game
	rules   board.DrawRules

	ctx     context.Context
	start   time.Time
	allowed time.Duration
	budget  int64
	nodes   int64
	done    *atomic.Bool // the first thread has its answer; nil if nobody waits for it
	stopped bool
	report  func(engine.Answer) // after every depth; nil: nobody listens
}

// begin prepares a search from the present position of a game.
func (t *tree) begin(ctx context.Context, g board.Game, lim engine.Limits) {
	t.ctx, t.start, t.allowed, t.budget = ctx, time.Now(), lim.Time, lim.Nodes
	t.nodes, t.stopped, t.rules = 0, ctx.Err() != nil, g.Rules()
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

// tick counts a position and tells whether the search must stop.
func (t *tree) tick() bool {
	if t.stopped || t.budget > 0 && t.nodes >= t.budget {
		t.stopped = true
		return true
	}
	t.nodes++
	if t.nodes%pollNodes == 0 {
		t.stopped = t.ctx.Err() != nil || t.allowed > 0 && time.Since(t.start) >= t.allowed || t.done != nil && t.done.Load()
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

// key names the position at ply in the table. Draw counters belong to it: the same pieces are worth less when a count is
// nearly full.
func (t *tree) key(ply int) uint64 {
	return t.keys[t.rootKey+ply] ^ t.frames[ply].counters.Key()*0x9e3779b97f4a7c15
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

// recall looks a position up. Captures beyond the depth are played out as fast as they are looked up, and would take the room of
// what cost more.
func (t *tree) recall(depth int, key uint64) (entry, bool) {
	if depth <= 0 {
		return entry{}, false
	}
	return t.table.probe(key)
}

// remember stores a node that recall will ask for. A score that relies on a repetition above it holds on this path only: then
// only the move is.
func (t *tree) remember(ply, depth int, key uint64, score, move int, kind bound, relies int) {
	if depth <= 0 {
		return
	}
	if relies < ply {
		kind, score = none, 0
	}
	t.table.store(key, entry{score: int16(toTable(score, ply)), depth: int8(depth), bound: kind, move: uint8(move)})
}
