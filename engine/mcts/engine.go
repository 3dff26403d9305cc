package mcts

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"time"

	"crownhead/board"
	"crownhead/engine"
	"crownhead/engine/net"
)

// Why a search was refused.
var (
	ErrNoMove = errors.New("no move to choose from")
	ErrDepth  = errors.New("a search with a network has no depth: limit its time or its playouts (nodes)")
	ErrWay    = errors.New("not a capture under way")
)

// forcedPlayouts are enough for an estimate where there is a single move.
const forcedPlayouts = 100

// An Engine searches; see the package's comment.
type Engine struct {
	tree *tree
	game board.Game   // of the tree's root
	way  []net.Action // of a capture under way there
	some bool         // there is a tree
}

var (
	_ engine.Player   = (*Engine)(nil)
	_ engine.Ponderer = (*Engine)(nil)
)

// New is an engine that asks a network; the evaluator becomes its own.
func New(e net.Evaluator, o Options) (*Engine, error) {
	if err := o.validate(); err != nil {
		return nil, err
	}
	return &Engine{tree: newTree(e, o)}, nil
}

// Forget empties the tree, so that what is found next owes nothing to what was found before.
func (e *Engine) Forget() { e.some = false }

// A Query is what to search.
type Query struct {
	Game     board.Game
	Way      []net.Action // of a capture under way in the game's position
	Limits   engine.Limits
	Explores bool // with noise and forced playouts at the root, as self-play wants
}

// Choose searches within limits, of which Nodes are playouts of the root, those included that it has from before. A limit of
// depth is refused. The answer's Win is the value of the root, Depth is the length of its Line, and Nodes the playouts
// made now.
func (e *Engine) Choose(ctx context.Context, g board.Game, lim engine.Limits) (engine.Answer, error) {
	if g.Outcome().Over() {
		return engine.Answer{}, fmt.Errorf("mcts: choosing a move: the game is over: %w", ErrNoMove)
	}
	if only(g.Position()) && (lim.Nodes <= 0 || lim.Nodes > forcedPlayouts) {
		lim.Nodes = forcedPlayouts
	}
	made, err := e.search(ctx, Query{Game: g, Limits: lim})
	if err != nil {
		return engine.Answer{}, err
	}
	value, end, plies := e.tree.worth()
	line := e.tree.line(ctx, e.draw(g))
	return engine.Answer{
		Move: line[0], Win: value, Score: score(value, end, plies), Line: line, Depth: len(line), Nodes: made,
	}, nil
}

// only tells whether there is a single move.
func only(p board.Position) bool {
	var room [64]board.Move
	return len(p.AppendMoves(room[:0])) == 1
}

// Ponder searches a position in which the opponent is to move until ctx ends or the tree is full. It is kept for the next Choose.
func (e *Engine) Ponder(ctx context.Context, g board.Game) {
	// No move to look for is no fault here.
	_, _ = e.search(ctx, Query{Game: g})
}

// Search searches from a state, which may lie in mid-capture, and tells what it found of each action. Limits are as in Choose.
func (e *Engine) Search(ctx context.Context, q Query) (Result, error) {
	made, err := e.search(ctx, q)
	if err != nil {
		return Result{}, err
	}
	return e.tree.result(made), nil
}

func (e *Engine) search(ctx context.Context, q Query) (made int64, err error) {
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
	if err := e.turnTo(ctx, q); err != nil {
		return 0, err
	}
	var noise *rand.Rand
	if q.Explores {
		noise = e.dice(q.Game, q.Way, 0)
	}
	return e.tree.grow(ctx, q.Limits.Nodes, deadline, noise), nil
}

// grow makes playouts until the root has as many as are wanted, if limit is not 0, the deadline has come, if there is one, or ctx has
// ended. The first is made at any hour. With noise the root is explored.
func (t *tree) grow(ctx context.Context, limit int64, deadline time.Time, noise *rand.Rand) (made int64) {
	t.mixed = nil
	root := t.nodes.at(t.root)
	for ; !t.enough(root, limit, made) && ctx.Err() == nil; made++ {
		if !deadline.IsZero() && made > 0 && !time.Now().Before(deadline) {
			break
		}
		if noise != nil && t.mixed == nil && root.first != 0 {
			t.mix(noise)
		}
		t.playout()
	}
	return made
}

// enough tells whether a search needs no other playout: its root is decided, has as many as are wanted, or, where nobody said how many, the
// tree is full.
func (t *tree) enough(root *node, limit, made int64) bool {
	switch {
	case root.end != open:
		return true
	case root.first == 0 && made == 0: // its actions aren't known: it had a verdict where it stood in the tree
		return false
	case limit > 0:
		return int64(root.visits) >= limit || root.visits == math.MaxUint32
	}
	return t.full && made > 0
}

// dice are those of one decision: they follow from the seed, the state and the ply.
func (e *Engine) dice(g board.Game, way []net.Action, use uint64) *rand.Rand {
	mixed := g.Position().Hash() ^ uint64(g.Plies()) ^ use<<32
	for _, a := range way {
		mixed = mixed*31 + uint64(a) + 1
	}
	return rand.New(rand.NewPCG(e.tree.opts.Seed, mixed))
}

// draw is the dice for a move of the opening, nil where the best is played.
func (e *Engine) draw(g board.Game) *rand.Rand {
	if e.tree.opts.Temperature <= 0 || g.Plies() >= e.tree.opts.Opening {
		return nil
	}
	return e.dice(g, nil, 1)
}

// worth is what the root's mover expects; a verdict comes with its plies.
func (t *tree) worth() (value float64, end verdict, plies int) {
	root := t.nodes.at(t.root)
	return root.worth(t.start.state.Position.Turn), root.end, int(root.plies)
}

// Scores are those of alpha-beta: hundredths of a man by the same curve, a sure win 30000 less the plies that it takes.
const (
	winScore  = 30000
	scoreRise = 120
	mostSure  = 0.999
)

func score(value float64, end verdict, plies int) int {
	switch {
	case end == open:
		v := min(max(value, -mostSure), mostSure)
		return int(math.Round(scoreRise * math.Log((1+v)/(1-v))))
	case value > 0:
		return winScore - plies
	case value < 0:
		return plies - winScore
	}
	return 0
}
