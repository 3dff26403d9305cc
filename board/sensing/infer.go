// Package sensing works out what happened on the board from the occupancy that its 32 sensors report: the one
// legal move that explains it, or a diagnosis of what is wrong and the next single thing to put right.
//
// [Infer] compares the occupancy with the outcome of every legal move of the position. It is a pure function of
// its query: it keeps nothing, waits for nothing and does not know how often it was asked. Sensors see neither
// colours nor kings; which checker stands where follows from the position. "The visitor" is the side to move,
// "the robot" is the other side. The caller makes sure that the occupancy has settled.
package sensing

import "crownhead/board"

// Infer returns what happened.
func Infer(q Query) Result {
	s := compare(q)
	r := Result{Nearest: s.nearest, Squares: s.nearestDifferences().Squares(), Candidates: []board.Move{}}
	fits := s.fittingMoves()
	same := s.matches(s.before)
	switch {
	case q.allSensorsAlike():
		r.Verdict, r.Say = Fault, q.faultMessage()
	case len(fits) > 1, len(fits) == 1 && same:
		r.Verdict, r.Candidates, r.Say = Ambiguous, fits, askWhichMove(fits)
	case same:
		r.Verdict, r.Say = Unchanged, Message{Key: "your_move"}
	case len(fits) == 1:
		r.Verdict, r.Move, r.After = MoveMade, fits[0], q.Position.Play(fits[0])
	default:
		s.explainMisfit(q, &r)
	}
	return r
}

// explainMisfit fills in the result for an occupancy that is neither a move nor unchanged.
func (s *comparison) explainMisfit(q Query, r *Result) {
	if captures, say := s.findIncomplete(); len(captures) > 0 {
		r.Verdict, r.Candidates, r.Say = Incomplete, captures, say
		return
	}
	switch {
	case q.Prev != nil && s.matches(q.Prev.Occupied()):
		r.Verdict, r.Say = Takeback, Message{Key: "takeback_seen"}
	case s.matches(board.Start().Occupied()):
		r.Verdict, r.Say = Start, Message{Key: "new_game_offer"}
	default:
		r.Verdict, r.Say = Illegal, s.diagnoseIllegal()
	}
}

// askWhichMove asks the visitor which of several moves was made.
func askWhichMove(fits []board.Move) Message {
	ends := board.Bits(0)
	for _, m := range fits {
		ends |= m.To.Bit()
	}
	return Message{Key: "which_move", Squares: ends.Squares()}
}

// allSensorsAlike reports whether all 32 sensors read the same although the position does not. Then supply or
// cable has failed. Masked sensors count too, because a cable carries them all.
func (q Query) allSensorsAlike() bool {
	return (q.Bits == 0 || q.Bits == ^board.Bits(0)) && q.Bits != q.Position.Occupied()
}

func (q Query) faultMessage() Message {
	if q.Bits == 0 {
		return Message{Key: "fault_empty"}
	}
	return Message{Key: "fault_full"}
}
