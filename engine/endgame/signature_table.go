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
	"path/filepath"
	"sync"
	"sync/atomic"

	"crownhead/internal/atomicfile"
)

// A Header is the first line of the file of a signature's table, in JSON; the packed values follow.
type Header struct {
	Format    int    `json:"crownhead_endgame"`
	Signature string `json:"signature"`
	Positions int    `json:"positions"`
	Stored    int    `json:"stored"` // those without a capture; the others follow from these
	Wins      int    `json:"wins"`   // among all positions
	Draws     int    `json:"draws"`
	Longest   int    `json:"longest"` // plies
	Sum       string `json:"sum"`     // CRC-32C of the values
	MadeBy    string `json:"made_by"`
}

const (
	fileFormat = 1
	fileSuffix = ".egt"
)

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

func checksum(values []byte) string { return fmt.Sprintf("%08x", crc32.Checksum(values, castagnoli)) }

// A signatureTable has the values of all positions of one signature, by their numbers.
type signatureTable struct {
	indexer
	header Header
	source fs.FS // where its file is

	loading sync.Mutex
	failed  bool
	values  atomic.Pointer[[]byte]
}

// newTable makes a table of all values of a signature. Values that are never looked up become copies of the one before,
// which compresses well.
func newTable(s Signature, values []byte) *signatureTable {
	t := &signatureTable{indexer: newIndexer(s)}
	h := Header{
		Format:    fileFormat,
		Signature: s.String(),
		MadeBy:    fmt.Sprintf("crownhead endgame build --pieces %d", s.Pieces()),
	}
	last := byte(drawValue)
	for i := range values {
		p, ok := t.positionAt(i)
		if ok {
			h.countPosition(value(values[i]))
		}
		if !ok || p.CanCapture() {
			values[i] = last
			continue
		}
		h.Stored++
		last = values[i]
	}
	h.Sum = checksum(values)
	t.header = h
	t.values.Store(&values)
	return t
}

func (h *Header) countPosition(v value) {
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

// writeFile makes the table's file.
func (t *signatureTable) writeFile(dir string) error {
	name := filepath.Join(dir, t.header.Signature+fileSuffix)
	data, err := t.encode()
	if err == nil {
		err = atomicfile.Write(name, data)
	}
	if err != nil {
		return fmt.Errorf("endgame: writing %v: %w", t.sig, err)
	}
	return nil
}

func (t *signatureTable) encode() ([]byte, error) {
	var b bytes.Buffer
	if err := json.NewEncoder(&b).Encode(t.header); err != nil {
		return nil, err
	}
	w, err := flate.NewWriter(&b, flate.BestCompression)
	if err == nil {
		_, err = w.Write(*t.values.Load())
		err = errors.Join(err, w.Close())
	}
	return b.Bytes(), err
}

// readTableFile reads the header and the packed values of a signature's table.
func readTableFile(fsys fs.FS, s Signature) (h Header, packed []byte, err error) {
	data, err := fs.ReadFile(fsys, s.String()+fileSuffix)
	if err != nil {
		return h, nil, fmt.Errorf("endgame: reading the table: %w", err)
	}
	line, packed, _ := bytes.Cut(data, []byte("\n"))
	if err := json.Unmarshal(line, &h); err != nil {
		return h, nil, fmt.Errorf("endgame: reading %s%s: the first line is not a header: %w", s, fileSuffix, err)
	}
	if h.Format != fileFormat || h.Signature != s.String() {
		return h, nil, fmt.Errorf("endgame: reading %s%s: it has table %q in format %d, want table %q in format %d",
			s, fileSuffix, h.Signature, h.Format, s, fileFormat)
	}
	return h, packed, nil
}

// readTable reads a table with its values, and verifies their checksum.
func readTable(fsys fs.FS, s Signature) (*signatureTable, error) {
	h, packed, err := readTableFile(fsys, s)
	if err != nil {
		return nil, err
	}
	t := &signatureTable{indexer: newIndexer(s), header: h}
	values := make([]byte, t.size)
	if _, err := io.ReadFull(flate.NewReader(bytes.NewReader(packed)), values); err != nil {
		return nil, fmt.Errorf("endgame: unpacking %s%s: %w", s, fileSuffix, err)
	}
	if checksum(values) != h.Sum {
		return nil, fmt.Errorf("endgame: unpacking %s%s: the values have the checksum %s, the header says %s",
			s, fileSuffix, checksum(values), h.Sum)
	}
	t.values.Store(&values)
	return t, nil
}

// loadValues returns the table's values, read from its file at the first call; none if the file cannot be read.
func (t *signatureTable) loadValues() []byte {
	if v := t.values.Load(); v != nil {
		return *v
	}
	t.loading.Lock()
	defer t.loading.Unlock()
	if v := t.values.Load(); v != nil {
		return *v
	}
	if t.failed {
		return nil
	}
	read, err := readTable(t.source, t.sig)
	if err != nil {
		t.failed = true
		return nil
	}
	t.values.Store(read.values.Load())
	return *t.values.Load()
}
