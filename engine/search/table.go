package search

import "crownhead/board"

// bound says what a stored score is.
type bound uint8

const (
	none  bound = iota // no score, only a move to try first
	exact              // the value
	lower              // at least the value
	upper              // at most the value
)

// An entry remembers one position. Draw counters belong to its identity: the same pieces are worth less when a count is
// nearly full. Move is the index in the generated list.
type entry struct {
	key      uint64
	counters board.Counters
	score    int16
	depth    int8
	bound    bound
	age      uint8
	move     uint8
	used     bool
}

// bucket is the number of entries among which a position may be stored.
const bucket = 4

// A table is a transposition table of fixed size. Older searches give way to newer ones, shallow entries to deep ones.
// A nil table remembers nothing.
type table struct {
	entries []entry
	mask    uint64
	age     uint8
}

func newTable(bits int) *table {
	if bits <= 0 {
		return nil
	}
	n := uint64(bucket) << max(0, bits-2)
	return &table{entries: make([]entry, n), mask: n - bucket}
}

// next begins a new search.
func (t *table) next() {
	if t != nil {
		t.age++
	}
}

func (t *table) bucket(key uint64) []entry {
	i := (key ^ key>>32) * bucket & t.mask
	return t.entries[i : i+bucket]
}

// probe finds a position.
func (t *table) probe(key uint64, c board.Counters) (entry, bool) {
	if t == nil {
		return entry{}, false
	}
	b := t.bucket(key)
	for i := range b {
		if e := &b[i]; e.key == key && e.used && e.counters == c {
			return *e, true
		}
	}
	return entry{}, false
}

// store remembers a position in place of the entry of least worth.
func (t *table) store(e entry) {
	if t == nil {
		return
	}
	e.used, e.age = true, t.age
	b := t.bucket(e.key)
	victim := &b[0]
	for i := range b {
		c := &b[i]
		if c.used && c.key == e.key && c.counters == e.counters {
			victim = c
			break
		}
		if t.worth(c) < t.worth(victim) {
			victim = c
		}
	}
	*victim = e
}

// worth orders entries for replacement: free ones first, then those of older searches, then the shallow.
func (t *table) worth(e *entry) int {
	if !e.used {
		return -1 << 20
	}
	return int(e.depth) - 256*int(t.age-e.age)
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
