package mcts

import (
	"context"
	"math"
	"math/rand/v2"
	"time"
)

// runPlayouts makes playouts until the root has as many as the limit, if that is not 0, until the
// deadline, if there is one, or until ctx ends. The first is made even after the deadline. With
// random numbers for noise the root is explored.
func (t *tree) runPlayouts(ctx context.Context, limit int64, deadline time.Time, noise *rand.Rand) (made int64) {
	t.noisyPriors = nil
	root := t.nodes.node(t.root)
	for ; !t.isDone(root, limit, made) && ctx.Err() == nil; made++ {
		if !deadline.IsZero() && made > 0 && !time.Now().Before(deadline) {
			break
		}
		if noise != nil && t.noisyPriors == nil && root.first != 0 {
			t.addRootNoise(noise)
		}
		t.runPlayout()
	}
	return made
}

// isDone reports whether a search needs no other playout: its root is proven, has as many as the
// limit, or, without a limit, the tree is full.
func (t *tree) isDone(root *node, limit, made int64) bool {
	switch {
	case root.proven != unproven:
		return true
	case root.first == 0 && made == 0: // its actions are not known: it was proven where it stood in the tree
		return false
	case limit > 0:
		return int64(root.visits) >= limit || root.visits == math.MaxUint32
	}
	return t.full && made > 0
}

// runPlayout makes a playout: selection, evaluation and expansion of the leaf, backup.
func (t *tree) runPlayout() {
	leaf := t.selectLeaf()
	value := 0.0
	switch {
	case leaf.proven != unproven:
		value = leaf.proven.value()
	case t.full && leaf.visits > 0:
		value = leaf.mean()
	default:
		value = t.evaluateLeaf(leaf, &t.leafState, len(t.path) == 1)
	}
	t.backUp(value)
}

// selectLeaf follows the best actions to a node that is proven or has no children. It leaves the
// nodes in path, and the state in leafState.
func (t *tree) selectLeaf() *node {
	t.leafState.copyFrom(&t.rootState)
	n := t.nodes.node(t.root)
	t.path = append(t.path[:0], pathStep{n, t.leafState.state.Position.Turn})
	for n.first != 0 && n.proven == unproven {
		n = t.selectChild(n)
		t.leafState.applyAction(n.action)
		t.path = append(t.path, pathStep{n, t.leafState.state.Position.Turn})
	}
	return n
}

// selectChild is the child with the highest PUCT score.
func (t *tree) selectChild(n *node) *node {
	mover := t.leafState.state.Position.Turn
	children := t.nodes.children(n)
	s := t.newSelector(n, children, mover)
	best, most := &children[0], math.Inf(-1)
	for i := range children {
		if score := s.puct(i); score > most {
			best, most = &children[i], score
		}
	}
	return best
}

// backUp adds a value to all nodes of the path, and backs up proven results.
func (t *tree) backUp(value float64) {
	for i := len(t.path) - 1; i >= 0; i-- {
		n := t.path[i].node
		if i+1 < len(t.path) && t.path[i+1].node.proven != unproven {
			t.backUpProof(i)
			if n.proven != unproven {
				value = n.proven.value()
			}
		}
		n.total += value
		n.visits++
	}
}
