package mcts

import (
	"cmp"
	"context"
	"math"
	"math/rand/v2"
	"slices"

	"crownhead/board"
	"crownhead/engine/net"
)

// line is the move to play and what is expected then. With dice the move is drawn. It has at least one move: a capture is
// played to its end, even where the tree ends before. Then the net is asked, as long as ctx allows.
func (t *tree) line(ctx context.Context, dice *rand.Rand) []board.Move {
	s, n := t.start.state, t.nodes.at(t.root)
	for {
		a, then, ok := t.pick(n, &s, dice)
		if !ok {
			a, then = t.guess(ctx, &s), nil
		}
		next, m, whole := s.Act(a)
		if whole {
			return t.follow(then, next, []board.Move{m})
		}
		s, n = next, then
	}
}

// pick is the action to play at a node, which may be nil; not ok if it has no children.
func (t *tree) pick(n *node, s *net.State, dice *rand.Rand) (a net.Action, child *node, ok bool) {
	if n == nil || n.first == 0 {
		return 0, nil, false
	}
	children := t.nodes.children(n)
	child = &children[0]
	for i := range children {
		if better(&children[i], child, s.Position.Turn) {
			child = &children[i]
		}
	}
	if dice != nil && child.end != winOf(s.Position.Turn) {
		child = t.lot(children, child, s.Position.Turn, dice)
	}
	return child.action, child, true
}

// lot is a child by the chance of N^(1/τ), none that loses; best if there is no other.
func (t *tree) lot(children []node, best *node, mover board.Color, dice *rand.Rand) *node {
	weights, sum := make([]float64, len(children)), 0.0
	for i := range children {
		if c := &children[i]; sign(mover)*c.end.value() >= 0 && best.visits > 0 {
			weights[i] = math.Pow(float64(c.visits)/float64(best.visits), 1/t.opts.Temperature)
			sum += weights[i]
		}
	}
	x := dice.Float64() * sum
	for i, w := range weights {
		if x -= w; x < 0 {
			return &children[i]
		}
	}
	return best
}

// guess is the net's first thought of a state outside the tree.
func (t *tree) guess(ctx context.Context, s *net.State) net.Action {
	legal := s.AppendActions(nil)
	if ctx.Err() != nil || len(legal) == 1 {
		return legal[0]
	}
	t.evaluator.Evaluate(s, &t.logits)
	t.evaluations++
	return slices.MaxFunc(legal, func(a, b net.Action) int { return cmp.Compare(t.logits[a], t.logits[b]) })
}
