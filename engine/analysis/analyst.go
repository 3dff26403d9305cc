package analysis

import (
	"context"
	"fmt"

	"crownhead/board"
	"crownhead/engine"
	"crownhead/engine/search"
)

// An Analyst answers questions about positions.
type Analyst struct {
	sharp *search.Engine
	plain *search.Engine // counts pieces and nothing else
}

// New makes an analyst who searches with these options.
func New(o search.Options) *Analyst {
	plain := o
	plain.Evaluation, plain.Threads = search.Material{}, 0
	return &Analyst{sharp: search.New(o), plain: search.New(plain)}
}

// BestLines returns the answer of a search with the n best moves and what is expected after each.
func (a *Analyst) BestLines(ctx context.Context, g board.Game, lim engine.Limits, n int) (engine.Answer, []search.Candidate, error) {
	answer, list, err := a.sharp.BestLines(ctx, g, lim, max(1, n))
	if err != nil {
		return answer, nil, fmt.Errorf("analysis: %w", err)
	}
	return answer, list, nil
}
