package queries

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"

	"crownhead/board/sensing"
)

// A verdictSpool keeps any number of verdicts in the order in which they were given: the first ones in memory, the rest
// in a temporary file, one byte each.
type verdictSpool struct {
	names  []sensing.Verdict // byte i stands for names[i]
	memory []byte
	file   *os.File      // nil: there was no need for it
	buffer *bufio.Writer // of the file
	err    error         // why verdicts are missing
}

// spoolMemory is how many verdicts are kept in memory.
const spoolMemory = 1 << 20

func (s *verdictSpool) add(v sensing.Verdict) {
	if s.err != nil {
		return
	}
	code := s.encode(v)
	if len(s.memory) < spoolMemory {
		s.memory = append(s.memory, code)
		return
	}
	if s.file == nil {
		if s.file, s.err = os.CreateTemp("", "crownhead-replay-*"); s.err != nil {
			return
		}
		_ = os.Remove(s.file.Name()) // so that it is gone in any case; a system that can't do that yet does it in remove
		s.buffer = bufio.NewWriter(s.file)
	}
	s.err = s.buffer.WriteByte(code)
}

// encode returns the byte that stands for a verdict. There are fewer than 256 of them.
func (s *verdictSpool) encode(v sensing.Verdict) byte {
	for i, name := range s.names {
		if name == v {
			return byte(i)
		}
	}
	s.names = append(s.names, v)
	return byte(len(s.names) - 1)
}

// finish reports why verdicts are missing; nil when none is.
func (s *verdictSpool) finish() error {
	if s.err == nil && s.file != nil {
		s.err = s.buffer.Flush()
	}
	if s.err != nil {
		return fmt.Errorf("queries: keeping the verdicts in a temporary file: %w", s.err)
	}
	return nil
}

// writeTo writes the verdicts as the elements of a JSON array.
func (s *verdictSpool) writeTo(w *bufio.Writer) error {
	var rest io.Reader = bytes.NewReader(nil)
	if s.file != nil {
		if _, err := s.file.Seek(0, io.SeekStart); err != nil {
			return fmt.Errorf("queries: reading verdicts back: %w", err)
		}
		rest = s.file
	}
	codes := bufio.NewReader(io.MultiReader(bytes.NewReader(s.memory), rest))
	for first := true; ; first = false {
		code, err := codes.ReadByte()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return fmt.Errorf("queries: reading verdicts back: %w", err)
		}
		if !first {
			fmt.Fprint(w, ",")
		}
		if _, err := fmt.Fprintf(w, "%q", s.names[code]); err != nil {
			return err
		}
	}
}

// remove removes the temporary file, where that is still to do.
func (s *verdictSpool) remove() {
	if s.file != nil {
		s.file.Close()
		_ = os.Remove(s.file.Name())
	}
}
