package visitor

import "crownhead/board"

// An intendedMove is one move that the visitor means to make, from the first look at the position until it is accepted.
type intendedMove struct {
	fen      string
	before   board.Position
	move     board.Move
	after    board.Position
	outcomes map[board.Bits]bool // occupancies of all legal moves
	tries    int
}

func newIntendedMove(fen string, p board.Position, m board.Move) *intendedMove {
	t := &intendedMove{fen: fen, before: p, move: m, after: p.Play(m), outcomes: map[board.Bits]bool{}}
	for _, legal := range p.Moves() {
		t.outcomes[p.Play(legal).Occupied()] = true
	}
	return t
}

// isLegal reports whether the board shows a legal move.
func (t *intendedMove) isLegal(have pieces) bool { return t.outcomes[occupiedSquares(have)] }

// isQuestioned reports that the robot can't see which move was made, and that a press would be the wrong answer.
func (t *intendedMove) isQuestioned(view View) bool {
	return view.Key == "which_move" || asksAboutMove(view.Key) && view.Move != t.before.Notation(t.move)
}

// asksAboutMove reports whether a sentence asks whether a certain move was made, and a press says yes.
func asksAboutMove(key string) bool { return key == "was_it" || key == "taken_off" }

// moveOps lists the movements of the intended move: the checker to its square, captured ones off, a
// new king turned over.
func (t *intendedMove) moveOps() []op {
	ops := []op{movePiece(t.move.From, t.move.To)}
	for _, sq := range t.before.CaptureOrder(t.move) {
		ops = append(ops, removePiece(sq))
	}
	if t.before.Promotes(t.move) {
		ops = append(ops, turnOver(t.move.To))
	}
	return ops
}
