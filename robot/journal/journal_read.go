package journal

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"time"

	"crownhead/robot/turn"
)

// A Log is a sensor log or a journal as it was read.
type Log struct {
	Header Header
	Lines  []LogLine
	Torn   bool  // the last line was cut off, and left out
	Size   int64 // bytes up to the end of the last whole line
}

// A LogLine is one event of a log.
type LogLine struct {
	Number int
	Event  turn.Event
	Then   *turn.StepResult // nil when the log holds no outcome
}

// errNoHeader means that a log ends before its first line does.
var errNoHeader = errors.New("the header is missing")

// maxLine bounds a line of a log, in bytes.
const maxLine = 1 << 20

// ReadLog reads a log. A last line that was cut off, as a power cut leaves it, is forgiven; anything else that is wrong
// is an error with its line number.
func ReadLog(r io.Reader) (Log, error) {
	var log Log
	lines := bufio.NewReaderSize(r, 64<<10)
	for number := 1; ; number++ {
		line, err := readLine(lines)
		if errors.Is(err, io.EOF) && len(bytes.TrimSpace(line)) == 0 {
			break
		}
		if err != nil && !errors.Is(err, io.EOF) {
			return Log{}, fmt.Errorf("robot: reading a log: line %d: %w", number, err)
		}
		if torn(line) && last(lines) {
			log.Torn = true
			break
		}
		if err := log.add(number, line); err != nil {
			return Log{}, fmt.Errorf("robot: reading a log: line %d: %w", number, err)
		}
		log.Size += int64(len(line))
	}
	if log.Header.Log == "" {
		return Log{}, fmt.Errorf("robot: reading a log: line 1: %w", errNoHeader)
	}
	return log, nil
}

// readLine returns the next line with its end; io.EOF comes with the last one when that has none.
func readLine(r *bufio.Reader) ([]byte, error) {
	var line []byte
	for {
		part, err := r.ReadSlice('\n')
		line = append(line, part...)
		if len(line) > maxLine {
			return nil, fmt.Errorf("longer than %d bytes", maxLine)
		}
		if !errors.Is(err, bufio.ErrBufferFull) {
			return line, err
		}
	}
}

// torn tells a line that is the beginning of a good one, or the zeros that a file system may leave in its place.
func torn(line []byte) bool {
	line = bytes.TrimRight(line, "\x00\r\n")
	if len(line) == 0 {
		return true
	}
	var v any
	err := json.NewDecoder(bytes.NewReader(line)).Decode(&v)
	return line[0] == '{' && errors.Is(err, io.ErrUnexpectedEOF)
}

// last tells whether nothing but emptiness follows.
func last(r *bufio.Reader) bool {
	for {
		c, err := r.ReadByte()
		if err != nil {
			return true
		}
		if c != '\n' && c != '\r' && c != 0 {
			return false
		}
	}
}

// add takes one whole line.
func (log *Log) add(number int, line []byte) error {
	if number == 1 {
		var err error
		log.Header, err = parseHeader(line)
		return err
	}
	entry := LogLine{Number: number}
	if err := json.Unmarshal(line, &entry.Event); err != nil {
		return err
	}
	var outcome struct {
		Then *turn.StepResult `json:"then"`
	}
	if err := json.Unmarshal(line, &outcome); err != nil {
		return err
	}
	entry.Then = outcome.Then
	if n := len(log.Lines); n > 0 && entry.Event.T < log.Lines[n-1].Event.T {
		return fmt.Errorf("t goes back from %v to %v", log.End(), entry.Event.T)
	}
	log.Lines = append(log.Lines, entry)
	return nil
}

// End is the time of the last event.
func (log *Log) End() time.Duration {
	if len(log.Lines) == 0 {
		return 0
	}
	return log.Lines[len(log.Lines)-1].Event.T
}
