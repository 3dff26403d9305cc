package endgame

import (
	"bytes"
	"compress/flate"
	"encoding/json"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"io/fs"
	"os"
	"path/filepath"
)

// A Header is the first line of a table's file, in JSON; the packed values follow.
type Header struct {
	Format    int    `json:"crownhead_endgame"`
	Signature string `json:"signature"`
	Positions int    `json:"positions"`
	Stored    int    `json:"stored"` // those without a capture; the others follow from them
	Wins      int    `json:"wins"`   // of all positions
	Draws     int    `json:"draws"`
	Longest   int    `json:"longest"` // plies
	Sum       string `json:"sum"`     // CRC-32C of the values
	MadeBy    string `json:"made_by"`
}

const (
	format = 1
	suffix = ".egt"
)

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

func sum(values []byte) string { return fmt.Sprintf("%08x", crc32.Checksum(values, castagnoli)) }

// newTable makes a table of all values of a signature. Those that nobody asks for become copies of the one before,
// which packs well.
func newTable(s Signature, values []byte) *table {
	e := &table{indexer: newIndexer(s)}
	h := Header{Format: format, Signature: s.String(), MadeBy: fmt.Sprintf("crownhead endgame build --pieces %d", s.Pieces())}
	last := byte(draw)
	for i := range values {
		p, ok := e.position(i)
		if ok {
			h.count(value(values[i]))
		}
		if !ok || p.CanCapture() {
			values[i] = last
			continue
		}
		h.Stored++
		last = values[i]
	}
	h.Sum = sum(values)
	e.header = h
	e.values.Store(&values)
	return e
}

func (h *Header) count(v value) {
	h.Positions++
	switch r, distance := v.result(); r {
	case Win:
		h.Wins++
		h.Longest = max(h.Longest, distance)
	case Loss:
		h.Longest = max(h.Longest, distance)
	default:
		h.Draws++
	}
}

// write makes the table's file: under another name first, so that a file is whole or not there.
func (e *table) write(dir string) error {
	name := filepath.Join(dir, e.header.Signature+suffix)
	data, err := e.pack()
	if err == nil {
		err = writeSynced(name+".tmp", data)
	}
	if err == nil {
		err = os.Rename(name+".tmp", name)
	}
	if err != nil {
		return fmt.Errorf("endgame: writing %v: %w", e.sig, err)
	}
	return nil
}

func (e *table) pack() ([]byte, error) {
	var b bytes.Buffer
	if err := json.NewEncoder(&b).Encode(e.header); err != nil {
		return nil, err
	}
	w, err := flate.NewWriter(&b, flate.BestCompression)
	if err == nil {
		_, err = w.Write(*e.values.Load())
		err = errors.Join(err, w.Close())
	}
	return b.Bytes(), err
}

func writeSynced(name string, data []byte) error {
	f, err := os.Create(name)
	if err != nil {
		return err
	}
	_, err = f.Write(data)
	return errors.Join(err, f.Sync(), f.Close())
}

// readFile reads the file of a signature's table: its header and the packed values.
func readFile(fsys fs.FS, s Signature) (h Header, packed []byte, err error) {
	data, err := fs.ReadFile(fsys, s.String()+suffix)
	if err != nil {
		return h, nil, fmt.Errorf("endgame: reading the table: %w", err)
	}
	line, packed, _ := bytes.Cut(data, []byte("\n"))
	if err := json.Unmarshal(line, &h); err != nil {
		return h, nil, fmt.Errorf("endgame: reading %s%s: its first line is no header: %w", s, suffix, err)
	}
	if h.Format != format || h.Signature != s.String() {
		return h, nil, fmt.Errorf("endgame: reading %s%s: a table of %q in format %d, want format %d", s, suffix, h.Signature, h.Format, format)
	}
	return h, packed, nil
}

// readTable reads a table with its values, and checks their sum.
func readTable(fsys fs.FS, s Signature) (*table, error) {
	h, packed, err := readFile(fsys, s)
	if err != nil {
		return nil, err
	}
	e := &table{indexer: newIndexer(s), header: h}
	values := make([]byte, e.size)
	if _, err := io.ReadFull(flate.NewReader(bytes.NewReader(packed)), values); err != nil {
		return nil, fmt.Errorf("endgame: unpacking %s%s: %w", s, suffix, err)
	}
	if sum(values) != h.Sum {
		return nil, fmt.Errorf("endgame: unpacking %s%s: the values have the sum %s, the header says %s", s, suffix, sum(values), h.Sum)
	}
	e.values.Store(&values)
	return e, nil
}
