package robottest

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// recorder notes whether a test would have failed.
type recorder struct {
	testing.TB
	failed bool
}

func (r *recorder) Helper()               {}
func (r *recorder) Errorf(string, ...any) { r.failed = true }
func (r *recorder) Fatalf(string, ...any) { r.failed = true; panic(r) }
func (r *recorder) Fatal(...any)          { r.failed = true; panic(r) }

func fails(path string) (failed bool) {
	r := &recorder{}
	defer func() {
		if e := recover(); e != nil && e != any(r) {
			panic(e)
		}
		failed = r.failed
	}()
	Golden(r, path)
	return r.failed
}

const log = `{"log":"crownhead/1","fen":"W:Wc3,g1:Ba7,h8,d8","visitor":"white","variant":"russian"}
{"t":1,"event":"button","bits":"a1002008"}
{"t":2,"event":"engine","move":"a7-b6"}
`

// Golden passes what is as it was, and nothing else.
func TestGolden(t *testing.T) {
	path := filepath.Join(t.TempDir(), "evening.jsonl")
	write := func(text string) {
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	write(log)
	if !fails(path) {
		t.Error("passed without a golden file")
	}
	t.Setenv(Update, "1")
	if fails(path) {
		t.Error("the golden file can't be written")
	}
	t.Setenv(Update, "")
	if fails(path) {
		t.Error("what was written doesn't pass")
	}
	write(strings.Replace(log, "a7-b6", "d8-c7", 1))
	if !fails(path) {
		t.Error("another game passes")
	}
	write(log + "garbage\n")
	if !fails(path) {
		t.Error("a bad log passes")
	}
	if !fails("nowhere.jsonl") {
		t.Error("no log passes")
	}
}
