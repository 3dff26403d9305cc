package net

import (
	"math/bits"

	"crownhead/board"
)

// maxPast is the number of past positions that a State holds.
const maxPast = 7

// A State is what a net evaluates: a position, perhaps amid a capture, and what the game adds to
// it. It is comparable and refers to no other memory.
//
// A move is a chain of actions. While a capture is under way the position remains that before the
// move, the side to move stays the same, and PartialCapture says where the piece stands and what it
// has jumped.
type State struct {
	Position       board.Position
	PartialCapture board.Step // the capture under way; without one its Captured is empty
	Counters       board.Counters
	Rules          board.DrawRules
	Repetitions    uint8 // times that the position has stood, this one included

	past      [maxPast]board.Position // before the last move, before the one before it …
	pastCount uint8                   // how many of them there are
}

// NewState is the state of a game.
func NewState(g board.Game) State {
	s := State{
		Position: g.Position(), Counters: g.Counters(), Rules: g.Rules(),
		Repetitions: uint8(min(g.Repetitions(g.Position()), 255)),
	}
	for int(s.pastCount) < maxPast {
		before, ok := g.Back(int(s.pastCount) + 1)
		if !ok {
			break
		}
		s.past[s.pastCount] = before.Position()
		s.pastCount++
	}
	return s
}

// Capturing reports whether a capture is under way.
func (s *State) Capturing() bool { return s.PartialCapture.Captured != 0 }

// AppendActions appends the legal actions to list, without a fixed order. There are none where the
// game is lost.
func (s *State) AppendActions(list []Action) []Action {
	if s.Capturing() {
		return appendJumps(list, s.PartialCapture.At, s.Position.NextLandings(s.PartialCapture))
	}
	if s.Position.CanCapture() {
		for own := s.Position.Pieces(s.Position.Turn); own != 0; own &= own - 1 {
			from := lowestSquare(own)
			list = appendJumps(list, from, s.Position.NextLandings(board.Step{From: from, At: from}))
		}
		return list
	}
	var room [64]board.Move
	for _, m := range s.Position.AppendMoves(room[:0]) {
		list = append(list, actionOf[m.From][m.To])
	}
	return list
}

// appendJumps appends the actions from a square to those where a piece can land.
func appendJumps(list []Action, from board.Square, lands board.Bits) []Action {
	for ; lands != 0; lands &= lands - 1 {
		list = append(list, actionOf[from][lowestSquare(lands)])
	}
	return list
}

// lowestSquare is the lowest square of a set that is not empty.
func lowestSquare(b board.Bits) board.Square { return board.Square(bits.TrailingZeros32(uint32(b))) }

// Apply is the state after a legal action. The move is what the chain of actions since the last
// change of the side to move has become; false while a capture must go on. Repetitions becomes 1
// with a move: the caller, who knows the game, can count them.
func (s *State) Apply(a Action) (next State, m board.Move, complete bool) {
	from, to := a.From(), a.To()
	jumped := board.Between(from, to) & s.Position.Pieces(s.Position.Turn.Other())
	if jumped == 0 {
		m = board.Move{From: from, To: to}
		return s.ApplyMove(m), m, true
	}
	capture := board.Step{From: from, At: to, Captured: jumped}
	if s.Capturing() {
		capture.From, capture.Captured = s.PartialCapture.From, s.PartialCapture.Captured|jumped
	}
	if s.Position.NextLandings(capture) == 0 {
		m = board.Move{From: capture.From, To: to, Captured: capture.Captured}
		return s.ApplyMove(m), m, true
	}
	next = *s
	next.PartialCapture = capture
	return next, board.Move{}, false
}

// ApplyMove is the state after a whole legal move.
func (s *State) ApplyMove(m board.Move) State {
	next := State{Position: s.Position.Play(m), Rules: s.Rules, Repetitions: 1}
	next.Counters = s.Counters.Next(s.Position, m, next.Position)
	copy(next.past[1:], s.past[:])
	next.past[0] = s.Position
	next.pastCount = min(s.pastCount+1, maxPast)
	return next
}

// MoveActions is the chain of actions of a legal move; of several, the one that its notation shows.
// It is nil if the move is not legal.
func MoveActions(p board.Position, m board.Move) []Action {
	path := p.Path(m)
	var chain []Action
	for i := 1; i < len(path); i++ {
		chain = append(chain, actionOf[path[i-1]][path[i]])
	}
	return chain
}
