package mcts

import (
	"slices"

	"crownhead/board"
	"crownhead/engine/net"
)

// A pathState is a state with the positions of its game that can be repeated.
type pathState struct {
	state          net.State
	positions      []board.Position // that may be repeated, the state's own last
	reversibleFrom int              // the index of the first of them that can come again
	repeated       bool             // one of those has stood twice
}

// newPathState is the state of a game.
func newPathState(g board.Game) pathState {
	s := pathState{state: net.NewState(g)}
	moves, positions := g.Moves(), g.Positions()
	since := 0
	for i, m := range moves {
		if !isReversible(positions[i], m) {
			since = i + 1
		}
	}
	s.positions = positions[since:]
	for i, p := range s.positions {
		s.repeated = s.repeated || slices.Contains(s.positions[:i], p)
	}
	return s
}

// isReversible reports whether positions before a move can come again after it.
func isReversible(before board.Position, m board.Move) bool {
	return !m.IsCapture() && before.Kings.Has(m.From)
}

// copyFrom copies another state, and reuses the memory of the list of positions.
func (s *pathState) copyFrom(start *pathState) {
	s.state, s.reversibleFrom, s.repeated = start.state, start.reversibleFrom, start.repeated
	s.positions = append(s.positions[:0], start.positions...)
}

// applyAction plays an action.
func (s *pathState) applyAction(a net.Action) {
	before := s.state.Position
	next, m, whole := s.state.Apply(a)
	s.state = next
	if !whole {
		return
	}
	if !isReversible(before, m) {
		s.reversibleFrom, s.repeated = len(s.positions), false
	}
	s.positions = append(s.positions, next.Position)
	times := uint8(1)
	// The same side is to move every other ply.
	for i := len(s.positions) - 3; i >= s.reversibleFrom && times < 255; i -= 2 {
		if s.positions[i] == next.Position {
			times++
		}
	}
	s.state.Repetitions = times
	s.repeated = s.repeated || times >= 2
}
