package nets

import (
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"

	"crownhead/engine/train/store"
)

// Underway tells how far the generation has come that isn't finished, by what is in the folder; nil if there is none. How many games of a
// match have been played no file tells.
func Underway(dir string, finished int) (*Stage, error) {
	n := finished + 1
	folder := generationDir(dir, n)
	var p Plan
	switch err := store.ReadRecord(filepath.Join(folder, planFile), &p); {
	case errors.Is(err, fs.ErrNotExist):
		return nil, nil
	case err != nil:
		return nil, err
	}
	if err := p.Validate(); err != nil {
		return nil, fmt.Errorf("nets: %s: %w: %w", folder, store.ErrTorn, err)
	}
	g, err := readRecord(dir, n)
	switch {
	case errors.Is(err, fs.ErrNotExist): // it is written when the games are there
		made, err := filepath.Glob(filepath.Join(folder, gamesDir, "*.games"))
		return &Stage{Generation: n, Doing: StageGames, Part: float64(len(made)) / float64(p.Shards())}, err
	case err != nil:
		return nil, err
	case g.Sum != "":
		return &Stage{Generation: n, Doing: StageGate}, nil
	}
	fit := &Stage{Generation: n, Doing: StageFit}
	var h fitHeader
	if _, err := store.Read(filepath.Join(folder, fitFile), &h); err == nil && h.Steps > 0 {
		fit.Part = float64(h.Step) / float64(h.Steps)
	}
	return fit, nil
}
