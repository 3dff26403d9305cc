package loop

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"crownhead/engine/train/store"
	"crownhead/internal/filelock"
)

// Names in a generation's folder.
const (
	PlanFile       = "plan.json"
	GamesDir       = "games"
	CheckpointFile = "fit.state"
	RecordFile     = "generation.json"
)

// Folders are those of a training's generations. G is the record of one.
type Folders[G any] struct {
	Dir    string // the training's
	Digits int    // of the number in a folder's name

	// Check finds what is wrong with a record that claims to be the n-th generation's.
	Check func(g *G, n int) error

	// Complete reports whether a record is that of a finished generation. Nil: a record is written
	// only for those.
	Complete func(g *G) bool
}

// Path is the path of a file in the n-th generation's folder; with no name, the folder's.
func (f Folders[G]) Path(n int, name string) string {
	return filepath.Join(f.Dir, fmt.Sprintf("generation-%0*d", f.Digits, n), name)
}

// lockFile is the name of the lock in a training's folder.
const lockFile = "lock"

// ErrFolder is returned for a folder in which no training can run. The error that comes with it is
// filelock.ErrLocked where another process trains there.
var ErrFolder = errors.New("no training can run in this folder")

// lock makes the training's folder and locks it.
func (f Folders[G]) lock() (*filelock.Lock, error) {
	err := os.MkdirAll(f.Dir, 0o777)
	if err != nil {
		return nil, fmt.Errorf("loop: %w: %w", ErrFolder, err)
	}
	lock, err := filelock.Take(filepath.Join(f.Dir, lockFile))
	if err != nil {
		return nil, fmt.Errorf("loop: %w: %w", ErrFolder, err)
	}
	return lock, nil
}

// Running reports whether a process trains in a folder.
func Running(dir string) bool {
	_, held, err := filelock.Read(filepath.Join(dir, lockFile))
	return err == nil && held
}

// Begun reports whether the folder has a training of this kind.
func (f Folders[G]) Begun() bool {
	_, err := os.Stat(f.Path(1, ""))
	return err == nil
}

// Finished reads the records from the first on, up to the first that is not there or not complete.
func (f Folders[G]) Finished() ([]G, error) {
	all := []G{}
	for {
		g, err := f.ReadRecord(len(all) + 1)
		switch {
		case errors.Is(err, fs.ErrNotExist) || err == nil && f.Complete != nil && !f.Complete(&g):
			return all, nil
		case err != nil:
			return nil, err
		}
		all = append(all, g)
	}
}

// ReadRecord reads the record of the n-th generation. One that is not there gives fs.ErrNotExist,
// one that is damaged or cannot be right store.ErrDamaged.
func (f Folders[G]) ReadRecord(n int) (g G, err error) {
	name := f.Path(n, RecordFile)
	if err := store.ReadRecord(name, &g); err != nil {
		return g, err
	}
	if wrong := f.Check(&g, n); wrong != nil {
		return g, fmt.Errorf("loop: %s: %w: %w", name, store.ErrDamaged, wrong)
	}
	return g, nil
}

// WriteRecord writes the record of the n-th generation.
func (f Folders[G]) WriteRecord(n int, g *G) error {
	return store.WriteRecord(f.Path(n, RecordFile), g)
}

// LastAccepted is the generation that was accepted last; nil if none was.
func LastAccepted[G any](all []G, accepted func(g *G) bool) *G {
	for i := len(all) - 1; i >= 0; i-- {
		if accepted(&all[i]) {
			return &all[i]
		}
	}
	return nil
}

// HoldoutEvery is how many numbered files of games there are for each one that is held out.
const HoldoutEvery = 20

// HeldOut reports whether a fit does not see a file of games, which then shows how well the fit
// does on games it has not seen.
func HeldOut(shard int) bool { return shard%HoldoutEvery == HoldoutEvery/2 }
