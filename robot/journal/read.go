package journal

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"time"

	"crownhead/board"
	"crownhead/robot/turn"
)

// A EventLog is a sensor log or a journal as it was read.
type EventLog struct {
	Header Header
	Lines  []LogLine
	Torn   bool  // the last line was cut off, and left out
	Size   int64 // bytes up to the end of the last whole line
}

// A LogLine is one event of a log.
type LogLine struct {
	Number  int
	Event   turn.Event
	Outcome *turn.StepResult // nil when the log holds no outcome
}

// errNoHeader means that a log ends before the end of its first line.
var errNoHeader = errors.New("the header is missing")

// maxLine bounds a line of a log, in bytes.
const maxLine = 1 << 20

// ReadLog reads a log. A last line that was cut off, as a power cut leaves it, is left out; anything else that is
// wrong is an error with its line number.
func ReadLog(r io.Reader) (EventLog, error) {
	var log EventLog
	lines := bufio.NewReaderSize(r, 64<<10)
	for number := 1; ; number++ {
		line, err := readLine(lines)
		if errors.Is(err, io.EOF) && len(bytes.TrimSpace(line)) == 0 {
			break
		}
		if err != nil && !errors.Is(err, io.EOF) {
			return EventLog{}, fmt.Errorf("journal: reading a log: line %d: %w", number, err)
		}
		if isTornLine(line) && onlyPaddingFollows(lines) {
			log.Torn = true
			break
		}
		if err := log.parseLine(number, line); err != nil {
			return EventLog{}, fmt.Errorf("journal: reading a log: line %d: %w", number, err)
		}
		log.Size += int64(len(line))
	}
	if log.Header.Log == "" {
		return EventLog{}, fmt.Errorf("journal: reading a log: line 1: %w", errNoHeader)
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

// isTornLine reports whether a line is the beginning of a good one, or the zeros that a file system may leave in
// its place.
func isTornLine(line []byte) bool {
	line = bytes.TrimRight(line, "\x00\r\n")
	if len(line) == 0 {
		return true
	}
	var v any
	err := json.NewDecoder(bytes.NewReader(line)).Decode(&v)
	return line[0] == '{' && errors.Is(err, io.ErrUnexpectedEOF)
}

// onlyPaddingFollows reports whether nothing but line ends and zeros follows.
func onlyPaddingFollows(r *bufio.Reader) bool {
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

// parseLine parses one whole line and adds it to the log.
func (log *EventLog) parseLine(number int, line []byte) error {
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
	entry.Outcome = outcome.Then
	if n := len(log.Lines); n > 0 && entry.Event.T < log.Lines[n-1].Event.T {
		return fmt.Errorf("t goes back from %v to %v", log.End(), entry.Event.T)
	}
	log.Lines = append(log.Lines, entry)
	return nil
}

// End returns the time of the last event.
func (log *EventLog) End() time.Duration {
	if len(log.Lines) == 0 {
		return 0
	}
	return log.Lines[len(log.Lines)-1].Event.T
}

// A Mask is a sensor that is masked. It belongs to the place on the board, whichever colour the visitor plays.
type Mask struct {
	Place  int
	Reason turn.MaskReason
}

// Masks lists the sensors that are masked at a journal's end.
func (log *EventLog) Masks() []Mask {
	settings, err := log.Header.Settings()
	if err != nil {
		return nil
	}
	var reasons [32]turn.MaskReason
	for _, line := range log.Lines {
		e := line.Event
		if e.Kind != turn.EventMask {
			continue
		}
		sq, err := board.ParseSquare(e.Square)
		if err != nil {
			continue
		}
		place := settings.Place(sq)
		if reasons[place] = e.Mask; !e.On {
			reasons[place] = ""
		}
	}
	var list []Mask
	for place, reason := range reasons {
		if reason != "" {
			list = append(list, Mask{Place: place, Reason: reason})
		}
	}
	return list
}
