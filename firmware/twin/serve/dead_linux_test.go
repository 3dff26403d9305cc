package serve

import (
	"errors"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/rs/zerolog"

	"crownhead/board"
	"crownhead/firmware/sim"
)

// A deadChip is a board that has died.
type deadChip struct{ err error }

func (c deadChip) Slice(time.Duration, sim.Inputs, []byte) (sim.Outputs, error) {
	return sim.Outputs{}, c.err
}

func (deadChip) Reset() error { return nil }

// A board that dies under a virtual robot ends it with what the board has said, and the port goes with it.
func TestRunEndsWithItsBoard(t *testing.T) {
	said := errors.New("the processor has stopped")
	path := filepath.Join(t.TempDir(), "robot")
	err := Run(t.Context(), Config{Path: path, Seed: 1, Start: board.Start(), Visitor: board.White, Chip: deadChip{said}, Log: zerolog.Nop()})
	if !errors.Is(err, ErrDead) || !errors.Is(err, said) {
		t.Errorf("%v", err)
	}
	if _, err := os.Lstat(path); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("the port is left: %v", err)
	}
}
