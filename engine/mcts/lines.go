package mcts

import (
	"fmt"
	"slices"
	"strings"

	"crownhead/board"
	"crownhead/engine/net"
)

// A Line is a move at the root, with what the tree knows of it.
type Line struct {
	Moves   []board.Move // expected, the move first
	Visits  int          // N
	Value   float64      // Q, for who is to move; 0 without a visit
	Prior   float64      // P; of a chain of actions the product
	Certain bool
}

// Lines are the n best moves that the last search has looked at, best first. Of several ways of the same capture the best
// counts. Nothing is asked for them.
func (e *Engine) Lines(n int) []Line {
	if !e.some {
		return nil
	}
	var list []Line
	var ends []*node
	e.tree.whole(e.tree.nodes.at(e.tree.root), e.tree.start.state, 1, func(l Line, end *node) {
		list, ends = append(list, l), append(ends, end)
	})
	mover := e.tree.start.state.Position.Turn
	order := make([]int, len(list))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(i, j int) int {
		switch {
		case better(ends[i], ends[j], mover):
			return -1
		case better(ends[j], ends[i], mover):
			return 1
		}
		return 0
	})
	best := make([]Line, 0, max(0, min(n, len(list))))
	for _, i := range order {
		known := slices.ContainsFunc(best, func(l Line) bool { return l.Moves[0] == list[i].Moves[0] })
		if len(best) < n && !known {
			best = append(best, list[i])
		}
	}
	return best
}

// whole finds all moves that begin at a node and have been looked at.
func (t *tree) whole(n *node, s net.State, prior float64, found func(Line, *node)) {
	for i, children := 0, t.nodes.children(n); i < len(children); i++ {
		c := &children[i]
		if c.visits == 0 {
			continue
		}
		next, m, ends := s.Act(c.action)
		p := prior * float64(c.prior)
		if !ends {
			t.whole(c, next, p, found)
			continue
		}
		value := c.worth(s.Position.Turn)
		found(Line{Moves: t.follow(c, next, []board.Move{m}), Visits: int(c.visits), Value: value, Prior: p, Certain: c.end != open}, c)
	}
}

// follow appends the moves that are expected from a node on.
func (t *tree) follow(n *node, s net.State, moves []board.Move) []board.Move {
	for {
		a, then, ok := t.pick(n, &s, nil)
		if !ok || then.visits == 0 {
			return moves
		}
		next, m, whole := s.Act(a)
		if s, n = next, then; whole {
			moves = append(moves, m)
		}
	}
}

// Show writes the n best lines of the last search as a table.
func (e *Engine) Show(n int) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%8s  %6s  %5s\n", "N", "Q", "P")
	for _, l := range e.Lines(n) {
		fmt.Fprintf(&b, "%8d  %+6.3f  %5.3f ", l.Visits, l.Value, l.Prior)
		p := e.tree.start.state.Position
		for _, m := range l.Moves {
			fmt.Fprintf(&b, " %s", p.Notation(m))
			p = p.Play(m)
		}
		if l.Certain {
			b.WriteString("  certain")
		}
		b.WriteString("\n")
	}
	return b.String()
}
