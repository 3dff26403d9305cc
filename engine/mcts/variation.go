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

// A Line is a move at the root, with what the tree knows of it.
type Line struct {
	Moves  []board.Move // expected, the move first
	Visits int          // N
	Value  float64      // Q, for the side to move; 0 without a visit
	Prior  float64      // P; of a chain of actions the product
	Proven bool
}

// A ranked line has the node to which its move leads.
type ranked struct {
	Line
	end *node
}

// collectLines appends all moves that begin at a node and have been visited.
func (t *tree) collectLines(list []ranked, n *node, s net.State, prior float64) []ranked {
	for i, children := 0, t.nodes.children(n); i < len(children); i++ {
		c := &children[i]
		if c.visits == 0 {
			continue
		}
		next, m, ends := s.Apply(c.action)
		p := prior * float64(c.prior)
		if !ends {
			list = t.collectLines(list, c, next, p)
			continue
		}
		l := Line{
			Moves: t.appendExpected(c, next, []board.Move{m}), Visits: int(c.visits),
			Value: c.valueFor(s.Position.Turn), Prior: p, Proven: c.proven != unproven,
		}
		list = append(list, ranked{l, c})
	}
	return list
}

// principalVariation is the move to play and what is expected then. With random numbers the move is
// drawn. It has at least one move: a capture is played to its end, even where the tree ends before.
// Then the network is asked, as long as ctx allows.
func (t *tree) principalVariation(ctx context.Context, rng *rand.Rand) []board.Move {
	s, n := t.rootState.state, t.nodes.node(t.root)
	for {
		a, then, ok := t.bestChild(n, &s, rng)
		if !ok {
			a, then = t.guessAction(ctx, &s), nil
		}
		next, m, whole := s.Apply(a)
		if whole {
			return t.appendExpected(then, next, []board.Move{m})
		}
		s, n = next, then
	}
}

// bestChild is the action to play at a node, which may be nil; not ok if it has no children. With
// random numbers it is drawn.
func (t *tree) bestChild(n *node, s *net.State, rng *rand.Rand) (a net.Action, child *node, ok bool) {
	if n == nil || n.first == 0 {
		return 0, nil, false
	}
	children := t.nodes.children(n)
	child = &children[0]
	for i := range children {
		if isBetter(&children[i], child, s.Position.Turn) {
			child = &children[i]
		}
	}
	if rng != nil && child.proven != winFor(s.Position.Turn) {
		child = t.sampleChild(children, child, s.Position.Turn, rng)
	}
	return child.action, child, true
}

// sampleChild draws a child with the weight N^(1/τ), none that loses; best if there is no other.
func (t *tree) sampleChild(children []node, best *node, mover board.Color, rng *rand.Rand) *node {
	weights, sum := make([]float64, len(children)), 0.0
	for i := range children {
		if c := &children[i]; signFor(mover)*c.proven.value() >= 0 && best.visits > 0 {
			weights[i] = math.Pow(float64(c.visits)/float64(best.visits), 1/t.opts.Temperature)
			sum += weights[i]
		}
	}
	x := rng.Float64() * sum
	for i, w := range weights {
		if x -= w; x < 0 {
			return &children[i]
		}
	}
	return best
}

// guessAction is the action that the network's policy prefers in a state outside the tree.
func (t *tree) guessAction(ctx context.Context, s *net.State) net.Action {
	legal := s.AppendActions(nil)
	if ctx.Err() != nil || len(legal) == 1 {
		return legal[0]
	}
	t.evaluator.Evaluate(s, &t.logits)
	t.evaluations++
	return slices.MaxFunc(legal, func(a, b net.Action) int { return cmp.Compare(t.logits[a], t.logits[b]) })
}

// appendExpected appends the moves that are expected from a node on.
func (t *tree) appendExpected(n *node, s net.State, moves []board.Move) []board.Move {
	for {
		a, then, ok := t.bestChild(n, &s, nil)
		if !ok || then.visits == 0 {
			return moves
		}
		next, m, whole := s.Apply(a)
		if s, n = next, then; whole {
			moves = append(moves, m)
		}
	}
}
