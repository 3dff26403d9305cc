package mcts

import (
	"slices"

	"crownhead/board"
	"crownhead/engine/net"
)

// A walk is a state with what its game has to do with repetitions.
type walk struct {
	state net.State
	seen  []board.Position // that may matter, the state's last
	since int              // the first of them that can come again
	worn  bool             // one of those has stood twice
}

// newWalk begins with the position of a game.
func newWalk(g board.Game) walk {
	w := walk{state: net.NewState(g)}
	moves, positions := g.Moves(), g.Positions()
	since := 0
	for i, m := range moves {
		if !reversible(positions[i], m) {
			since = i + 1
		}
	}
	w.seen = positions[since:]
	for i, p := range w.seen {
		w.worn = w.worn || slices.Contains(w.seen[:i], p)
	}
	return w
}

// reversible tells whether positions before a move can come again after it.
func reversible(before board.Position, m board.Move) bool {
	return !m.IsCapture() && before.Kings.Has(m.From)
}

// from makes the walk another one's beginning; the list of positions keeps its room.
func (w *walk) from(start *walk) {
	w.state, w.since, w.worn = start.state, start.since, start.worn
	w.seen = append(w.seen[:0], start.seen...)
}

// act goes on by an action.
func (w *walk) act(a net.Action) {
	before := w.state.Position
	next, m, whole := w.state.Act(a)
	w.state = next
	if !whole {
		return
	}
	if !reversible(before, m) {
		w.since, w.worn = len(w.seen), false
	}
	w.seen = append(w.seen, next.Position)
	times := uint8(1)
	for i := len(w.seen) - 3; i >= w.since && times < 255; i -= 2 { // the same side is to move every other ply
		if w.seen[i] == next.Position {
			times++
		}
	}
	w.state.Repetitions = times
	w.worn = w.worn || times >= 2
}
