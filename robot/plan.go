package robot

import (
	"fmt"

	"crownhead/arm"
	"crownhead/board"
)

// A Planner makes the arm's program for a move; arm.Arm is one. It must depend on nothing but its arguments and the
// number of slots in the tray, for a replay plans again.
type Planner interface {
	Plan(t arm.Turn, visitor board.Color, tray arm.Tray) (arm.Program, arm.Tray, error)
}

var _ Planner = (*arm.Arm)(nil)

// replayPlanner plans as the robot did that wrote a journal: of its config only the number of slots counts.
func replayPlanner(trophies, kings int) (Planner, error) {
	const most = 1000 // slots; a journal is input like any other
	if trophies < 0 || kings < 0 || trophies > most || kings > most {
		return nil, fmt.Errorf("header: %d trophies and %d kings in the tray", trophies, kings)
	}
	cfg := arm.DefaultConfig()
	cfg.Tray.Trophies = resize(cfg.Tray.Trophies, trophies)
	cfg.Tray.Kings = resize(cfg.Tray.Kings, kings)
	return arm.New(cfg)
}

// resize returns a list of n elements that are all taken from the given one.
func resize[T any](list []T, n int) []T {
	out := make([]T, n)
	for i := range out {
		out[i] = list[i%len(list)]
	}
	return out
}
