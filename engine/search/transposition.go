package search

import "sync/atomic"

// bound says how a stored score bounds the value of its node.
type bound uint8

const (
	boundNone  bound = iota // no score, only a move to try first
	boundExact              // the score is the value
	boundLower              // the value is at least the score
	boundUpper              // the value is at most the score
)

// An entry is what the table has of one position. Its move is the index in the generated list.
type entry struct {
	score int16
	depth int8
	bound bound
	move  uint8
}

// A slot holds an entry in one word, and its key xored with that word in the other. Workers write without a lock: if
// two of them mix their words up, the slot matches no key.
type slot struct{ keyXorData, data atomic.Uint64 }

// bucketSize is the number of slots in which a position may be stored: one line of the processor's cache.
const bucketSize = 4

// A transpositionTable has a fixed size, and workers may share it. A new entry replaces the one of the same position,
// whatever its depth; otherwise that of the oldest search in its bucket, the shallowest of these first. A nil table
// stores nothing.
type transpositionTable struct {
	slots      []slot
	mask       uint64
	generation uint64 // 1 to generations-1, so that no entry is the zero word; changes with every search
}

// generations is the number after the last generation; the first one follows then.
const generations = 1 << 6

func newTranspositionTable(bits int) *transpositionTable {
	if bits <= 0 {
		return nil
	}
	n := uint64(bucketSize) << max(0, bits-2)
	return &transpositionTable{slots: make([]slot, n), mask: n - bucketSize}
}

// startGeneration makes the entries of earlier searches older.
func (t *transpositionTable) startGeneration() {
	if t != nil {
		t.generation = t.generation%(generations-1) + 1
	}
}

func (t *transpositionTable) bucketOf(key uint64) []slot {
	i := key * bucketSize & t.mask
	return t.slots[i : i+bucketSize : i+bucketSize]
}

// encode packs an entry and its generation into a word.
func (e entry) encode(generation uint64) uint64 {
	return generation<<40 |
		uint64(e.move)<<32 | uint64(e.bound)<<24 | uint64(uint8(e.depth))<<16 | uint64(uint16(e.score))
}

func decodeEntry(w uint64) entry {
	return entry{move: uint8(w >> 32), bound: bound(w >> 24), depth: int8(w >> 16), score: int16(w)}
}

// probe finds a position by its key.
func (t *transpositionTable) probe(key uint64) (entry, bool) {
	if t == nil {
		return entry{}, false
	}
	b := t.bucketOf(key)
	for i := range b {
		data := b[i].data.Load()
		if b[i].keyXorData.Load() == key^data && data != 0 {
			return decodeEntry(data), true
		}
	}
	return entry{}, false
}

// store writes an entry in place of the position's last one, or of the least useful in its bucket.
func (t *transpositionTable) store(key uint64, e entry) {
	if t == nil {
		return
	}
	b := t.bucketOf(key)
	victim, least := &b[0], 1<<30
	for i := range b {
		data := b[i].data.Load()
		if b[i].keyXorData.Load() == key^data && data != 0 {
			victim = &b[i]
			break
		}
		if w := t.replacementValue(data); w < least {
			victim, least = &b[i], w
		}
	}
	data := e.encode(t.generation)
	victim.data.Store(data)
	victim.keyXorData.Store(key ^ data)
}

// replacementValue is what an entry is worth keeping for. The lowest is replaced first: free slots, then entries of
// older searches, then those of lower depth.
func (t *transpositionTable) replacementValue(data uint64) int {
	if data == 0 {
		return -1 << 20
	}
	older := (t.generation - data>>40 + generations - 1) % (generations - 1)
	return int(int8(data>>16)) - 256*int(older)
}

// cutoffScore returns the score of the entry as seen from ply, and reports whether it settles the value of the position
// for the window (alpha, beta).
func (e entry) cutoffScore(ply, alpha, beta int) (score int, cuts bool) {
	score = scoreFromTT(int(e.score), ply)
	switch e.bound {
	case boundExact:
		return score, true
	case boundLower:
		return score, score >= beta
	case boundUpper:
		return score, score <= alpha
	}
	return 0, false
}

// A nodeResult is what the search of a node has found out.
type nodeResult struct {
	score              int
	bound              bound
	depth              int
	bestMove           int // index in the generated list
	earliestRepetition int
}

// ttKey is the key of the position at ply in the table. The draw counters belong to it: the same pieces are worth less
// when a counter has almost run out.
func (w *worker) ttKey(ply int) uint64 {
	return w.keys[w.rootIndex+ply] ^ w.frames[ply].counters.Key()*0x9e3779b97f4a7c15
}

// probeTT looks a position up. Captures beyond the depth are not in the table: playing them out is as fast as a
// look-up, and they would take the room of more expensive nodes.
func (w *worker) probeTT(depth int, key uint64) (entry, bool) {
	if depth <= 0 {
		return entry{}, false
	}
	return w.tt.probe(key)
}

// storeTT stores the result of the node at ply for probeTT. A score that depends on a repetition further up holds on
// this path only; then only the move is stored.
func (w *worker) storeTT(ply int, key uint64, r nodeResult) {
	if r.depth <= 0 {
		return
	}
	e := entry{score: int16(scoreToTT(r.score, ply)), depth: int8(r.depth), bound: r.bound, move: uint8(r.bestMove)}
	if r.earliestRepetition < ply {
		e.bound, e.score = boundNone, 0
	}
	w.tt.store(key, e)
}
