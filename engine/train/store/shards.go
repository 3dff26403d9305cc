package store

import (
	"context"
	"errors"
	"fmt"
	"os"
	"sync"

	"golang.org/x/sync/errgroup"
)

// Shards are the numbered files of a folder, 0 … Count−1. What each holds follows from its number
// alone, not from when it is made, and by which worker.
type Shards[S any] struct {
	Dir     string
	Count   int
	Workers int // files made at once

	Read   func(n int) (S, error)                      // reads a file; see [MustBeMade] for those that are made again
	Create func(ctx context.Context, n int) (S, error) // writes a file, and returns what is in it

	// Done is called after each file, by one goroutine at a time. A kept file was there before. The
	// note is for the operator.
	Done func(s S, kept bool, note string)
}

// Complete creates the files that are not there yet, and those that are damaged.
func (s Shards[S]) Complete(ctx context.Context) error {
	if err := os.MkdirAll(s.Dir, 0o777); err != nil {
		return fmt.Errorf("store: making files: %w", err)
	}
	var lock sync.Mutex
	return forEach(ctx, s.Count, s.Workers, func(ctx context.Context, n int) error {
		shard, err := s.Read(n)
		kept, note := err == nil, ""
		if errors.Is(err, ErrDamaged) {
			note = err.Error() + "; it is made again"
		}
		if MustBeMade(err) {
			shard, err = s.Create(ctx, n)
		}
		if err != nil {
			return err
		}
		lock.Lock()
		defer lock.Unlock()
		s.Done(shard, kept, note)
		return nil
	})
}

// forEach does numbered parts of some work, a limited number at once, and waits for all. The first error, or
// the end of ctx, ends what is under way, and is returned.
func forEach(ctx context.Context, parts, workers int, do func(ctx context.Context, part int) error) error {
	group, inner := errgroup.WithContext(ctx)
	group.SetLimit(workers)
	for part := range parts {
		group.Go(func() error {
			if inner.Err() != nil {
				return nil
			}
			return do(inner, part)
		})
	}
	return errors.Join(group.Wait(), context.Cause(ctx))
}
