package queries

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"os"

	"crownhead/board/sensing"
)

// A spool keeps any number of bytes until they are read: the first ones in memory, the rest in a temporary file.
type spool struct {
	memory []byte
	file   *os.File      // nil: there was no need for it
	buffer *bufio.Writer // of the file
	err    error         // why bytes are missing
}

// spoolMemory is how many bytes of a spool are kept in memory.
const spoolMemory = 1 << 20

var _ io.StringWriter = (*spool)(nil)

// WriteString implements io.StringWriter. An error comes back at each call, and from openReader.
func (s *spool) WriteString(text string) (int, error) {
	if s.err != nil {
		return 0, s.err
	}
	if s.file == nil && len(s.memory)+len(text) <= spoolMemory {
		s.memory = append(s.memory, text...)
		return len(text), nil
	}
	if s.file == nil {
		if s.file, s.err = os.CreateTemp("", "crownhead-replay-*"); s.err != nil {
			return 0, s.err
		}
		_ = os.Remove(s.file.Name()) // so that it is gone in any case; a system that can't do that yet does it in remove
		s.buffer = bufio.NewWriter(s.file)
	}
	var n int
	n, s.err = s.buffer.WriteString(text)
	return n, s.err
}

// openReader reads from the beginning what was written. It fails when bytes are missing.
func (s *spool) openReader() (*bufio.Reader, error) {
	if s.err == nil && s.file != nil {
		if s.err = s.buffer.Flush(); s.err == nil {
			_, s.err = s.file.Seek(0, io.SeekStart)
		}
	}
	switch {
	case s.err != nil:
		return nil, fmt.Errorf("queries: keeping what was found in a temporary file: %w", s.err)
	case s.file == nil:
		return bufio.NewReader(bytes.NewReader(s.memory)), nil
	}
	return bufio.NewReader(io.MultiReader(bytes.NewReader(s.memory), s.file)), nil
}

// removeFile removes the temporary file, where that is still to do.
func (s *spool) removeFile() {
	if s.file != nil {
		s.file.Close()
		_ = os.Remove(s.file.Name())
	}
}

// A wordList is a list of any number of words, in a spool.
type wordList struct {
	spool
	count int
}

func (l *wordList) addMove(notation string) { l.addWord(notation) }

func (l *wordList) addVerdict(v sensing.Verdict) { l.addWord(string(v)) }

func (l *wordList) addWord(word string) {
	_, _ = l.WriteString(word + "\n") // openReader reports an error
	l.count++
}

// eachWord calls visit with each word in their order, until it returns false.
func (l *wordList) eachWord(visit func(word string) bool) error {
	lines, err := l.openReader()
	if err != nil {
		return err
	}
	for range l.count {
		line, err := lines.ReadString('\n')
		if err != nil {
			return fmt.Errorf("queries: reading back what was found: %w", err)
		}
		if !visit(line[:len(line)-1]) {
			return nil
		}
	}
	return nil
}
