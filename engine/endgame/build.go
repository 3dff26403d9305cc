package endgame

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
)

// Progress says how far a build has come.
type Progress struct {
	Doing     string
	Signature Signature // the build is at this one and its swapped one
	Done, All int       // positions, counted once when solved and once when verified
}

// What is being done, or has been done, with a signature and its swapped one.
const (
	Kept      = "kept"
	Solving   = "solving"
	Verifying = "verifying"
	Written   = "written"
)

// ErrPieces is returned for a number of pieces for which no tables are built.
var ErrPieces = errors.New("no tables of that size")

// Build makes the tables of a number of pieces in a folder: those of up to four from nothing, those of five from the
// embedded ones. Each pair of signatures is solved, verified and written. Tables that are already there and whole are
// kept, so that a build that was interrupted can go on. Build calls report when another step begins.
func Build(pieces int, dir string, report func(Progress)) (*Tables, error) {
	if pieces < 2 || pieces > maxPieces {
		return nil, fmt.Errorf("endgame: building tables of %d pieces: %w: want 2 to %d", pieces, ErrPieces, maxPieces)
	}
	b := &builder{tables: &Tables{}, dir: dir, folder: os.DirFS(dir), report: report}
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
			if s == s.canonical() {
				pairs = append(pairs, s)
				b.all += pairPasses * newIndexer(s).size
			}
		}
	}
	for _, s := range pairs {
		if err := b.buildPair(s); err != nil {
			return nil, err
		}
	}
	return b.tables, nil
}

// pairPasses is how often a build goes through the positions of a pair: to solve and to verify them.
const pairPasses = 2

type builder struct {
	tables    *Tables
	dir       string
	folder    fs.FS
	report    func(Progress)
	done, all int
}

func (b *builder) reportProgress(doing string, s Signature) {
	b.report(Progress{Doing: doing, Signature: s, Done: b.done, All: b.all})
}

// buildPair makes the tables of a signature and its swapped one.
func (b *builder) buildPair(s Signature) error {
	share := newIndexer(s).size
	if b.keepExisting(s) {
		b.done += pairPasses * share
		b.reportProgress(Kept, s)
		return nil
	}
	b.reportProgress(Solving, s)
	own, swapped, err := solve(s, b.tables)
	if err != nil {
		return err
	}
	b.tables.addTable(newTable(s, own))
	if t := s.Swapped(); t != s {
		b.tables.addTable(newTable(t, swapped))
	}
	b.done += share
	b.reportProgress(Verifying, s)
	for _, t := range b.pairTables(s) {
		if err := b.verifyTable(t); err != nil {
			return err
		}
	}
	for _, t := range b.pairTables(s) {
		if err := t.writeFile(b.dir); err != nil {
			return err
		}
	}
	b.done += share
	b.reportProgress(Written, s)
	return nil
}

// pairTables returns the tables of a signature and its swapped one, which may be the same.
func (b *builder) pairTables(s Signature) []*signatureTable {
	own, swapped := b.tables.slots[s.code()], b.tables.slots[s.Swapped().code()]
	if own == swapped {
		return []*signatureTable{own}
	}
	return []*signatureTable{own, swapped}
}

// verifyTable verifies a table and the number of its positions.
func (b *builder) verifyTable(t *signatureTable) error {
	n, err := b.tables.Verify(t.sig)
	if err == nil && n != t.header.Positions {
		err = fmt.Errorf("endgame: verifying %v: there are %d positions, the table has %d", t.sig, n, t.header.Positions)
	}
	return err
}

// keepExisting reports whether the tables of a signature and its swapped one are in the folder and whole, and adds
// them.
func (b *builder) keepExisting(s Signature) bool {
	own, err := readTable(b.folder, s)
	swapped, err2 := readTable(b.folder, s.Swapped())
	if err != nil || err2 != nil {
		return false
	}
	b.tables.addTable(own)
	b.tables.addTable(swapped)
	return true
}
