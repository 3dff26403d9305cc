package store

import (
	"context"
	"errors"
	"sync"
)

// Each does numbered parts of some work, 0 … parts−1, so many at once, and waits for all. The first error, or the end of ctx, ends
// what is under way, and is returned.
func Each(ctx context.Context, parts, workers int, do func(ctx context.Context, part int) error) error {
	inner, cancel := context.WithCancel(ctx)
	defer cancel()
	var lock sync.Mutex
	var failed error
	next := 0
	take := func() (part int, ok bool) {
		lock.Lock()
		defer lock.Unlock()
		if next == parts || inner.Err() != nil {
			return 0, false
		}
		next++
		return next - 1, true
	}
	fail := func(err error) {
		lock.Lock()
		defer lock.Unlock()
		if failed == nil {
			failed = err
		}
		cancel()
	}
	var all sync.WaitGroup
	for range min(workers, parts) {
		all.Go(func() {
			for part, ok := take(); ok; part, ok = take() {
				if err := do(inner, part); err != nil {
					fail(err)
				}
			}
		})
	}
	all.Wait()
	return errors.Join(failed, context.Cause(ctx))
}
