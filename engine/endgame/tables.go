package endgame

import (
	"io/fs"
	"sync"
	"sync/atomic"

	"crownhead/board"
)

// Tables are the endings that are known, each unpacked when it is first asked for. They may be asked from any goroutine.
type Tables struct {
	slots  [codes]*table
	pieces int // the most of any table
}

// A table is one signature.
type table struct {
	indexer
	header Header
	source fs.FS // where its file is

	loading sync.Mutex
	failed  bool
	values  atomic.Pointer[[]byte]
}

// Probe tells how a position ends by the best play of both, draw counters left out, and after how many plies the loser
// has no piece or no move. It is not ok, and the result Unknown, if no table has the position.
func (t *Tables) Probe(p board.Position) (r Result, distance int, ok bool) {
	if p.Turn == board.Black {
		p = turned(p)
	}
	if p.Black == 0 && p.White != 0 {
		return Win, 0, true
	}
	v, ok := t.lookup(p)
	if !ok {
		return Unknown, 0, false
	}
	r, distance = v.result()
	return r, distance, true
}

// lookup finds a position with White to move. Where he must capture the table is not asked: the captures are played
// out.
func (t *Tables) lookup(p board.Position) (value, bool) {
	switch {
	case p.White == 0:
		return lost, true
	case p.Occupied().Len() > t.pieces:
		return 0, false
	case p.CanCapture():
		var buf [64]board.Move
		return best(p, p.AppendMoves(buf[:0]), t)
	}
	entry := t.slots[signatureOf(p).code()]
	if entry == nil {
		return 0, false
	}
	values, i := entry.unpacked(), entry.index(p)
	if i >= len(values) {
		return 0, false
	}
	return value(values[i]), true
}

// unpacked is the table's values; none if its file cannot be read.
func (e *table) unpacked() []byte {
	if v := e.values.Load(); v != nil {
		return *v
	}
	e.loading.Lock()
	defer e.loading.Unlock()
	if v := e.values.Load(); v != nil || e.failed {
		return deref(v)
	}
	read, err := readTable(e.source, e.sig)
	if err != nil {
		e.failed = true
		return nil
	}
	e.values.Store(read.values.Load())
	return *e.values.Load()
}

func deref(v *[]byte) []byte {
	if v == nil {
		return nil
	}
	return *v
}

// put adds a table to those that are known.
func (t *Tables) put(e *table) {
	t.slots[e.sig.code()] = e
	t.pieces = max(t.pieces, e.sig.Pieces())
}

// Pieces is the most that a position of any table has.
func (t *Tables) Pieces() int { return t.pieces }

// Headers lists the headers of the tables, by pieces and in the order in which they are solved.
func (t *Tables) Headers() []Header {
	var list []Header
	for n := 2; n <= t.pieces; n++ {
		for _, s := range Signatures(n) {
			if e := t.slots[s.code()]; e != nil {
				list = append(list, e.header)
			}
		}
	}
	return list
}
