package search

import (
	"context"
	"sync"
	"sync/atomic"

	"crownhead/board"
	"crownhead/engine"
)

// help lets the other threads search the same position until the first one has its answer. They tell it what they
// found by the table alone; every other one begins a ply deeper, so that they are not all in the same place. Join stops
// them, waits for them, and returns how many positions they visited. Where nodes are counted there is no help: then the
// same limit gives the same answer.
func (e *Engine) help(ctx context.Context, g board.Game, lim engine.Limits, want selection) (join func() int64) {
	if len(e.trees) == 1 || lim.Nodes > 0 {
		return func() int64 { return 0 }
	}
	var done atomic.Bool
	var running sync.WaitGroup
	for i, t := range e.trees[1:] {
		t.begin(ctx, g, lim)
		t.done = &done
		running.Go(func() {
			t.deepenFrom(2-i%2, t.roots(), lim.Depth, want)
		})
	}
	return func() (nodes int64) {
		done.Store(true)
		running.Wait()
		for _, t := range e.trees[1:] {
			nodes += t.nodes
		}
		return nodes
	}
}
