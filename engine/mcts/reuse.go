package mcts

import (
	"context"
	"fmt"
	"slices"

	"crownhead/board"
	"crownhead/engine/net"
)

// turnTo makes the tree's root what a query asks about, and keeps what the tree knows of it.
func (e *Engine) turnTo(ctx context.Context, q Query) error {
	start, err := begin(q)
	if err != nil {
		return err
	}
	at := uint32(0)
	if e.some {
		at = e.find(q)
	}
	e.game, e.way, e.some = q.Game, slices.Clone(q.Way), true
	if at == 0 {
		e.tree.plant(start)
		return nil
	}
	if at != e.tree.root {
		e.tree.replant(ctx, at)
	}
	e.tree.stand(start)
	return nil
}

// begin is a query's state.
func begin(q Query) (walk, error) {
	w := newWalk(q.Game)
	for i, a := range q.Way {
		legal := w.state.AppendActions(nil)
		if !slices.Contains(legal, a) {
			return w, fmt.Errorf("mcts: action %d of the way, %v, is not legal: %w", i+1, a, ErrWay)
		}
		w.act(a)
		if !w.state.Capturing() {
			return w, fmt.Errorf("mcts: action %d of the way, %v, ends the move: play it in the game: %w", i+1, a, ErrWay)
		}
	}
	return w, nil
}

// find is the node of a query, 0 if the tree has none: the game must be the tree's, or go on from it.
func (e *Engine) find(q Query) uint32 {
	was, is := e.game.Moves(), q.Game.Moves()
	if e.game.Rules() != q.Game.Rules() || e.game.Start() != q.Game.Start() || len(is) < len(was) || !slices.Equal(is[:len(was)], was) {
		return 0
	}
	rest, way := is[len(was):], q.Way
	if len(rest) == 0 {
		if len(way) < len(e.way) || !slices.Equal(way[:len(e.way)], e.way) {
			return 0
		}
		way = way[len(e.way):]
	}
	at, w := e.tree.root, e.tree.start
	for _, m := range rest {
		if at, w = e.tree.played(at, w, m); at == 0 {
			return 0
		}
	}
	for _, a := range way {
		at = e.tree.child(at, a)
	}
	return at
}

// child is the node of an action; 0 has none.
func (t *tree) child(at uint32, a net.Action) uint32 {
	if at == 0 {
		return 0
	}
	n := t.nodes.at(at)
	for i, c := range t.nodes.children(n) {
		if c.action == a {
			return n.first + uint32(i)
		}
	}
	return 0
}

// played is the node to which a whole move leads, by the way that has been looked at most, and 0 if the tree has none.
func (t *tree) played(at uint32, w walk, m board.Move) (uint32, walk) {
	best, then := uint32(0), w
	n := t.nodes.at(at)
	for i, c := range t.nodes.children(n) {
		next, played, whole := w.state.Act(c.action)
		found, after := n.first+uint32(i), walk{state: next}
		switch {
		case whole && played != m:
			continue
		case !whole && (next.Way.From != m.From || next.Way.Captured&^m.Captured != 0):
			continue
		case !whole:
			if found, after = t.played(found, after, m); found == 0 {
				continue
			}
		}
		if best == 0 || t.nodes.at(found).visits > t.nodes.at(best).visits {
			best, then = found, after
		}
	}
	return best, then
}

// stride is after how many copied nodes the context is looked at.
const stride = 1 << 12

// replant makes a node the root and copies what is below it, so that the rest can be forgotten. Where there is no time for that, nothing is
// forgotten yet.
func (t *tree) replant(ctx context.Context, at uint32) {
	to := &t.spare
	to.reset()
	first, _ := to.block(1)
	*to.at(first) = *t.nodes.at(at)
	for i := first; i < to.next; i++ {
		if i%stride == 0 && ctx.Err() != nil {
			t.root = at
			return
		}
		n := to.at(i)
		if n.first == 0 {
			continue
		}
		children := t.nodes.children(n)
		block, ok := to.block(len(children))
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
