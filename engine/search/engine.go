package search

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"sync/atomic"

	"crownhead/board"
	"crownhead/engine"
)

// ErrNoMove is returned for a game that is over, or in which the side to move has no move.
var ErrNoMove = errors.New("no move to choose from")

// An Engine searches positions; see the package comment.
type Engine struct {
	threads []*thread // the first one's answer counts
	table   *transpositionTable
}

var _ engine.Ponderer = (*Engine)(nil)

// New returns an engine with an empty transposition table.
func New(o Options) *Engine {
	if o.Evaluation == nil {
		o.Evaluation = Material{}
	}
	e := &Engine{table: newTranspositionTable(o.TableBits)}
	for range max(1, o.Threads) {
		e.threads = append(e.threads, &thread{opts: o, table: e.table})
	}
	return e
}

// Choose returns the best move that can be found within the limits.
func (e *Engine) Choose(ctx context.Context, g board.Game, lim engine.Limits) (engine.Answer, error) {
	a, _, err := e.searchPosition(ctx, g, lim, selection{})
	return a, err
}

// Candidates does what Choose does, and also returns all moves, best first. Those within margin of the best carry
// their true scores at the depth of the answer.
func (e *Engine) Candidates(
	ctx context.Context, g board.Game, lim engine.Limits, margin int,
) (engine.Answer, []Candidate, error) {
	return e.searchPosition(ctx, g, lim, selection{margin: max(0, margin)})
}

// BestLines does what Choose does, and also returns the n best moves, or all if there are fewer, with their true
// scores (multi-PV).
func (e *Engine) BestLines(
	ctx context.Context, g board.Game, lim engine.Limits, n int,
) (engine.Answer, []Candidate, error) {
	a, list, err := e.searchPosition(ctx, g, lim, selection{lines: n})
	return a, list[:min(n, len(list))], err
}

// Ponder searches a position in which the opponent is to move until ctx ends, and leaves what it found in the table.
func (e *Engine) Ponder(ctx context.Context, g board.Game) {
	// A position without a move is no failure here: there is nothing to ponder.
	_, _, _ = e.searchPosition(ctx, g, engine.Limits{}, selection{})
}

// Report sets a function that is called with the result of each completed depth; nil sets none. The searching goroutine
// calls it. The nodes are those of one thread.
func (e *Engine) Report(f func(engine.Answer)) { e.threads[0].report = f }

func (e *Engine) searchPosition(
	ctx context.Context, g board.Game, lim engine.Limits, want selection,
) (engine.Answer, []Candidate, error) {
	if g.Outcome().Over() {
		return engine.Answer{}, nil, fmt.Errorf("search: choosing a move: the game is over: %w", ErrNoMove)
	}
	if !g.Position().CanMove() {
		return engine.Answer{}, nil, fmt.Errorf("search: choosing a move in %s: %w", g.Position().FEN(), ErrNoMove)
	}
	e.table.nextAge()
	first := e.threads[0]
	first.beginSearch(ctx, g, lim)
	roots := first.listRootMoves()
	stopHelpers := e.startHelpers(ctx, g, lim, want)
	depth := first.deepenIteratively(1, roots, lim.Depth, want)
	return newAnswer(roots[0], depth, first.nodes+stopHelpers()), roots, nil
}

// startHelpers lets the other threads search the same position until the first one has its answer (lazy SMP). They
// share what they find by the table alone. Every other one begins a ply deeper, so that they do not all search the same
// nodes. The returned function stops them, waits for them, and returns how many positions they visited. With a limit of
// nodes there are no helpers, so that the same limit gives the same answer.
func (e *Engine) startHelpers(
	ctx context.Context, g board.Game, lim engine.Limits, want selection,
) (stop func() int64) {
	if len(e.threads) == 1 || lim.Nodes > 0 {
		return func() int64 { return 0 }
	}
	var cancelled atomic.Bool
	var running sync.WaitGroup
	for i, t := range e.threads[1:] {
		t.beginSearch(ctx, g, lim)
		t.cancelled = &cancelled
		running.Go(func() {
			t.deepenIteratively(2-i%2, t.listRootMoves(), lim.Depth, want)
		})
	}
	return func() (nodes int64) {
		cancelled.Store(true)
		running.Wait()
		for _, t := range e.threads[1:] {
			nodes += t.nodes
		}
		return nodes
	}
}
