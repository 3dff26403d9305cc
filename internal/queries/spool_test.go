package queries

import (
	"bytes"
	"encoding/json"
	"os"
	"testing"

	"crownhead/board/sensing"
)

// More words than are kept in memory come back whole and in order, and leave no file behind.
func TestSpool(t *testing.T) {
	dir := t.TempDir()
	t.Setenv("TMPDIR", dir)
	t.Setenv("TMP", dir)
	verdicts := []sensing.Verdict{sensing.MoveMade, sensing.Unchanged, sensing.Illegal}
	const n = 300_000
	var list wordList
	for i := range n {
		list.addVerdict(verdicts[i*i%len(verdicts)])
	}
	if len(list.memory) > spoolMemory || list.file == nil {
		t.Fatalf("%d bytes are in memory", len(list.memory))
	}
	for range 2 { // it can be read again
		var text bytes.Buffer
		if err := writeJSONList(&text, &list); err != nil {
			t.Fatal(err)
		}
		var got []sensing.Verdict
		if err := json.Unmarshal(text.Bytes(), &got); err != nil || len(got) != n {
			t.Fatalf("%d verdicts, %v", len(got), err)
		}
		for i, v := range got {
			if v != verdicts[i*i%len(verdicts)] {
				t.Fatalf("verdict %d is %s", i, v)
			}
		}
	}
	list.removeFile()
	expectEmptyFolder(t, dir)
}

// Where no temporary file can be made, that is said, and nothing is lost silently.
func TestSpoolWithoutDisk(t *testing.T) {
	t.Setenv("TMPDIR", "/dev/null/x")
	t.Setenv("TMP", "/dev/null/x")
	var list wordList
	for range spoolMemory / 2 {
		list.addMove("c3-d4")
	}
	if list.err == nil || list.eachWord(func(string) bool { return true }) == nil {
		t.Error("no error")
	}
}

func expectEmptyFolder(t *testing.T, dir string) {
	t.Helper()
	if entries, err := os.ReadDir(dir); err != nil || len(entries) > 0 {
		t.Errorf("left behind: %v, %v", entries, err)
	}
}
