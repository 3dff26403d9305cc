package sensing

import (
	"slices"

	"crownhead/board"
)

// findIncomplete lists the captures that have been begun but not finished, with what to do next; none if there
// are no such captures. A capture whose piece has arrived, but not all captured checkers are off, takes
// precedence over one that stopped half-way.
func (s *comparison) findIncomplete() ([]board.Move, Message) {
	if len(s.moves) == 0 || !s.moves[0].IsCapture() {
		return nil, Message{}
	}
	if captures, say := s.findUncleared(); len(captures) > 0 {
		return captures, say
	}
	return s.findCutShort()
}

// findUncleared lists the captures that are done except that some captured checkers still stand.
func (s *comparison) findUncleared() ([]board.Move, Message) {
	var captures []board.Move
	fewest, take := 33, board.NoSquare
	for i, m := range s.moves {
		left := s.differingSquares(s.occupancies[i])
		if left&^m.Captured != 0 {
			continue
		}
		captures = append(captures, m)
		if left.Len() < fewest {
			fewest, take = left.Len(), s.firstOnPath(m, left)
		}
	}
	return captures, Message{Key: "take_off", Squares: []board.Square{take}}
}

// firstOnPath returns the square of left that the capture passes first.
func (s *comparison) firstOnPath(m board.Move, left board.Bits) board.Square {
	for _, square := range s.position.CaptureOrder(m) {
		if left.Has(square) {
			return square
		}
	}
	return board.NoSquare
}

// findCutShort lists the captures whose piece stands on a square on its way, whether or not the checkers
// captured so far have been taken off.
func (s *comparison) findCutShort() ([]board.Move, Message) {
	var captures []board.Move
	best := continuation{distance: 33}
	for _, step := range s.position.CaptureSteps() {
		stands := s.before&^step.From.Bit() | step.At.Bit()
		if step.Ends || s.differingSquares(stands)&^step.Captured != 0 {
			continue
		}
		for _, e := range s.listContinuations(step) {
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
		Move:    notationOf(s.position, best.move),
	}
}

// A continuation is a way in which a capture that has stopped can be finished.
type continuation struct {
	at, next board.Square // where the piece stands and where it must land next
	move     board.Move
	distance int // number of squares in which its outcome differs from the occupancy
}

// listContinuations lists the ways on from a step of a capture.
func (s *comparison) listContinuations(step board.Step) []continuation {
	var list []continuation
	for _, next := range s.position.NextLandings(step).Squares() {
		for _, m := range s.finalMoves(s.stepAfterJump(step, next)) {
			d := s.differingSquares(occupancyAfter(s.before, m)).Len()
			list = append(list, continuation{at: step.At, next: next, move: m, distance: d})
		}
	}
	return list
}

// finalMoves lists the moves as which a capture that has come to this step can end.
func (s *comparison) finalMoves(step board.Step) []board.Move {
	onward := s.position.NextLandings(step).Squares()
	if len(onward) == 0 {
		return []board.Move{{From: step.From, To: step.At, Captured: step.Captured}}
	}
	var moves []board.Move
	for _, next := range onward {
		moves = append(moves, s.finalMoves(s.stepAfterJump(step, next))...)
	}
	return moves
}

// stepAfterJump returns the step after one more jump.
func (s *comparison) stepAfterJump(step board.Step, next board.Square) board.Step {
	foes := s.position.Pieces(s.position.Turn.Other())
	step.Captured |= board.Between(step.At, next) & foes
	step.At = next
	return step
}
