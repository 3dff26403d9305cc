package robot_test

import (
	"path/filepath"
	"strings"
	"testing"

	"crownhead/robot/robottest"
)

// Games of scripted visitors, of both colours, on good lines and bad, and an evening on which everything
// happens: whatever the program becomes, their journals turn out as they did. scripts/journals has recorded
// them.
func TestJournalsReplayForEver(t *testing.T) {
	const kept = 38
	journals, err := filepath.Glob(filepath.Join("testdata", "journals", "v*", "*.jsonl"))
	if err != nil || len(journals) < kept {
		t.Fatalf("%d journals, want %d: %v", len(journals), kept, err)
	}
	for _, journal := range journals {
		name := strings.TrimPrefix(filepath.ToSlash(journal), "testdata/journals/")
		t.Run(name, func(t *testing.T) { robottest.Golden(t, journal) })
	}
}
