// Package sensing turns what the 32 sensors under the board see into what happened: the one legal outcome that explains
// the occupancy, or a diagnosis of what is wrong and the next single thing to mend.
//
// [Infer] compares the occupancy with every legal outcome of the position. It is a pure function of its query: it keeps
// nothing, waits for nothing and does not know how often it was asked. Sensors see no colours and no kings; who stands
// where follows from the position. "The visitor" is the side to move, "the robot" the other one. Whoever calls has seen
// to it that the occupancy is settled.
package sensing

import "crownhead/board"

// A Verdict is what an occupancy means.
type Verdict string

// The verdicts in order of precedence.
const (
	Fault      Verdict = "fault"      // all sensors empty or all full, though the position is not so
	Ambiguous  Verdict = "ambiguous"  // with squares masked, more than one result fits
	Unchanged  Verdict = "unchanged"  // nobody has moved
	MoveMade   Verdict = "move"       // one legal move explains it
	Incomplete Verdict = "incomplete" // a capture cut short, or with captured checkers left standing
	Takeback   Verdict = "takeback"   // the position before the visitor's last ply
	Start      Verdict = "start"      // the start position
	Illegal    Verdict = "illegal"    // all the rest
)

// A Message is what to tell the visitor: the key of a sentence, and what it speaks of.
type Message struct {
	Key     string
	Squares []board.Square
	Move    string
}

// A Query is what is known when the button is pressed.
type Query struct {
	Position board.Position
	Prev     *board.Position // before the visitor's last ply, if there was one
	Bits     board.Bits      // the squares that read full
	Unknown  board.Bits      // squares whose sensors are masked
}

// A Result is what happened.
type Result struct {
	Verdict    Verdict
	Move       board.Move     // with MoveMade
	After      board.Position // with MoveMade
	Candidates []board.Move   // the moves that fit, with Ambiguous and Incomplete
	Nearest    []board.Move   // the moves whose outcomes differ in the fewest squares
	Squares    []board.Square // every square in which an outcome of Nearest differs
	Say        Message        // the next single thing; empty with MoveMade
}

// Infer tells what happened.
func Infer(q Query) Result {
	s := look(q)
	r := Result{Nearest: s.nearest, Squares: s.differing().Squares(), Candidates: []board.Move{}}
	fits := s.fitting()
	same := s.same(s.before)
	switch {
	case q.allAlike():
		r.Verdict, r.Say = Fault, q.sayFault()
	case len(fits) > 1, len(fits) == 1 && same:
		r.Verdict, r.Candidates, r.Say = Ambiguous, fits, sayWhich(fits)
	case same:
		r.Verdict, r.Say = Unchanged, Message{Key: "your_move"}
	case len(fits) == 1:
		r.Verdict, r.Move, r.After = MoveMade, fits[0], q.Position.Play(fits[0])
	default:
		s.explain(q, &r)
	}
	return r
}

// explain judges what is neither a move nor unchanged.
func (s *scene) explain(q Query, r *Result) {
	if captures, say := s.incomplete(); len(captures) > 0 {
		r.Verdict, r.Candidates, r.Say = Incomplete, captures, say
		return
	}
	switch {
	case q.Prev != nil && s.same(q.Prev.Occupied()):
		r.Verdict, r.Say = Takeback, Message{Key: "takeback_seen"}
	case s.same(board.Start().Occupied()):
		r.Verdict, r.Say = Start, Message{Key: "new_game_offer"}
	default:
		r.Verdict, r.Say = Illegal, s.diagnose()
	}
}

// sayWhich asks which of several moves was made.
func sayWhich(fits []board.Move) Message {
	ends := board.Bits(0)
	for _, m := range fits {
		ends |= m.To.Bit()
	}
	return Message{Key: "which_move", Squares: ends.Squares()}
}
