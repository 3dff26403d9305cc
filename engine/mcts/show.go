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

// A ranked line has the node to which its move leads.
type ranked struct {
	Line
	end *node
}

// Lines are the n best moves that the last search has looked at, best first. Of several ways of the same capture the best
// counts. Nothing is asked for them.
func (e *Engine) Lines(n int) []Line {
	if !e.some || n <= 0 {
		return nil
	}
	t, mover := e.tree, e.tree.start.state.Position.Turn
	list := t.whole(nil, t.nodes.at(t.root), t.start.state, 1)
	slices.SortStableFunc(list, func(a, b ranked) int {
		switch {
		case better(a.end, b.end, mover):
			return -1
		case better(b.end, a.end, mover):
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

// whole appends all moves that begin at a node and have been looked at.
func (t *tree) whole(list []ranked, n *node, s net.State, prior float64) []ranked {
	for i, children := 0, t.nodes.children(n); i < len(children); i++ {
		c := &children[i]
		if c.visits == 0 {
			continue
		}
		next, m, ends := s.Act(c.action)
		p := prior * float64(c.prior)
		if !ends {
			list = t.whole(list, c, next, p)
			continue
		}
		l := Line{
			Moves: t.follow(c, next, []board.Move{m}), Visits: int(c.visits),
			Value: c.worth(s.Position.Turn), Prior: p, Certain: c.end != open,
		}
		list = append(list, ranked{l, c})
	}
	return list
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
