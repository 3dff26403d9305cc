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

// A LogReader reads a sensor log or a journal line by line. It holds one line at a time, however long the log is.
// Blank lines count, but say nothing. A last line that was cut off, as a power cut leaves it, is left out; anything
// else that is wrong is an error with its line number.
type LogReader struct {
	lines  *bufio.Reader
	line   []byte // the last line, which the next one overwrites
	number int
	header Header
	end    time.Duration
	size   int64
	blank  int64 // bytes of blank lines behind size
	torn   bool
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

// NewLogReader begins to read a log, and reads its header.
func NewLogReader(r io.Reader) (*LogReader, error) {
	l := &LogReader{lines: bufio.NewReaderSize(r, 64<<10)}
	err := l.readWholeLine(func(line []byte) (err error) {
		l.header, err = parseHeader(line)
		return err
	})
	if errors.Is(err, io.EOF) {
		err = fmt.Errorf("journal: reading a log: line 1: %w", errNoHeader)
	}
	if err != nil {
		return nil, err
	}
	return l, nil
}

// Header returns the header of the log.
func (l *LogReader) Header() Header { return l.header }

// End returns the time of the last event that was read.
func (l *LogReader) End() time.Duration { return l.end }

// Torn reports, after the last line, whether something behind it was cut off and left out.
func (l *LogReader) Torn() bool { return l.torn }

// Size returns the number of bytes up to the end of the last whole line that was read.
func (l *LogReader) Size() int64 { return l.size }

// Next returns the next event, or io.EOF after the last one.
func (l *LogReader) Next() (LogLine, error) {
	var entry LogLine
	err := l.readWholeLine(func(line []byte) (err error) {
		entry.Event, entry.Outcome, err = turn.ParseLine(line)
		return err
	})
	if err != nil {
		return LogLine{}, err
	}
	entry.Number = l.number
	if entry.Event.T < l.end {
		return LogLine{}, l.wrapError(fmt.Errorf("t goes back from %v to %v", l.end, entry.Event.T))
	}
	l.end = entry.Event.T
	return entry, nil
}

func (l *LogReader) wrapError(err error) error {
	return fmt.Errorf("journal: reading a log: line %d: %w", l.number, err)
}

// readWholeLine parses the next line that is not blank; io.EOF means that there is none.
func (l *LogReader) readWholeLine(parse func(line []byte) error) error {
	for {
		l.number++
		atEnd, err := l.readLine()
		switch {
		case err != nil:
			return l.wrapError(err)
		case len(bytes.TrimSpace(l.line)) > 0:
			return l.takeLine(parse)
		case atEnd:
			l.torn = l.torn || l.blank > 0
			return io.EOF
		}
		l.blank += int64(len(l.line))
	}
}

// takeLine parses the line that was read, unless it was cut off at the log's end.
func (l *LogReader) takeLine(parse func(line []byte) error) error {
	size := len(l.line)
	if err := parse(l.line); err != nil {
		if isTornLine(l.line) && onlyPaddingFollows(l.lines) {
			l.torn = true
			return io.EOF
		}
		return l.wrapError(err)
	}
	l.size += l.blank + int64(size)
	l.blank = 0
	return nil
}

// readLine reads the next line with its end into l.line; atEnd says that the log ends with it.
func (l *LogReader) readLine() (atEnd bool, err error) {
	l.line = l.line[:0]
	for {
		part, err := l.lines.ReadSlice('\n')
		l.line = append(l.line, part...)
		switch {
		case len(l.line) > maxLine:
			return false, fmt.Errorf("longer than %d bytes: a log has one event a line", maxLine)
		case err == nil:
			return false, nil
		case errors.Is(err, io.EOF):
			return true, nil
		case !errors.Is(err, bufio.ErrBufferFull):
			return false, err
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

// A EventLog is a sensor log or a journal that was read into memory.
type EventLog struct {
	Header Header
	Lines  []LogLine
	Torn   bool  // the last line was cut off, and left out
	Size   int64 // bytes up to the end of the last whole line
}

// ReadLog reads a log into memory. A [LogReader] does the same for logs of any length.
func ReadLog(r io.Reader) (EventLog, error) {
	l, err := NewLogReader(r)
	if err != nil {
		return EventLog{}, err
	}
	log := EventLog{Header: l.Header()}
	for {
		line, err := l.Next()
		if errors.Is(err, io.EOF) {
			log.Torn, log.Size = l.Torn(), l.Size()
			return log, nil
		}
		if err != nil {
			return EventLog{}, err
		}
		log.Lines = append(log.Lines, line)
	}
}
