package endgame

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
)

// A Stage is how far a build has got.
type Stage struct {
	Doing     string
	Signature Signature // with its swapped one
	Done, All int       // positions, a share for each stage of each signature
}

// What is being done, or has been done, with a pair of signatures.
const (
	Kept      = "kept"
	Solving   = "solving"
	Verifying = "verifying"
	Written   = "written"
)

// ErrPieces is returned for a number of pieces for which no tables are built.
var ErrPieces = errors.New("not so many pieces")

// Build makes the tables of so many pieces in a folder: those of up to four from nothing, those of five from the
// embedded ones. Each pair of signatures is solved, verified and written; what is there already and is whole is kept,
// so that a build that was ended, however, goes on where it was. It is told of each stage as it begins.
func Build(pieces int, dir string, tell func(Stage)) (*Tables, error) {
	if pieces < 2 || pieces > most {
		return nil, fmt.Errorf("endgame: building tables of %d pieces: %w: want 2 to %d", pieces, ErrPieces, most)
	}
	b := &builder{tables: &Tables{}, dir: dir, folder: os.DirFS(dir), tell: tell}
	first := 2
	if pieces > embeddedPieces {
		*b.tables, first = *Embedded(), pieces
	}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return nil, fmt.Errorf("endgame: building: %w", err)
	}
	var pairs []Signature
	for n := first; n <= pieces; n++ {
		for _, s := range Signatures(n) {
			if s == s.pair() {
				pairs = append(pairs, s)
				b.all += pairStages * newIndexer(s).size
			}
		}
	}
	for _, s := range pairs {
		if err := b.pair(s); err != nil {
			return nil, err
		}
	}
	return b.tables, nil
}

// pairStages is how many stages a pair has, for the share of each.
const pairStages = 2

type builder struct {
	tables    *Tables
	dir       string
	folder    fs.FS
	tell      func(Stage)
	done, all int
}

func (b *builder) stage(doing string, s Signature) {
	b.tell(Stage{Doing: doing, Signature: s, Done: b.done, All: b.all})
}

// pair makes the tables of a signature and its swapped one.
func (b *builder) pair(s Signature) error {
	share := newIndexer(s).size
	if b.kept(s) {
		b.done += pairStages * share
		b.stage(Kept, s)
		return nil
	}
	b.stage(Solving, s)
	own, swapped, err := solve(s, b.tables)
	if err != nil {
		return err
	}
	b.put(newTable(s, own))
	if t := s.Swapped(); t != s {
		b.put(newTable(t, swapped))
	}
	b.done += share
	b.stage(Verifying, s)
	for _, e := range b.both(s) {
		if err := b.verified(e); err != nil {
			return err
		}
	}
	for _, e := range b.both(s) {
		if err := e.write(b.dir); err != nil {
			return err
		}
	}
	b.done += share
	b.stage(Written, s)
	return nil
}

func (b *builder) put(e *table) { b.tables.put(e) }

// both is the tables of a signature and its swapped one.
func (b *builder) both(s Signature) []*table {
	own, swapped := b.tables.slots[s.code()], b.tables.slots[s.Swapped().code()]
	if own == swapped {
		return []*table{own}
	}
	return []*table{own, swapped}
}

// verified checks a table and that it has as many positions as there are.
func (b *builder) verified(e *table) error {
	n, err := b.tables.Verify(e.sig)
	if err == nil && n != e.header.Positions {
		err = fmt.Errorf("endgame: verifying %v: it has %d positions, the table %d", e.sig, n, e.header.Positions)
	}
	return err
}

// kept tells whether the tables of a signature and its swapped one are there and whole; then they are used.
func (b *builder) kept(s Signature) bool {
	own, err := readTable(b.folder, s)
	swapped, err2 := readTable(b.folder, s.Swapped())
	if err != nil || err2 != nil {
		return false
	}
	b.put(own)
	b.put(swapped)
	return true
}
