package visitor

import "crownhead/board"

// A turn is one move that the visitor intends, from the first look at the position until it is accepted.
type turn struct {
	fen      string
	before   board.Position
	intended board.Move
	after    board.Position
	outcomes map[board.Bits]bool // occupancies of all legal moves
	tries    int
}

func newTurn(fen string, p board.Position, m board.Move) *turn {
	t := &turn{fen: fen, before: p, intended: m, after: p.Play(m), outcomes: map[board.Bits]bool{}}
	for _, legal := range p.Moves() {
		t.outcomes[p.Play(legal).Occupied()] = true
	}
	return t
}

// isLegal reports whether the board shows a legal move.
func (t *turn) isLegal(have pieces) bool { return t.outcomes[occupiedSquares(have)] }

// isQuestioned reports that the robot can't see which move was made, and that a press would be the wrong answer.
func (t *turn) isQuestioned(view View) bool {
	return view.Key == "which_move" || view.Key == "was_it" && view.Move != t.before.Notation(t.intended)
}

// moveOps lists the movements of the intended move: the checker to its square, captured ones off, a
// new king turned over.
func (t *turn) moveOps() []op {
	ops := []op{movePiece(t.intended.From, t.intended.To)}
	for _, sq := range t.before.CaptureOrder(t.intended) {
		ops = append(ops, removePiece(sq))
	}
	if t.before.Promotes(t.intended) {
		ops = append(ops, turnOver(t.intended.To))
	}
	return ops
}
