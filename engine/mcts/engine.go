package mcts

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"time"

	"crownhead/board"
	"crownhead/engine"
	"crownhead/engine/net"
)

// Reasons to refuse a search.
var (
	ErrNoMove  = errors.New("no move to choose from")
	ErrDepth   = errors.New("a search with a network has no depth: limit its time or its playouts (nodes)")
	ErrCapture = errors.New("not a capture under way")
)

// An Engine searches; see the package's comment.
type Engine struct {
	tree           *tree
	game           board.Game   // of the tree's root
	partialCapture []net.Action // that has led from its position to the root
	hasTree        bool
}

var (
	_ engine.Player   = (*Engine)(nil)
	_ engine.Ponderer = (*Engine)(nil)
)

// New returns an engine that asks a network; the evaluator becomes its own.
func New(e net.Evaluator, o Options) (*Engine, error) {
	if err := o.checkBounds(); err != nil {
		return nil, err
	}
	return &Engine{tree: newTree(e, o)}, nil
}

// Forget empties the tree, so that the next search owes nothing to those before.
func (e *Engine) Forget() { e.hasTree = false }

// A Query says what to search.
type Query struct {
	Game           board.Game
	PartialCapture []net.Action // actions of a capture under way in the game's position
	Limits         engine.Limits
	Explores       bool // with noise and forced playouts at the root, as self-play wants
}

// singleMovePlayouts are enough for an estimate where there is a single move.
const singleMovePlayouts = 100

// Choose searches within limits. Limits.Nodes are playouts of the root, those included that it has
// from before; a limit of depth is refused. The answer's Win is the value of the root, Depth is the
// length of its Line, and Nodes are the playouts made now.
func (e *Engine) Choose(ctx context.Context, g board.Game, lim engine.Limits) (engine.Answer, error) {
	g = g.ReopenDraw()
	if g.Outcome().Over() {
		return engine.Answer{}, fmt.Errorf("mcts: choosing a move: the game is over: %w", ErrNoMove)
	}
	if hasSingleMove(g.Position()) && (lim.Nodes <= 0 || lim.Nodes > singleMovePlayouts) {
		lim.Nodes = singleMovePlayouts
	}
	made, err := e.runSearch(ctx, Query{Game: g, Limits: lim})
	if err != nil {
		return engine.Answer{}, err
	}
	value, end, plies := e.tree.rootValue()
	line := e.tree.principalVariation(ctx, e.openingRand(g))
	return engine.Answer{
		Move: line[0], Win: value, Score: scoreFromValue(value, end, plies), Line: line, Depth: len(line), Nodes: made,
	}, nil
}

// hasSingleMove reports whether there is a single move.
func hasSingleMove(p board.Position) bool {
	var room [64]board.Move
	return len(p.AppendMoves(room[:0])) == 1
}

// Ponder searches a position in which the opponent is to move until ctx ends or the tree is full.
// The tree is kept for the next Choose.
func (e *Engine) Ponder(ctx context.Context, g board.Game) {
	// A position without a move is no fault here.
	_, _ = e.runSearch(ctx, Query{Game: g})
}

// Search searches from a state, which may lie in mid-capture, and returns what it found of each
// action. Limits are as in Choose.
func (e *Engine) Search(ctx context.Context, q Query) (Result, error) {
	made, err := e.runSearch(ctx, q)
	if err != nil {
		return Result{}, err
	}
	return e.tree.rootResult(made), nil
}

// runSearch searches a query, and returns how many playouts it has made.
func (e *Engine) runSearch(ctx context.Context, q Query) (made int64, err error) {
	if q.Limits.Depth > 0 {
		return 0, fmt.Errorf("mcts: limit of depth %d: %w", q.Limits.Depth, ErrDepth)
	}
	if q.Game.Outcome().Over() {
		return 0, fmt.Errorf("mcts: searching: the game is over: %w", ErrNoMove)
	}
	var deadline time.Time
	if q.Limits.Time > 0 {
		deadline = time.Now().Add(q.Limits.Time)
	}
	if err := e.reuseTree(ctx, q); err != nil {
		return 0, err
	}
	var noise *rand.Rand
	if q.Explores {
		noise = e.newRand(q.Game, q.PartialCapture, 0)
	}
	return e.tree.runPlayouts(ctx, q.Limits.Nodes, deadline, noise), nil
}

// reuseTree makes the query's state the root, and keeps what the tree knows of it.
func (e *Engine) reuseTree(ctx context.Context, q Query) error {
	start, err := queryState(q)
	if err != nil {
		return err
	}
	at := uint32(0)
	if e.hasTree {
		at = e.findNode(q)
	}
	e.game, e.partialCapture, e.hasTree = q.Game, slices.Clone(q.PartialCapture), true
	if at == 0 {
		e.tree.resetTree(start)
		return nil
	}
	if at != e.tree.root {
		e.tree.moveRoot(ctx, at)
	}
	e.tree.setRoot(start)
	return nil
}

// queryState plays the query's actions.
func queryState(q Query) (pathState, error) {
	s := newPathState(q.Game)
	for i, a := range q.PartialCapture {
		legal := s.state.AppendActions(nil)
		if !slices.Contains(legal, a) {
			return s, fmt.Errorf("mcts: action %d of the capture, %v, is not legal: %w", i+1, a, ErrCapture)
		}
		s.applyAction(a)
		if !s.state.Capturing() {
			return s, fmt.Errorf("mcts: action %d of the capture, %v, ends the move: play it in the game: %w", i+1, a,
				ErrCapture)
		}
	}
	return s, nil
}

// findNode returns the node of a query, 0 if the tree has none: the game must be the tree's, or go
// on from it.
func (e *Engine) findNode(q Query) uint32 {
	was, is := e.game.Moves(), q.Game.Moves()
	if e.game.Rules() != q.Game.Rules() || e.game.Start() != q.Game.Start() ||
		len(is) < len(was) || !slices.Equal(is[:len(was)], was) {
		return 0
	}
	rest, actions := is[len(was):], q.PartialCapture
	if len(rest) == 0 {
		if len(actions) < len(e.partialCapture) || !slices.Equal(actions[:len(e.partialCapture)], e.partialCapture) {
			return 0
		}
		actions = actions[len(e.partialCapture):]
	}
	at, s := e.tree.root, e.tree.rootState
	for _, m := range rest {
		if at, s = e.tree.findMove(at, s, m); at == 0 {
			return 0
		}
	}
	for _, a := range actions {
		at = e.tree.findChild(at, a)
	}
	return at
}

// newRand returns the random numbers of one decision: they follow from the seed, the state and the ply.
func (e *Engine) newRand(g board.Game, actions []net.Action, use uint64) *rand.Rand {
	mixed := g.Position().Hash() ^ uint64(g.Plies()) ^ use<<32
	for _, a := range actions {
		mixed = mixed*31 + uint64(a) + 1
	}
	return rand.New(rand.NewPCG(e.tree.opts.Seed, mixed))
}

// openingRand returns the random numbers for a move of the opening, nil where the best is played.
func (e *Engine) openingRand(g board.Game) *rand.Rand {
	if e.tree.opts.Temperature <= 0 || g.Plies() >= e.tree.opts.Opening {
		return nil
	}
	return e.newRand(g, nil, 1)
}

// maxValue is the greatest value of a result that is not proven.
const maxValue = 0.999

// scoreFromValue turns a value into a score on the scale of alpha-beta; a proven result counts the
// plies until it.
func scoreFromValue(value float64, end provenResult, plies int) int {
	switch {
	case end == unproven:
		return engine.ScoreFromWin(min(max(value, -maxValue), maxValue))
	case value > 0:
		return engine.WinScore - plies
	case value < 0:
		return plies - engine.WinScore
	}
	return 0
}

// Lines returns the n best moves that the last search has visited, best first. Of several ways of
// the same capture the best counts. The network is not asked again.
func (e *Engine) Lines(n int) []Line {
	if !e.hasTree || n <= 0 {
		return nil
	}
	t, mover := e.tree, e.tree.rootState.state.Position.Turn
	list := t.collectLines(nil, t.nodes.node(t.root), t.rootState.state, 1)
	slices.SortStableFunc(list, func(a, b ranked) int {
		switch {
		case isBetter(a.end, b.end, mover):
			return -1
		case isBetter(b.end, a.end, mover):
			return 1
		}
		return 0
	})
	var best []Line
	for _, r := range list {
		known := slices.ContainsFunc(best, func(l Line) bool { return l.Moves[0] == r.Moves[0] })
		if len(best) < n && !known {
			best = append(best, r.Line)
		}
	}
	return best
}

// FormatLines returns the n best lines of the last search as a table.
func (e *Engine) FormatLines(n int) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%8s  %6s  %5s\n", "N", "Q", "P")
	for _, l := range e.Lines(n) {
		fmt.Fprintf(&b, "%8d  %+6.3f  %5.3f ", l.Visits, l.Value, l.Prior)
		p := e.tree.rootState.state.Position
		for _, m := range l.Moves {
			fmt.Fprintf(&b, " %s", p.Notation(m))
			p = p.Play(m)
		}
		if l.Proven {
			b.WriteString("  proven")
		}
		b.WriteString("\n")
	}
	return b.String()
}
