package loop

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"

	"crownhead/engine/train/store"
)

// Progress is how far a training has got.
type Progress struct {
	Generation int
	Phase      string  // one of the Phase constants
	Fraction   float64 // how much of the phase is done, 0 to 1
	Note       string  // something that the operator should know, else ""
}

// Phases of a generation.
const (
	PhaseGames = "games" // of self-play
	PhaseFit   = "fit"   // of weights to the games
	PhaseGate  = "gate"  // the match that decides whether a network is accepted
	PhaseMatch = "match" // the same for pattern weights
)

// A Training makes generations one after the other. G is the record of one.
type Training[G any] struct {
	Folders[G]
	Generations int // there are to be in the end, those in the folder included

	// Next returns the record with which the next generation begins, and its plan. A generation
	// that was begun before must have the same plan, and goes on from its own record.
	Next func(finished []G) (begun G, plan any, err error)

	// Make makes what is not there yet of a generation and completes its record. It may write the
	// record in between.
	Make func(ctx context.Context, g *G, finished []G) error

	// Report is called after each generation.
	Report func(finished []G) error
}

// Run trains until there are enough generations, and returns them all. After an error it returns
// those that are finished. No other process can train in the folder meanwhile.
func (t Training[G]) Run(ctx context.Context) ([]G, error) {
	lock, err := t.lock()
	if err != nil {
		return nil, err
	}
	defer lock.Release()
	finished, err := t.Finished()
	for err == nil && len(finished) < t.Generations {
		var g G
		if g, err = t.makeNext(ctx, finished); err == nil {
			finished = append(finished, g)
			err = t.Report(finished)
		}
	}
	return finished, err
}

// makeNext makes the generation after those that are finished, or what is missing of it.
func (t Training[G]) makeNext(ctx context.Context, finished []G) (g G, err error) {
	n := len(finished) + 1
	g, plan, err := t.Next(finished)
	if err != nil {
		return g, err
	}
	if err := os.MkdirAll(t.Path(n, ""), 0o777); err != nil {
		return g, fmt.Errorf("loop: %w", err)
	}
	if err := store.KeepPlan(t.Path(n, PlanFile), plan); err != nil {
		return g, err
	}
	switch begun, err := t.ReadRecord(n); {
	case err == nil:
		g = begun
	case !errors.Is(err, fs.ErrNotExist):
		return g, err
	}
	if err := t.Make(ctx, &g, finished); err != nil {
		return g, err
	}
	return g, t.WriteRecord(n, &g)
}
