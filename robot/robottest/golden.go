// Package robottest has what tests of the robot share: [Golden] replays a recorded game and compares it with
// its golden verdicts, and a [Rig] is a whole robot without hardware, against which a [QuickPerson] plays. It
// is for tests only.
package robottest

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"crownhead/robot/journal"
)

// Update is the environment variable that makes Golden write what it finds instead of comparing.
const Update = "CROWNHEAD_UPDATE"

// Golden replays the log at path and compares verdicts, moves and result with those in the file beside it, of
// the same name ending in .golden. The log must also replay to the outcomes that it holds. With
// CROWNHEAD_UPDATE=1 it writes that file.
func Golden(t testing.TB, path string) {
	t.Helper()
	replayGolden(t, path, journal.Options{})
}

// GoldenRecord is Golden for a log in which each press is one move, of whichever side is to move.
func GoldenRecord(t testing.TB, path string) {
	t.Helper()
	replayGolden(t, path, journal.Options{EveryPressIsAPly: true})
}

func replayGolden(t testing.TB, path string, opt journal.Options) {
	t.Helper()
	log, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer log.Close()
	report, err := journal.Replay(log, opt)
	if err != nil {
		t.Fatalf("%s: %v", path, err)
	}
	if d := report.Diverged; d != nil {
		t.Errorf("%s:%d: the log has %s, now it is %s", path, d.Line, d.Want, d.Got)
	}
	compareGolden(t, strings.TrimSuffix(path, filepath.Ext(path))+".golden", formatReport(t, report))
}

// formatReport returns what a golden file holds: result, verdicts and moves, a line each.
func formatReport(t testing.TB, r journal.Report) []byte {
	t.Helper()
	var b bytes.Buffer
	for _, part := range []any{r.Result, r.Verdicts, r.Moves} {
		line, err := json.Marshal(part)
		if err != nil {
			t.Fatal(err)
		}
		b.Write(append(line, '\n'))
	}
	return b.Bytes()
}

func compareGolden(t testing.TB, path string, got []byte) {
	t.Helper()
	if os.Getenv(Update) != "" {
		if err := os.WriteFile(path, got, 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatalf("%v; %s=1 writes it", err, Update)
	}
	if !bytes.Equal(got, want) {
		t.Errorf("%s:\n%s\nnow it is\n%s", path, want, got)
	}
}
