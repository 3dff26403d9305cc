package mcts

import (
	"context"

	"crownhead/board"
	"crownhead/engine/net"
)

// resetTree empties the tree and begins with one node.
func (t *tree) resetTree(start pathState) {
	t.nodes.reset()
	t.root, _ = t.nodes.allocate(1)
	t.full = false
	t.setRoot(start)
}

// setRoot sets the root's state. The root keeps a proven result only if its children prove it:
// in a state to be played, the action must be known.
func (t *tree) setRoot(start pathState) {
	t.rootState, t.tableResult = start, unproven
	if end, _, _, proven := t.probeTables(&t.rootState); proven {
		t.tableResult = end
	}
	root := t.nodes.node(t.root)
	root.proven, root.plies = unproven, 0
	t.path = append(t.path[:0], pathStep{root, start.state.Position.Turn})
	t.backUpProof(0)
}

// findChild returns the child of a node that an action leads to, 0 if there is none; node 0 has no children.
func (t *tree) findChild(at uint32, a net.Action) uint32 {
	if at == 0 {
		return 0
	}
	n := t.nodes.node(at)
	for i, c := range t.nodes.children(n) {
		if c.action == a {
			return n.first + uint32(i)
		}
	}
	return 0
}

// findMove returns the node to which a whole move leads, by its most visited chain of actions, and 0 if
// the tree has none.
func (t *tree) findMove(at uint32, from pathState, m board.Move) (uint32, pathState) {
	best, then := uint32(0), from
	n := t.nodes.node(at)
	for i, c := range t.nodes.children(n) {
		next, played, whole := from.state.Apply(c.action)
		found, after := n.first+uint32(i), pathState{state: next}
		switch {
		case whole && played != m:
			continue
		case !whole && (next.PartialCapture.From != m.From || next.PartialCapture.Captured&^m.Captured != 0):
			continue
		case !whole:
			if found, after = t.findMove(found, after, m); found == 0 {
				continue
			}
		}
		if best == 0 || t.nodes.node(found).visits > t.nodes.node(best).visits {
			best, then = found, after
		}
	}
	return best, then
}

// checkEvery is after how many copied nodes the context is checked.
const checkEvery = 1 << 12

// moveRoot makes a node the root and copies what is below it, so that the rest can be forgotten. If
// ctx ends meanwhile, nothing is forgotten yet.
func (t *tree) moveRoot(ctx context.Context, at uint32) {
	to := &t.spare
	to.reset()
	first, _ := to.allocate(1)
	*to.node(first) = *t.nodes.node(at)
	for i := first; i < to.next; i++ {
		if i%checkEvery == 0 && ctx.Err() != nil {
			t.root = at
			return
		}
		n := to.node(i)
		if n.first == 0 {
			continue
		}
		children := t.nodes.children(n)
		block, ok := to.allocate(len(children))
		if !ok {
			n.first, n.count = 0, 0
			continue
		}
		copy(to.pages[block>>pageBits][block%pageNodes:], children)
		n.first = block
	}
	t.nodes, t.spare = t.spare, t.nodes
	t.root, t.full = first, false
}
