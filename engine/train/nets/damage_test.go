package nets

import (
	"bytes"
	"context"
	"errors"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"crownhead/engine/train/loop"
	"crownhead/engine/train/store"
)

// damage changes a file of a generation.
func damage(t *testing.T, dir string, n int, name string, change func([]byte) []byte) {
	t.Helper()
	file := filepath.Join(foldersIn(dir).Path(n, ""), name)
	data, err := os.ReadFile(file)
	if err == nil {
		err = os.WriteFile(file, change(data), 0o666)
	}
	if err != nil {
		t.Fatal(err)
	}
}

// remove removes files of a generation.
func remove(t *testing.T, dir string, n int, names ...string) {
	t.Helper()
	for _, name := range names {
		if err := os.Remove(filepath.Join(foldersIn(dir).Path(n, ""), name)); err != nil {
			t.Fatal(err)
		}
	}
}

// Games of a generation that is finished, which a later one learns from, are made again as they
// were; records that cannot be right are reported by their names, and made again once they are removed.
func TestDamage(t *testing.T) {
	dir := t.TempDir()
	if _, err := Run(context.Background(), tinyRun(dir), func(loop.Progress) {}); err != nil {
		t.Fatal(err)
	}
	want := state(t, dir)
	remove(t, dir, 1, loop.GamesDir+"/00002.games")
	damage(t, dir, 1, loop.GamesDir+"/00007.games", func(b []byte) []byte { return b[:len(b)-1] })
	remove(t, dir, 2, loop.RecordFile, loop.CheckpointFile)
	var notes []string
	note := func(s loop.Progress) { notes = append(notes, s.Note) }
	if _, err := Run(context.Background(), tinyRun(dir), note); err != nil {
		t.Fatal(err)
	}
	if got := state(t, dir); got != want {
		t.Errorf("made again:\n%s\nwant\n%s", got, want)
	}
	if all := strings.Join(notes, ""); !strings.Contains(all, "00002.games") ||
		!strings.Contains(all, "games of generation 1 are made again") {
		t.Errorf("told: %q", all)
	}
	badRecords(t, dir)
	remove(t, dir, 1, loop.RecordFile)
	if _, err := Run(context.Background(), tinyRun(dir), func(loop.Progress) {}); err != nil || state(t, dir) != want {
		t.Errorf("with a record that was removed: %v", err)
	}
}

// badRecords damages the first generation's record in many ways.
func badRecords(t *testing.T, dir string) {
	for what, bad := range map[string]string{
		"nothing": "", "null": "null", "torn": `{"number":1,`, "no plan": `{"number":1,"finished":true}`, "another number": `{"number":2}`,
	} {
		damage(t, dir, 1, loop.RecordFile, func([]byte) []byte { return []byte(bad) })
		if _, err := Generations(dir); !errors.Is(err, store.ErrDamaged) ||
			!strings.Contains(err.Error(), loop.RecordFile) {
			t.Errorf("%s: %v", what, err)
		}
		if _, err := Run(context.Background(), tinyRun(dir), func(loop.Progress) {}); !errors.Is(err, store.ErrDamaged) {
			t.Errorf("%s: run: %v", what, err)
		}
	}
}

// A file that holds no plan is reported, and nothing is divided by its zeros.
func TestPlanOfNothing(t *testing.T) {
	dir := t.TempDir()
	if err := os.Mkdir(foldersIn(dir).Path(1, ""), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(foldersIn(dir).Path(1, ""), loop.PlanFile), []byte("{}"), 0o666); err != nil {
		t.Fatal(err)
	}
	if _, err := Underway(dir, 0); !errors.Is(err, store.ErrDamaged) {
		t.Error(err)
	}
}

// A checkpoint whose numbers cannot be right is not used, whatever its checksums say.
func TestFitOfNowhere(t *testing.T) {
	e := replayWindow{train: lessons(100, 1), held: lessons(10, 2), fresh: 100}
	file := filepath.Join(t.TempDir(), "fit")
	whole := newTestFit(t, file, 1, e)
	if _, err := whole.trainToEnd(context.Background()); err != nil {
		t.Fatal(err)
	}
	good, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	unchecked := regexp.MustCompile(`,"head":"[0-9a-f]*"`).ReplaceAll(good, nil)
	for _, bad := range []string{`"step":-7,"steps"`, `"step":99999,"steps"`} {
		data := regexp.MustCompile(`"step":[0-9]+,"steps"`).ReplaceAll(unchecked, []byte(bad))
		if bytes.Equal(data, unchecked) {
			t.Fatal("nothing was changed")
		}
		if err := os.WriteFile(file, data, 0o666); err != nil {
			t.Fatal(err)
		}
		f := newTestFit(t, file, 1, e)
		var notes string
		f.report = func(_ float64, note string) { notes += note }
		if _, err := f.trainToEnd(context.Background()); err != nil ||
			!strings.Contains(notes, "begins anew") || !bytes.Equal(weights(t, f.net), weights(t, whole.net)) {
			t.Errorf("%s: %v, %q", bad, err, notes)
		}
	}
}
