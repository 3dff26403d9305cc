package loop

import (
	"context"
	"errors"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"crownhead/engine/train/store"
	"crownhead/internal/filelock"
)

// A training that fails amid a generation goes on from the record that was kept; it does not go on
// with another plan, or beside another process.
func TestTraining(t *testing.T) {
	failure := errors.New("failure")
	var steps []string
	fails, plan := true, "a"
	training := Training[record]{
		Folders: testFolders(t.TempDir()), Generations: 2,
		Next: func(finished []record) (record, any, error) { return record{"new", len(finished) + 1}, plan, nil },
		Report: func(finished []record) error {
			steps = append(steps, "report")
			return nil
		},
	}
	training.Make = func(_ context.Context, r *record, finished []record) error {
		steps = append(steps, r.Kind)
		r.Kind = "half"
		if err := training.WriteRecord(r.N, r); err != nil {
			return err
		}
		if fails && r.N == 2 {
			return failure
		}
		r.Kind = "done"
		return nil
	}
	if all, err := training.Run(t.Context()); !errors.Is(err, failure) || len(all) != 1 ||
		all[0] != (record{"done", 1}) {
		t.Errorf("%v, %v", all, err)
	}
	lock, err := training.lock()
	if err != nil || !Running(training.Dir) {
		t.Fatalf("running %v, %v", Running(training.Dir), err)
	}
	if _, err := training.Run(t.Context()); !errors.Is(err, filelock.ErrLocked) || !errors.Is(err, ErrFolder) {
		t.Errorf("beside another run: %v", err)
	}
	if err := lock.Release(); err != nil || Running(training.Dir) {
		t.Fatalf("running %v, %v", Running(training.Dir), err)
	}
	fails, plan = false, "b"
	if _, err := training.Run(t.Context()); !errors.Is(err, store.ErrPlan) {
		t.Errorf("with another plan: %v", err)
	}
	plan = "a"
	if all, err := training.Run(t.Context()); err != nil || !slices.Equal(all, []record{{"done", 1}, {"done", 2}}) {
		t.Errorf("%v, %v", all, err)
	}
	if got := strings.Join(steps, " "); got != "new report new half report" {
		t.Errorf("%s", got)
	}
}

// The parts of a batch hold all of it, in order; each is done once, by a limited number at a time.
func TestParts(t *testing.T) {
	for _, n := range []int{0, 1, 3, 4, 203} {
		batch := make([]int, n)
		for i := range batch {
			batch[i] = i
		}
		var all []int
		for k := range Parts {
			all = append(all, Part(batch, k)...)
		}
		if !slices.Equal(all, batch) {
			t.Errorf("%v, want %v", all, batch)
		}
	}
	for _, workers := range []int{1, 2, 9} {
		var now, most atomic.Int64
		var done [Parts]bool
		ForEachPart(workers, func(k int) {
			most.Store(max(most.Load(), now.Add(1)))
			done[k] = true
			now.Add(-1)
		})
		if done != [Parts]bool{true, true, true, true} || most.Load() > int64(workers) {
			t.Errorf("%d workers: %v, %d at once", workers, done, most.Load())
		}
	}
}

// A twentieth of the files is held out, one of twenty files included.
func TestHeldOut(t *testing.T) {
	held := 0
	for shard := range 10 * HoldoutEvery {
		if HeldOut(shard) {
			held++
		}
	}
	if held != 10 {
		t.Errorf("%d of %d files are held out", held, 10*HoldoutEvery)
	}
}
