package search

import (
	"context"
	"errors"
	"fmt"

	"crownhead/board"
	"crownhead/engine"
)

// ErrNoMove is returned for a game in which nobody can move any more.
var ErrNoMove = errors.New("no move to choose from")

// forcedDepth is as deep as a position with a single move is searched where time or nodes are counted: enough for an estimate.
const forcedDepth = 6

// An Engine searches positions; see the package comment.
type Engine struct {
	trees []*tree // one for each thread; the first one's answer counts
	table *table
}

var _ engine.Player = (*Engine)(nil)

// New returns an engine with an empty transposition table.
func New(o Options) *Engine {
	if o.Evaluation == nil {
		o.Evaluation = Material{}
	}
	e := &Engine{table: newTable(o.TableBits)}
	for range max(1, o.Threads) {
		e.trees = append(e.trees, &tree{opts: o, table: e.table})
	}
	return e
}

// A Candidate is a move at the root with what the search found out about it.
type Candidate struct {
	Move  board.Move
	Score int          // its value, when asked for; else a bound that it does not exceed
	Line  []board.Move // expected continuation, Move first
}

// A selection says of which moves at the root the true scores are wanted: those within a margin of the best, and so
// many of the best in any case.
type selection struct{ margin, lines int }

// single tells that only the best move is wanted.
func (s selection) single() bool { return s.margin == 0 && s.lines <= 1 }

// Choose returns the best move that the limits allow to find.
func (e *Engine) Choose(ctx context.Context, g board.Game, lim engine.Limits) (engine.Answer, error) {
	a, _, err := e.choose(ctx, g, lim, selection{})
	return a, err
}

// Candidates does what Choose does, and also returns all moves, best first, of which those within margin of the best
// carry their true scores at the depth of the answer.
func (e *Engine) Candidates(ctx context.Context, g board.Game, lim engine.Limits, margin int) (engine.Answer, []Candidate, error) {
	return e.choose(ctx, g, lim, selection{margin: max(0, margin)})
}

// Within returns those of the candidates that are worth more than the best less the margin; the best always counts.
func Within(moves []Candidate, margin int) []Candidate {
	n := 1
	for n < len(moves) && moves[n].Score > moves[0].Score-margin {
		n++
	}
	return moves[:n]
}

// Lines does what Choose does, and also returns the n best moves, or all if there are fewer, with their true scores.
func (e *Engine) Lines(ctx context.Context, g board.Game, lim engine.Limits, n int) (engine.Answer, []Candidate, error) {
	a, list, err := e.choose(ctx, g, lim, selection{lines: n})
	return a, list[:min(n, len(list))], err
}

func (e *Engine) choose(ctx context.Context, g board.Game, lim engine.Limits, want selection) (engine.Answer, []Candidate, error) {
	if g.Outcome().Over() {
		return engine.Answer{}, nil, fmt.Errorf("search: choosing a move: the game is over: %w", ErrNoMove)
	}
	if !g.Position().CanMove() {
		return engine.Answer{}, nil, fmt.Errorf("search: choosing a move in %s: %w", g.Position().FEN(), ErrNoMove)
	}
	e.table.next()
	first := e.trees[0]
	first.begin(ctx, g, lim)
	roots := first.roots()
	join := e.help(ctx, g, lim, want)
	depth := first.deepen(roots, lim.Depth, want)
	return answer(roots[0], depth, first.nodes+join()), roots, nil
}

// answer is what a search says whose best move is known.
func answer(best Candidate, depth int, nodes int64) engine.Answer {
	return engine.Answer{Move: best.Move, Win: Win(best.Score), Score: best.Score, Line: best.Line, Depth: depth, Nodes: nodes}
}

// Report has f called with what has been found whenever a depth is finished, by the goroutine that searches; nil: nobody. The
// nodes are those of one thread.
func (e *Engine) Report(f func(engine.Answer)) { e.trees[0].report = f }
