package queries

import (
	"bufio"
	"bytes"
	"encoding/json"
	"os"
	"testing"

	"crownhead/board/sensing"
)

// More verdicts than are kept in memory come back whole and in order, and leave no file behind.
func TestVerdictSpool(t *testing.T) {
	dir := t.TempDir()
	t.Setenv("TMPDIR", dir)
	t.Setenv("TMP", dir)
	verdicts := []sensing.Verdict{sensing.MoveMade, sensing.Unchanged, sensing.Illegal}
	const n = spoolMemory + 100_000
	var s verdictSpool
	for i := range n {
		s.add(verdicts[i*i%len(verdicts)])
	}
	if err := s.finish(); err != nil || len(s.memory) != spoolMemory {
		t.Fatalf("%v; %d verdicts are in memory", err, len(s.memory))
	}
	var text bytes.Buffer
	w := bufio.NewWriter(&text)
	w.WriteByte('[')
	if err := s.writeTo(w); err != nil {
		t.Fatal(err)
	}
	w.WriteByte(']')
	w.Flush()
	var got []sensing.Verdict
	if err := json.Unmarshal(text.Bytes(), &got); err != nil || len(got) != n {
		t.Fatalf("%d verdicts, %v", len(got), err)
	}
	for i, v := range got {
		if v != verdicts[i*i%len(verdicts)] {
			t.Fatalf("verdict %d is %s", i, v)
		}
	}
	s.remove()
	expectEmptyFolder(t, dir)
}

// Where no temporary file can be made, that is said, and no verdict is lost silently.
func TestVerdictSpoolWithoutDisk(t *testing.T) {
	t.Setenv("TMPDIR", "/dev/null/x")
	t.Setenv("TMP", "/dev/null/x")
	var s verdictSpool
	for range spoolMemory + 1 {
		s.add(sensing.MoveMade)
	}
	if s.finish() == nil {
		t.Error("no error")
	}
}

func expectEmptyFolder(t *testing.T, dir string) {
	t.Helper()
	if entries, err := os.ReadDir(dir); err != nil || len(entries) > 0 {
		t.Errorf("left behind: %v, %v", entries, err)
	}
}
