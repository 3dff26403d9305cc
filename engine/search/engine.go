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

// forcedDepth is as deep as a position with a single move is searched: enough for an estimate.
const forcedDepth = 6

// An Engine searches positions; see the package comment.
type Engine struct{ tree tree }

var _ engine.Player = (*Engine)(nil)

// New returns an engine with an empty transposition table.
func New(o Options) *Engine {
	if o.Evaluation == nil {
		o.Evaluation = Material{}
	}
	e := &Engine{}
	e.tree.opts, e.tree.table = o, newTable(o.TableBits)
	return e
}

// A Candidate is a move at the root with what the search found out about it.
type Candidate struct {
	Move  board.Move
	Score int          // its value, when within the margin of the best; else a bound that it does not exceed
	Line  []board.Move // expected continuation, Move first
}

// Choose returns the best move that the limits allow to find.
func (e *Engine) Choose(ctx context.Context, g board.Game, lim engine.Limits) (engine.Answer, error) {
	a, _, err := e.Candidates(ctx, g, lim, 0)
	return a, err
}

// Candidates does what Choose does, and also returns all moves, best first, of which those within margin of the best
// carry their true scores at the depth of the answer.
func (e *Engine) Candidates(ctx context.Context, g board.Game, lim engine.Limits, margin int) (engine.Answer, []Candidate, error) {
	t := &e.tree
	if g.Outcome().Over() {
		return engine.Answer{}, nil, fmt.Errorf("search: choosing a move: the game is over: %w", ErrNoMove)
	}
	t.begin(ctx, g, lim)
	roots := t.roots()
	if len(roots) == 0 {
		return engine.Answer{}, nil, fmt.Errorf("search: choosing a move in %s: %w", g.Position().FEN(), ErrNoMove)
	}
	depth := t.deepen(roots, lim.Depth, max(0, margin))
	best := roots[0]
	return engine.Answer{
		Move: best.Move, Win: Win(best.Score), Score: best.Score, Line: best.Line, Depth: depth, Nodes: t.nodes,
	}, roots, nil
}

// deepen searches the roots deeper and deeper, keeps them ordered, and returns the last depth searched completely.
func (t *tree) deepen(roots []Candidate, limit, margin int) int {
	if limit <= 0 || limit > maxPly {
		limit = maxPly
	}
	if len(roots) == 1 {
		limit = min(limit, forcedDepth)
	}
	if t.known() {
		limit = min(limit, knownDepth)
	}
	done := 0
	trial := make([]Candidate, len(roots))
	for depth := 1; depth <= limit; depth++ {
		copy(trial, roots)
		// With a margin the scores of one depth are compared with each other: then a part of a pass is of no use.
		if searched := t.pass(trial, depth, margin); t.stopped {
			if done == 0 || margin == 0 {
				keepPartial(roots, trial[:searched])
			}
			break
		}
		copy(roots, trial)
		done = depth
		if plies, sure := Distance(roots[0].Score); sure && plies <= depth || !t.worthwhile() {
			break
		}
	}
	return done
}

// keepPartial takes over what an unfinished pass has found out: its first moves, ordered, are better informed than the
// rest.
func keepPartial(roots, searched []Candidate) {
	if len(searched) == 0 {
		return
	}
	best := searched[0]
	for i := range roots {
		if roots[i].Move == best.Move {
			copy(roots[1:i+1], roots[:i])
			roots[0] = best
			return
		}
	}
}
