package store

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"hash/crc32"
	"io/fs"
	"os"

	"crownhead/internal/atomicfile"
)

// ErrDamaged is returned for a file that is not what it was written as.
var ErrDamaged = errors.New("the file is not whole")

// MustBeMade reports whether a file has to be made: it is not there, or damaged.
func MustBeMade(err error) bool { return errors.Is(err, fs.ErrNotExist) || errors.Is(err, ErrDamaged) }

// checksums are what Write adds to a header.
type checksums struct {
	Payload string `json:"sum"`
	Header  string `json:"head"` // of the header up to checksumsBegin; "": an old file, which has none
}

// checksumsBegin is where the checksums begin in a header.
const checksumsBegin = `,"sum":`

// matchHeader reports whether a header is the one that was written.
func (c checksums) matchHeader(header []byte) bool {
	before := header[:max(0, bytes.LastIndex(header, []byte(checksumsBegin)))]
	return c.Header == "" || checksum(before) == c.Header
}

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// checksum is the CRC-32C of bytes.
func checksum(b []byte) string { return fmt.Sprintf("%08x", crc32.Checksum(b, castagnoli)) }

// Write makes a file of a header and a payload. The header is the file's first line. It must come
// to a JSON object that leaves the names "sum" and "head" free.
func Write(name string, header any, payload []byte) error {
	head, err := json.Marshal(header)
	if err != nil {
		return fmt.Errorf("store: header of %s: %w", name, err)
	}
	open, isObject := bytes.CutSuffix(head, []byte("}"))
	if !isObject || len(open) < 2 {
		return fmt.Errorf("store: header of %s: %s is not an object with something in it", name, head)
	}
	data := fmt.Appendf(open, checksumsBegin+"%q,\"head\":%q}\n%s", checksum(payload), checksum(open), payload)
	if err := atomicfile.Write(name, data); err != nil {
		return fmt.Errorf("store: %w", err)
	}
	return nil
}

// Read reads such a file's header, which must be a pointer, and its payload. A file that is not
// there gives fs.ErrNotExist, one that is damaged ErrDamaged.
func Read(name string, header any) (payload []byte, err error) {
	data, err := os.ReadFile(name)
	if err != nil {
		return nil, fmt.Errorf("store: %w", err)
	}
	head, payload, _ := bytes.Cut(data, []byte("\n"))
	var sums checksums
	err = json.Unmarshal(head, &sums)
	if err == nil {
		err = json.Unmarshal(head, header)
	}
	switch {
	case err != nil:
		return nil, fmt.Errorf("store: %s: %w: its first line is no header: %w", name, ErrDamaged, err)
	case !sums.matchHeader(head):
		return nil, fmt.Errorf("store: %s: %w: its first line has changed", name, ErrDamaged)
	case checksum(payload) != sums.Payload:
		return nil, fmt.Errorf("store: %s: %w: %d bytes with the sum %s, its header says %s",
			name, ErrDamaged, len(payload), checksum(payload), sums.Payload)
	}
	return payload, nil
}
