package search

import (
	"context"
	"slices"
	"sync/atomic"
	"time"

	"crownhead/board"
	"crownhead/engine"
)

const (
	maxPly       = 96
	pollInterval = 1024   // positions between two looks at the clock and the context
	noRepetition = maxPly // in place of a ply: a score depends on no repetition
)

// ranked is a move's rank (higher ones first) and its index in the generated list.
type ranked struct{ rank, index int32 }

// A frame is what the search keeps for one ply of the present path.
type frame struct {
	pos             board.Position
	counters        board.Counters
	firstRepeatable int // index in keys of the first position that this one can repeat
	moves           []board.Move
	ranks           []ranked
	line            []board.Move
	killers         [2]board.Move
	inProbCut       bool // a shallower search runs that may save the deeper one
}

// A thread is the state of one thread's search.
type thread struct {
	opts        Options
	table       *transpositionTable // shared by all threads
	frames      [maxPly + 2]frame
	history     [2][32][32]int32
	keys        []uint64 // hashes of the positions of the game, then of the path
	rootKey     int      // index of the root in keys
	hasRepeated bool     // a position that can come again has already stood twice
	rules       board.DrawRules

	ctx       context.Context
	start     time.Time
	timeLimit time.Duration
	nodeLimit int64
	nodes     int64
	cancelled *atomic.Bool // set when the first thread has its answer; nil in the first thread
	stopped   bool
	report    func(engine.Answer) // called after every depth; may be nil
}

// beginSearch prepares a search from the present position of a game.
func (t *thread) beginSearch(ctx context.Context, g board.Game, lim engine.Limits) {
	t.ctx, t.start, t.timeLimit, t.nodeLimit = ctx, time.Now(), lim.Time, lim.Nodes
	t.nodes, t.stopped, t.rules = 0, ctx.Err() != nil, g.Rules()
	t.ageHistory()
	t.keys = t.keys[:0]
	for _, p := range g.Positions() {
		t.keys = append(t.keys, p.Hash())
	}
	t.rootKey = len(t.keys) - 1
	t.keys = append(t.keys, make([]uint64, maxPly+2)...)
	t.frames[0].pos, t.frames[0].counters, t.frames[0].firstRepeatable = g.Position(), g.Counters(), firstRepeatableIndex(
		g,
	)
	t.hasRepeated = hasDuplicate(t.keys[t.frames[0].firstRepeatable : t.rootKey+1])
}

// ageHistory lets the history of earlier searches fade, and forgets their killers.
func (t *thread) ageHistory() {
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

// firstRepeatableIndex is the index of the first position of the game that can come again: the one after the last
// capture or man's move.
func firstRepeatableIndex(g board.Game) int {
	ps, ms := g.Positions(), g.Moves()
	for i := len(ms) - 1; i >= 0; i-- {
		if ms[i].IsCapture() || !ps[i].Kings.Has(ms[i].From) {
			return i + 1
		}
	}
	return 0
}

// hasDuplicate reports whether a key stands in the list more than once.
func hasDuplicate(keys []uint64) bool {
	for i, k := range keys {
		if slices.Contains(keys[:i], k) {
			return true
		}
	}
	return false
}

// countNode counts a position and reports whether the search must stop.
func (t *thread) countNode() bool {
	if t.stopped || t.nodeLimit > 0 && t.nodes >= t.nodeLimit {
		t.stopped = true
		return true
	}
	t.nodes++
	if t.nodes%pollInterval == 0 {
		t.stopped = t.ctx.Err() != nil ||
			t.timeLimit > 0 && time.Since(t.start) >= t.timeLimit ||
			t.cancelled != nil && t.cancelled.Load()
	}
	return t.stopped
}

// makeMove makes a move of the position at ply and sets up the frame below it.
func (t *thread) makeMove(ply int, m board.Move) {
	f, c := &t.frames[ply], &t.frames[ply+1]
	c.pos = f.pos.Play(m)
	c.counters = f.counters.Next(f.pos, m, c.pos)
	t.keys[t.rootKey+ply+1] = c.pos.Hash()
	c.firstRepeatable = f.firstRepeatable
	if m.IsCapture() || !f.pos.Kings.Has(m.From) {
		c.firstRepeatable = t.rootKey + ply + 1
	}
}

// tableKey is the key of the position at ply in the table. The draw counters belong to it: the same pieces are
// worth less when a count is nearly full.
func (t *thread) tableKey(ply int) uint64 {
	return t.keys[t.rootKey+ply] ^ t.frames[ply].counters.Key()*0x9e3779b97f4a7c15
}

// findRepetition reports whether the position at ply is drawn by repetition, and by which ply of the path (-1: by the
// moves of the game).
func (t *thread) findRepetition(ply int) (by int, drawn bool) {
	here := t.rootKey + ply
	seen := 0
	for i := here - 4; i >= t.frames[ply].firstRepeatable; i -= 2 {
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
	return noRepetition, false
}

// probeTable looks a position up. Captures beyond the depth are not in the table: playing them out is as fast as a
// look-up, and they would take the room of more expensive nodes.
func (t *thread) probeTable(depth int, key uint64) (entry, bool) {
	if depth <= 0 {
		return entry{}, false
	}
	return t.table.probe(key)
}

// storeInTable stores a node for probeTable. A score that depends on a repetition further up holds on this path only;
// then only the move is stored.
func (t *thread) storeInTable(ply, depth int, key uint64, score, move int, kind bound, dependsOn int) {
	if depth <= 0 {
		return
	}
	if dependsOn < ply {
		kind, score = none, 0
	}
	t.table.store(key, entry{score: int16(scoreToTable(score, ply)), depth: int8(depth), bound: kind, move: uint8(move)})
}
