package store

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"hash/crc32"
	"io/fs"
	"os"
)

// ErrTorn is returned for a file that is not what it was written as.
var ErrTorn = errors.New("the file is not whole")

// Missing tells whether a file has to be made: it is not there, or damaged.
func Missing(err error) bool { return errors.Is(err, fs.ErrNotExist) || errors.Is(err, ErrTorn) }

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// sum is the CRC-32C of a payload.
func sum(b []byte) string { return fmt.Sprintf("%08x", crc32.Checksum(b, castagnoli)) }

// A seal is what Write adds to a header.
type seal struct {
	Sum  string `json:"sum"`  // of the payload
	Head string `json:"head"` // of the header before the seal; "": it was written when there was none
}

// broken tells whether a header isn't the one that was sealed.
func (s seal) broken(head []byte) bool {
	before := head[:max(0, bytes.LastIndex(head, []byte(sealName)))]
	return s.Head != "" && sum(before) != s.Head
}

// sealName begins a seal.
const sealName = `,"sum":`

// Write makes a file of a header, which must come to a JSON object and leave the names "sum" and "head" free, and a payload. The header is the
// first line.
func Write(name string, header any, payload []byte) error {
	head, err := json.Marshal(header)
	if err != nil {
		return fmt.Errorf("store: header of %s: %w", name, err)
	}
	open, isObject := bytes.CutSuffix(head, []byte("}"))
	if !isObject || len(open) < 2 {
		return fmt.Errorf("store: header of %s: %s is not an object with something in it", name, head)
	}
	return WriteWhole(name, fmt.Appendf(open, sealName+"%q,\"head\":%q}\n%s", sum(payload), sum(open), payload))
}

// Read reads such a file's header, which must be a pointer, and its payload. A file that isn't there gives fs.ErrNotExist, one that is
// damaged ErrTorn.
func Read(name string, header any) (payload []byte, err error) {
	data, err := os.ReadFile(name)
	if err != nil {
		return nil, fmt.Errorf("store: %w", err)
	}
	head, payload, _ := bytes.Cut(data, []byte("\n"))
	var s seal
	err = json.Unmarshal(head, &s)
	if err == nil {
		err = json.Unmarshal(head, header)
	}
	switch {
	case err != nil:
		return nil, fmt.Errorf("store: %s: %w: its first line is no header: %w", name, ErrTorn, err)
	case s.broken(head):
		return nil, fmt.Errorf("store: %s: %w: its first line has changed", name, ErrTorn)
	case sum(payload) != s.Sum:
		return nil, fmt.Errorf("store: %s: %w: %d bytes with the sum %s, its header says %s", name, ErrTorn, len(payload), sum(payload), s.Sum)
	}
	return payload, nil
}

// WriteWhole makes a file under another name first, so that it is whole or not there, whenever the program ends. What can't be written
// takes no room. The other name is always the same, so that what a killed process has left is written over: only one process may write
// the file at a time.
func WriteWhole(name string, data []byte) error { return writeBy(name+".tmp", name, data) }

// WriteShared is WriteWhole for a file that several processes may write at once: the last one's stays.
func WriteShared(name string, data []byte) error {
	return writeBy(fmt.Sprintf("%s.%d.tmp", name, os.Getpid()), name, data)
}

func writeBy(part, name string, data []byte) error {
	f, err := os.Create(part)
	if err != nil {
		return fmt.Errorf("store: %w", err)
	}
	_, err = f.Write(data)
	if err = errors.Join(err, f.Sync(), f.Close()); err == nil {
		err = os.Rename(part, name)
	}
	if err != nil {
		os.Remove(part)
		return fmt.Errorf("store: %w", err)
	}
	return nil
}
