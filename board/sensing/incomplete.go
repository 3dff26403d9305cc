package sensing

import (
	"slices"

	"crownhead/board"
)

// incomplete lists the captures that have been begun but not finished, with what to do next; none if it is not that.
// A capture whose piece has arrived and some of whose captured checkers still stand comes before one cut short.
func (s *scene) incomplete() ([]board.Move, Message) {
	if len(s.moves) == 0 || !s.moves[0].IsCapture() {
		return nil, Message{}
	}
	if captures, say := s.leftStanding(); len(captures) > 0 {
		return captures, say
	}
	return s.cutShort()
}

// leftStanding finds the captures that are done but for some captured checkers.
func (s *scene) leftStanding() ([]board.Move, Message) {
	var captures []board.Move
	fewest, take := 33, board.NoSquare
	for i, m := range s.moves {
		left := s.differs(s.outcomes[i])
		if left&^m.Captured != 0 {
			continue
		}
		captures = append(captures, m)
		if left.Len() < fewest {
			fewest, take = left.Len(), s.firstOf(m, left)
		}
	}
	return captures, Message{Key: "take_off", Squares: []board.Square{take}}
}

// firstOf is the square of left that the capture passes first.
func (s *scene) firstOf(m board.Move, left board.Bits) board.Square {
	for _, square := range s.position.CaptureOrder(m) {
		if left.Has(square) {
			return square
		}
	}
	return board.NoSquare
}

// cutShort finds the captures whose piece stands on a square on its way, whether the checkers captured so far have been
// taken off or not.
func (s *scene) cutShort() ([]board.Move, Message) {
	var captures []board.Move
	best := ending{distance: 33}
	for _, step := range s.position.CaptureSteps() {
		stands := s.before&^step.From.Bit() | step.At.Bit()
		if step.Ends || s.differs(stands)&^step.Captured != 0 {
			continue
		}
		for _, e := range s.endings(step) {
			if !slices.Contains(captures, e.move) {
				captures = append(captures, e.move)
			}
			if e.distance < best.distance {
				best = e
			}
		}
	}
	return captures, Message{
		Key:     "capture_goes_on",
		Squares: []board.Square{best.at, best.next},
		Move:    notation(s.position, best.move),
	}
}

// An ending is a way in which a capture that has stopped can be finished.
type ending struct {
	at, next board.Square // where it stands and where it must land next
	move     board.Move
	distance int // of its outcome from what is seen
}

// endings lists the ways on from a step.
func (s *scene) endings(step board.Step) []ending {
	var list []ending
	for _, next := range s.position.Onward(step).Squares() {
		for _, m := range s.ends(s.land(step, next)) {
			d := s.differs(outcome(s.before, m)).Len()
			list = append(list, ending{at: step.At, next: next, move: m, distance: d})
		}
	}
	return list
}

// ends lists the moves in which the captures that have come to a step can end.
func (s *scene) ends(step board.Step) []board.Move {
	onward := s.position.Onward(step).Squares()
	if len(onward) == 0 {
		return []board.Move{{From: step.From, To: step.At, Captured: step.Captured}}
	}
	var moves []board.Move
	for _, next := range onward {
		moves = append(moves, s.ends(s.land(step, next))...)
	}
	return moves
}

// land is the step after one more jump.
func (s *scene) land(step board.Step, next board.Square) board.Step {
	foes := s.position.Pieces(s.position.Turn.Other())
	step.Captured |= board.Between(step.At, next) & foes
	step.At = next
	return step
}

// notation writes a move, and nothing for none.
func notation(p board.Position, m board.Move) string {
	if m == (board.Move{}) {
		return ""
	}
	return p.Notation(m)
}
