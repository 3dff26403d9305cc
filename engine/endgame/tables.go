package endgame

import (
	"embed"
	"fmt"
	"io/fs"
	"sync"

	"crownhead/board"
)

// Tables are the tables of all known signatures. Each is unpacked when it is first asked for. Any goroutine may probe
// them.
type Tables struct {
	slots  [codeCount]*signatureTable
	pieces int // of the largest table
}

// The tables of up to four pieces, as the command writes them.
//
//go:generate go run crownhead/cmd/crownhead endgame build --pieces 4 --out tables
//go:embed tables/*.egt
var embeddedFiles embed.FS

// embeddedPieces is how many pieces the embedded tables go up to.
const embeddedPieces = 4

// Embedded returns the tables of up to four pieces that are in the program.
var Embedded = sync.OnceValue(func() *Tables {
	tables, err := fs.Sub(embeddedFiles, "tables")
	t := &Tables{}
	if err == nil {
		err = t.openFolder(tables, 2, embeddedPieces)
	}
	if err != nil {
		panic(fmt.Sprintf("endgame: reading the embedded tables: %v", err))
	}
	return t
})

// Open returns the embedded tables together with those of five pieces in a folder that Build has written.
func Open(folder fs.FS) (*Tables, error) {
	t := *Embedded()
	return &t, t.openFolder(folder, embeddedPieces+1, maxPieces)
}

// openFolder adds all tables of these numbers of pieces from a folder, and fails if one is missing.
func (t *Tables) openFolder(folder fs.FS, from, to int) error {
	for n := from; n <= to; n++ {
		for _, s := range Signatures(n) {
			h, _, err := readTableFile(folder, s)
			if err != nil {
				return err
			}
			t.addTable(&signatureTable{indexer: newIndexer(s), header: h, source: folder})
		}
	}
	return nil
}

// Probe probes the embedded tables: see [Tables.Probe].
func Probe(p board.Position) (r Result, distance int, ok bool) { return Embedded().Probe(p) }

// Probe returns how a position ends by the best play of both sides, draw counters left out, and after how many plies
// the loser has no piece or no move. It is not ok, and the result Unknown, if no table has the position.
func (t *Tables) Probe(p board.Position) (r Result, distance int, ok bool) {
	if p.Turn == board.Black {
		p = swapSides(p)
	}
	if p.Black == 0 && p.White != 0 {
		return Win, 0, true
	}
	v, ok := t.valueOf(p)
	if !ok {
		return Unknown, 0, false
	}
	r, distance = v.result()
	return r, distance, true
}

// valueOf finds a position with White to move. Where White must capture, the captures are played out instead of asking
// the table.
func (t *Tables) valueOf(p board.Position) (value, bool) {
	switch {
	case p.White == 0:
		return lostValue, true
	case p.Occupied().Len() > t.pieces:
		return 0, false
	case p.CanCapture():
		var buf [64]board.Move
		return bestValue(p, p.AppendMoves(buf[:0]), t)
	}
	table := t.slots[signatureOf(p).code()]
	if table == nil {
		return 0, false
	}
	values, i := table.loadValues(), table.indexOf(p)
	if i >= len(values) {
		return 0, false
	}
	return value(values[i]), true
}

func (t *Tables) addTable(added *signatureTable) {
	t.slots[added.sig.code()] = added
	t.pieces = max(t.pieces, added.sig.Pieces())
}

// Pieces is the number of pieces up to which there are tables.
func (t *Tables) Pieces() int { return t.pieces }

// Headers lists the headers of the tables by number of pieces, in the order in which they are solved.
func (t *Tables) Headers() []Header {
	var list []Header
	for n := 2; n <= t.pieces; n++ {
		for _, s := range Signatures(n) {
			if table := t.slots[s.code()]; table != nil {
				list = append(list, table.header)
			}
		}
	}
	return list
}
