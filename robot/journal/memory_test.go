package journal

import (
	"fmt"
	"io"
	"runtime"
	"strings"
	"testing"

	"crownhead/board"
	"crownhead/board/sensing"
)

// An endlessLog is a log of any number of lines, which stand nowhere. It measures the heap on the way.
type endlessLog struct {
	rest      string // of what was made and not read yet
	line      func(n int) string
	n, length int
	early     uint64 // the heap in use after a tenth of the lines
	late      uint64 // and at the end
}

func (l *endlessLog) Read(p []byte) (int, error) {
	for len(l.rest) == 0 {
		switch l.n {
		case l.length / 10:
			l.early = heapInUse()
		case l.length:
			l.late = heapInUse()
			return 0, io.EOF
		}
		l.rest = l.line(l.n)
		l.n++
	}
	n := copy(p, l.rest)
	l.rest = l.rest[n:]
	return n, nil
}

func heapInUse() uint64 {
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return m.HeapAlloc
}

// The replay of a log takes the same memory, however long the log is: nothing of a line is kept once it has been
// replayed.
func TestReplayOfAnyLengthTakesNoMemory(t *testing.T) {
	start := strings.Replace(headerLine, "W:Wc3:Bd4,h8", board.Start().FEN(), 1)
	lines := strings.SplitAfter(string(record(t)), "\n")
	for _, c := range []struct {
		name   string
		header string
		line   func(n int) string
	}{
		{"presses", start, func(n int) string { return fmt.Sprintf(`{"t":%d,"event":"button","bits":"fff00fff"}`, n) + "\n" }},
		{"scans, each another", start, func(n int) string {
			return fmt.Sprintf(`{"t":%d,"event":"scan","bits":"%08x"}`, n, n*40503) + "\n"
		}},
		{"blank lines", start, func(int) string { return "\n" }},
		{"a journal", strings.Join(lines[:len(lines)-2], ""), func(n int) string {
			return fmt.Sprintf(`{"t":%d,"event":"disk","on":%t}`, n+100, n%2 == 0) + "\n"
		}},
	} {
		t.Run(c.name, func(t *testing.T) {
			log := endlessLog{rest: strings.TrimSuffix(c.header, "\n") + "\n", line: c.line, length: 50_000}
			verdicts := 0
			_, err := Replay(&log, Options{Verdict: func(sensing.Verdict) { verdicts++ }})
			if err != nil || log.n != log.length {
				t.Fatal(err)
			}
			if grown := int64(log.late) - int64(log.early); grown > 200_000 {
				t.Errorf("%d bytes more after %d lines", grown, log.length)
			}
			log = endlessLog{rest: strings.TrimSuffix(c.header, "\n") + "\n", line: c.line, length: 50_000}
			if _, err := ReadKeptGame(&log); err != nil {
				t.Fatal(err)
			}
			if grown := int64(log.late) - int64(log.early); grown > 200_000 {
				t.Errorf("a start takes %d bytes more after %d lines", grown, log.length)
			}
		})
	}
}
