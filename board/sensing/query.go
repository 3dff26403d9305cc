package sensing

import "crownhead/board"

// A Verdict is what an occupancy means.
type Verdict string

// The verdicts in order of precedence.
const (
	Fault      Verdict = "fault"      // all sensors read empty, or all full, and the position does not
	Ambiguous  Verdict = "ambiguous"  // with squares masked, more than one result fits
	Unchanged  Verdict = "unchanged"  // nobody has moved
	MoveMade   Verdict = "move"       // one legal move explains it
	Incomplete Verdict = "incomplete" // a capture that stopped half-way, or left captured checkers standing
	Takeback   Verdict = "takeback"   // the position before the visitor's last ply
	Start      Verdict = "start"      // the start position
	Illegal    Verdict = "illegal"    // anything else
)

// A Message is what to tell the visitor: the key of a sentence, and the squares and the move that it names.
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

// A Result is what happened, and what to tell the visitor.
type Result struct {
	Verdict    Verdict
	Move       board.Move     // with MoveMade
	After      board.Position // with MoveMade
	Candidates []board.Move   // the moves that fit, with Ambiguous and Incomplete
	Nearest    []board.Move   // the moves whose outcomes differ in the fewest squares
	Squares    []board.Square // every square in which an outcome of Nearest differs
	Say        Message        // the next single thing; empty with MoveMade
}
