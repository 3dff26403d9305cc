package search

import (
	"context"

	"crownhead/board"
	"crownhead/engine"
)

var _ engine.Ponderer = (*Engine)(nil)

// Ponder searches a position in which the opponent is to move until ctx ends, and leaves what it found in the table.
func (e *Engine) Ponder(ctx context.Context, g board.Game) {
	// No move to look for is no fault here.
	_, _, _ = e.choose(ctx, g, engine.Limits{}, selection{})
}
