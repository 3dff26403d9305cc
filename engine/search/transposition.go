package search

import "sync/atomic"

// bound says what a stored score is.
type bound uint8

const (
	none  bound = iota // no score, only a move to try first
	exact              // the value
	lower              // at least the value
	upper              // at most the value
)

// An entry is what the table has of one position. Move is the index in the generated list.
type entry struct {
	score int16
	depth int8
	bound bound
	move  uint8
}

// A slot holds an entry in one word and in the other its key, xored with that word. Threads write without a lock: where
// two of them mix their words up, the slot matches no key.
type slot struct{ check, data atomic.Uint64 }

// bucketSize is the number of slots in which a position may be stored: one line of the processor's cache.
const bucketSize = 4

// A transpositionTable has a fixed size, and threads may share it. Entries of older searches give way to newer ones,
// shallow entries to deep ones. A nil table remembers nothing.
type transpositionTable struct {
	slots []slot
	mask  uint64
	age   uint64 // changes with every search; ages begin with 1, so that no entry is the zero word
}

// ageCount is one more than the number of ages, after which the first one comes again.
const ageCount = 1 << 6

func newTranspositionTable(bits int) *transpositionTable {
	if bits <= 0 {
		return nil
	}
	n := uint64(bucketSize) << max(0, bits-2)
	return &transpositionTable{slots: make([]slot, n), mask: n - bucketSize}
}

// nextAge makes the entries of earlier searches older.
func (t *transpositionTable) nextAge() {
	if t != nil {
		t.age = t.age%(ageCount-1) + 1
	}
}

func (t *transpositionTable) bucketOf(key uint64) []slot {
	i := key * bucketSize & t.mask
	return t.slots[i : i+bucketSize : i+bucketSize]
}

// encode packs an entry and its age into a word.
func (e entry) encode(age uint64) uint64 {
	return age<<40 | uint64(e.move)<<32 | uint64(e.bound)<<24 | uint64(uint8(e.depth))<<16 | uint64(uint16(e.score))
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
		if b[i].check.Load() == key^data && data != 0 {
			return decodeEntry(data), true
		}
	}
	return entry{}, false
}

// store writes a position in place of the least useful entry of its bucket.
func (t *transpositionTable) store(key uint64, e entry) {
	if t == nil {
		return
	}
	b := t.bucketOf(key)
	victim, least := &b[0], 1<<30
	for i := range b {
		data := b[i].data.Load()
		if b[i].check.Load() == key^data && data != 0 {
			victim = &b[i]
			break
		}
		if w := t.retention(data); w < least {
			victim, least = &b[i], w
		}
	}
	data := e.encode(t.age)
	victim.data.Store(data)
	victim.check.Store(key ^ data)
}

// retention orders entries for replacement, the lowest first: free slots, then older searches, then lower depths.
func (t *transpositionTable) retention(data uint64) int {
	if data == 0 {
		return -1 << 20
	}
	older := (t.age - data>>40 + ageCount - 1) % (ageCount - 1)
	return int(int8(data>>16)) - 256*int(older)
}

// cutoffScore is the score of the entry, and whether it decides its position within (alpha, beta).
func (e entry) cutoffScore(ply, alpha, beta int) (score int, ok bool) {
	score = scoreFromTable(int(e.score), ply)
	switch e.bound {
	case exact:
		return score, true
	case lower:
		return score, score >= beta
	case upper:
		return score, score <= alpha
	}
	return 0, false
}

// hashMove is the index of the move to try first, or -1.
func (e entry) hashMove(hit bool) int {
	if !hit {
		return -1
	}
	return int(e.move)
}
