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

// An entry is what is remembered of one position. Move is the index in the generated list.
type entry struct {
	score int16
	depth int8
	bound bound
	move  uint8
}

// A slot holds an entry in one word, and in the other its key, changed by that word: threads write without a lock, and
// what two of them mixed up belongs to no key.
type slot struct{ check, data atomic.Uint64 }

// bucket is the number of slots among which a position may be stored: a line of the processor's cache.
const bucket = 4

// A table is a transposition table of fixed size, which threads may share. Older searches give way to newer ones, shallow
// entries to deep ones. A nil table remembers nothing.
type table struct {
	slots []slot
	mask  uint64
	age   uint64 // changes with every search; the zero word is no entry's, for ages begin with 1
}

// ages is the number of searches after which an age comes again.
const ages = 1 << 6

func newTable(bits int) *table {
	if bits <= 0 {
		return nil
	}
	n := uint64(bucket) << max(0, bits-2)
	return &table{slots: make([]slot, n), mask: n - bucket}
}

// next begins a new search.
func (t *table) next() {
	if t != nil {
		t.age = t.age%(ages-1) + 1
	}
}

func (t *table) bucket(key uint64) []slot {
	i := key * bucket & t.mask
	return t.slots[i : i+bucket : i+bucket]
}

// pack makes a word of an entry and an age.
func (e entry) pack(age uint64) uint64 {
	return age<<40 | uint64(e.move)<<32 | uint64(e.bound)<<24 | uint64(uint8(e.depth))<<16 | uint64(uint16(e.score))
}

func unpack(w uint64) entry {
	return entry{move: uint8(w >> 32), bound: bound(w >> 24), depth: int8(w >> 16), score: int16(w)}
}

// probe finds a position by its key.
func (t *table) probe(key uint64) (entry, bool) {
	if t == nil {
		return entry{}, false
	}
	b := t.bucket(key)
	for i := range b {
		data := b[i].data.Load()
		if b[i].check.Load() == key^data && data != 0 {
			return unpack(data), true
		}
	}
	return entry{}, false
}

// store remembers a position in place of the entry of least worth.
func (t *table) store(key uint64, e entry) {
	if t == nil {
		return
	}
	b := t.bucket(key)
	victim, least := &b[0], 1<<30
	for i := range b {
		data := b[i].data.Load()
		if b[i].check.Load() == key^data && data != 0 {
			victim = &b[i]
			break
		}
		if w := t.worth(data); w < least {
			victim, least = &b[i], w
		}
	}
	data := e.pack(t.age)
	victim.data.Store(data)
	victim.check.Store(key ^ data)
}

// worth orders entries for replacement: free slots first, then those of older searches, then the shallow.
func (t *table) worth(data uint64) int {
	if data == 0 {
		return -1 << 20
	}
	older := (t.age - data>>40 + ages - 1) % (ages - 1)
	return int(int8(data>>16)) - 256*int(older)
}

// cuts tells whether the entry decides its position within (alpha, beta), and with which score.
func (e entry) cuts(ply, alpha, beta int) (score int, ok bool) {
	score = fromTable(int(e.score), ply)
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

// first is the index of the move to try first, or -1.
func (e entry) first(hit bool) int {
	if !hit {
		return -1
	}
	return int(e.move)
}
