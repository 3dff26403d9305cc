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

// ErrNoMove is returned for a game that is won or lost, or in which the side to move has no move.
var ErrNoMove = errors.New("no move to choose from")

// An Engine searches positions; see the package comment.
type Engine struct {
	workers []*worker // the first one's answer counts
	tt      *transpositionTable
}

var (
	_ engine.Player   = (*Engine)(nil)
	_ engine.Ponderer = (*Engine)(nil)
)

// New returns an engine with an empty transposition table.
func New(o Options) *Engine {
	if o.Evaluation == nil {
		o.Evaluation = Material{}
	}
	e := &Engine{tt: newTranspositionTable(o.TableBits)}
	for range max(1, o.Threads) {
		e.workers = append(e.workers, &worker{opts: o, tt: e.tt})
	}
	return e
}

// Choose returns the best move that can be found within the limits.
func (e *Engine) Choose(ctx context.Context, g board.Game, lim engine.Limits) (engine.Answer, error) {
	a, _, err := e.searchPosition(ctx, g, lim, multiPV{})
	return a, err
}

// Candidates does what Choose does, and also returns all moves, best first. The moves that are less than margin worse
// than the best carry their true scores at the depth of the answer, the others an upper bound. A search that is stopped
// in its first iteration has scored only some of the moves.
func (e *Engine) Candidates(
	ctx context.Context, g board.Game, lim engine.Limits, margin int,
) (engine.Answer, []Candidate, error) {
	return e.searchPosition(ctx, g, lim, multiPV{margin: max(0, margin)})
}

// BestLines does what Choose does, and also returns the n best moves, or all if there are fewer, with their true
// scores (multi-PV).
func (e *Engine) BestLines(
	ctx context.Context, g board.Game, lim engine.Limits, n int,
) (engine.Answer, []Candidate, error) {
	a, list, err := e.searchPosition(ctx, g, lim, multiPV{lines: n})
	return a, list[:min(n, len(list))], err
}

// Ponder searches a position in which the opponent is to move until ctx ends, and leaves what it found in the table.
func (e *Engine) Ponder(ctx context.Context, g board.Game) {
	// A position without a move is no failure here: there is nothing to ponder.
	_, _, _ = e.searchPosition(ctx, g, engine.Limits{}, multiPV{})
}

// Report sets a function that is called with the result of each completed iteration; nil sets none. The searching
// goroutine calls it. The nodes are those of the first worker.
func (e *Engine) Report(f func(engine.Answer)) { e.workers[0].report = f }

func (e *Engine) searchPosition(
	ctx context.Context, g board.Game, lim engine.Limits, pvs multiPV,
) (engine.Answer, []Candidate, error) {
	g = g.ReopenDraw()
	if g.Outcome().Over() {
		return engine.Answer{}, nil, fmt.Errorf("search: choosing a move: the game is over: %w", ErrNoMove)
	}
	if !g.Position().CanMove() {
		return engine.Answer{}, nil, fmt.Errorf("search: choosing a move in %s: %w", g.Position().FEN(), ErrNoMove)
	}
	e.tt.startGeneration()
	first := e.workers[0]
	first.prepareSearch(ctx, g, lim)
	rootMoves := first.listRootMoves()
	stopHelpers := e.startHelpers(ctx, g, lim, pvs)
	depth := first.deepenIteratively(rootMoves, 1, lim.Depth, pvs)
	return newAnswer(rootMoves[0], depth, first.nodes+stopHelpers()), rootMoves, nil
}

// startHelpers lets the other workers search the same position until the first one has its answer (lazy SMP). They
// share what they find by the table alone. Every other one begins an iteration later, so that they do not all search
// the same nodes. The returned function stops them, waits for them, and returns the number of nodes they visited. With
// a limit of nodes there are no helpers, so that the same limit gives the same answer.
func (e *Engine) startHelpers(
	ctx context.Context, g board.Game, lim engine.Limits, pvs multiPV,
) (stop func() int64) {
	if len(e.workers) == 1 || lim.Nodes > 0 {
		return func() int64 { return 0 }
	}
	var answered atomic.Bool
	var running sync.WaitGroup
	for i, w := range e.workers[1:] {
		w.prepareSearch(ctx, g, lim)
		w.answered = &answered
		running.Go(func() {
			w.deepenIteratively(w.listRootMoves(), 2-i%2, lim.Depth, pvs)
		})
	}
	return func() (nodes int64) {
		answered.Store(true)
		running.Wait()
		for _, w := range e.workers[1:] {
			nodes += w.nodes
		}
		return nodes
	}
}
