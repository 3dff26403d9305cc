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
	kings := strings.Replace(headerLine, "W:Wc3:Bd4,h8", "W:WKa1:BKh2,a7", 1)
	shuttle := []string{"01000090", "01000018", "01000009", "01000081"} // a1-b2, h2-g1, b2-a1, g1-h2
	for _, c := range []struct {
		name   string
		header string
		line   func(n int) string
	}{
		{"a recording", kings, func(n int) string {
			return fmt.Sprintf(`{"t":%d,"event":"button","bits":"%s"}`, n, shuttle[n%4]) + "\n"
		}},
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
			moves, records := 0, c.name == "a recording"
			_, err := Replay(&log, Options{
				EveryPressIsAPly: records, Verdict: func(sensing.Verdict) {}, Move: func(string) { moves++ },
			})
			if err != nil || log.n != log.length || records && moves != log.length {
				t.Fatalf("%d moves, %v", moves, err)
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

// A recording of any length has all its moves, though most of them are forgotten on the way; the last ply can be taken
// back all the while.
func TestLongRecording(t *testing.T) {
	shuttle := []string{"a1-b2", "h2-g1", "b2-a1", "g1-h2"}
	bits := []string{"01000090", "01000018", "01000009", "01000081"}
	const rounds = 5000
	var log strings.Builder
	log.WriteString(strings.Replace(headerLine, "W:Wc3:Bd4,h8", "W:WKa1:BKh2,a7", 1) + "\n")
	for n := range 4 * rounds {
		fmt.Fprintf(&log, `{"t":%d,"event":"button","bits":"%s"}`+"\n", n, bits[n%4])
	}
	report, err := Replay(strings.NewReader(log.String()), Options{EveryPressIsAPly: true})
	if err != nil || len(report.Moves) != 4*rounds || report.Result != board.Drawn {
		t.Fatalf("%d moves, %s, %v", len(report.Moves), report.Result, err)
	}
	for n, move := range report.Moves {
		if move != shuttle[n%4] {
			t.Fatalf("ply %d is %s", n+1, move)
		}
	}
	if !strings.Contains(report.PDN, `[FEN "W:WKa1:BKh2,a7"]`) || !strings.HasSuffix(report.PDN, "b2-a1 g1-h2 1-1\n") ||
		!strings.Contains(report.PDN, "10000. b2-a1 g1-h2") {
		t.Errorf("%s …", report.PDN[:200])
	}
}
