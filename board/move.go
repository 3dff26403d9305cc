package board

// A Move is a man's or king's move from one square to another, with the set of pieces that it captures. Two ways of
// capturing the same pieces between the same squares are the same move. A capture may end where it began.
type Move struct {
	From, To Square
	Captured Bits
}

// IsCapture tells a capture from a quiet move.
func (m Move) IsCapture() bool { return m.Captured != 0 }

// Play is the position after a legal move.
func (p Position) Play(m Move) Position {
	own, foe := p.ownAndFoe()
	from, to := bitOf(m.From), bitOf(m.To)
	kings := p.Kings &^ m.Captured
	if kings&from != 0 || to&promotionRank[p.Turn&1] != 0 || m.Captured&beforePromotion[p.Turn&1] != 0 {
		kings = kings&^from | to
	}
	own, foe = own&^from|to, foe&^m.Captured
	if p.Turn == Black {
		return Position{White: foe, Black: own, Kings: kings, Turn: White}
	}
	return Position{White: own, Black: foe, Kings: kings, Turn: Black}
}

// Promotes tells whether a legal move makes a man a king. On the way that can happen only by capturing a piece on the
// rank before the last: a man takes it by landing on the last rank, and so the captured set alone tells.
func (p Position) Promotes(m Move) bool {
	return !p.Kings.Has(m.From) && (m.To.Bit()&promotionRank[p.Turn&1] != 0 || m.Captured&beforePromotion[p.Turn&1] != 0)
}

// Legal tells whether m is among the legal moves.
func (p Position) Legal(m Move) bool {
	var buf [64]Move
	for _, legal := range p.AppendMoves(buf[:0]) {
		if legal == m {
			return true
		}
	}
	return false
}
