package serve

import (
	"os"
	"strings"
	"testing"

	"github.com/rs/zerolog"

	"crownhead/board"
)

// A second virtual robot at the same path is refused, and the first one keeps its port and its socket.
func TestSecondRobotLeavesTheFirstAlone(t *testing.T) {
	s := startServing(t, Config{Seed: 1})
	before, err := os.Readlink(s.path)
	if err != nil {
		t.Fatal(err)
	}
	err = Run(t.Context(), Config{Path: s.path, Seed: 2, Start: board.Start(), Log: zerolog.Nop()})
	if err == nil || !strings.Contains(err.Error(), "another virtual robot is running there") {
		t.Errorf("the second one: %v", err)
	}
	if after, err := os.Readlink(s.path); err != nil || after != before {
		t.Errorf("the first one's port was %s, now %q, %v", before, after, err)
	}
	if hello := s.hear(7); hello.Nonce != 7 {
		t.Errorf("the first one answers %+v", hello)
	}
	if err := s.end(); err != nil {
		t.Error(err)
	}
}
