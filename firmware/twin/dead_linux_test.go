package twin

import (
	"errors"
	"os"
	"path/filepath"
	"testing"

	"github.com/rs/zerolog"

	"crownhead/board"
)

// A board that dies under a virtual robot ends it with what the board has said, and the port goes with it.
func TestServeEndsWithItsBoard(t *testing.T) {
	said := errors.New("the processor has stopped")
	path := filepath.Join(t.TempDir(), "robot")
	err := Serve(t.Context(), ServeConfig{Path: path, Seed: 1, Start: board.Start(), Visitor: board.White, Chip: &fakeChip{err: said}, Log: zerolog.Nop()})
	if !errors.Is(err, ErrDead) || !errors.Is(err, said) {
		t.Errorf("%v", err)
	}
	if _, err := os.Lstat(path); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("the port is left: %v", err)
	}
}
