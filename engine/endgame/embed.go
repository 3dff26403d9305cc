package endgame

import (
	"embed"
	"fmt"
	"io/fs"
	"sync"

	"crownhead/board"
)

// The tables of up to four pieces, as the command writes them.
//
//go:generate go run crownhead/cmd/crownhead endgame build --pieces 4 --out tables
//go:embed tables/*.egt
var files embed.FS

// embeddedPieces is how many pieces the embedded tables go up to.
const embeddedPieces = 4

// Embedded is the tables of up to four pieces that are in the program.
var Embedded = sync.OnceValue(func() *Tables {
	tables, err := fs.Sub(files, "tables")
	t := &Tables{}
	if err == nil {
		err = t.open(tables, 2, embeddedPieces)
	}
	if err != nil {
		panic(fmt.Sprintf("endgame: the program was built with tables that are no tables: %v", err))
	}
	return t
})

// Open is the embedded tables and those of five pieces in a folder to which Build has written them.
func Open(folder fs.FS) (*Tables, error) {
	t := *Embedded()
	return &t, t.open(folder, embeddedPieces+1, most)
}

// open adds all tables of some numbers of pieces that are in a folder, and fails if one is not.
func (t *Tables) open(folder fs.FS, from, to int) error {
	for n := from; n <= to; n++ {
		for _, s := range Signatures(n) {
			h, _, err := readFile(folder, s)
			if err != nil {
				return err
			}
			t.put(&table{indexer: newIndexer(s), header: h, source: folder})
		}
	}
	return nil
}

// Probe asks the embedded tables: see [Tables.Probe].
func Probe(p board.Position) (r Result, distance int, ok bool) { return Embedded().Probe(p) }
