package board

import "slices"

// A Move is a man's or king's move from one square to another, with the set of pieces that it captures. Two ways of
// capturing the same pieces between the same squares are the same move. A capture may end where it began.
type Move struct {
	From, To Square
	Captured Bits
}

// IsCapture reports whether the move captures; otherwise it is a quiet move.
func (m Move) IsCapture() bool { return m.Captured != 0 }

// Play returns the position after a legal move.
func (p Position) Play(m Move) Position {
	own, foe := p.ownAndFoe()
	from, to := fastBit(m.From), fastBit(m.To)
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

// Promotes reports whether a legal move makes a man a king. In the middle of a capture that happens only when a
// man takes a piece on the rank before the last, for it then lands on the last one; so the captured set is
// enough to know.
func (p Position) Promotes(m Move) bool {
	return !p.Kings.Has(m.From) && (m.To.Bit()&promotionRank[p.Turn&1] != 0 || m.Captured&beforePromotion[p.Turn&1] != 0)
}

// extendList lengthens a list by n moves that the caller fills in.
func extendList(list []Move, n int) []Move {
	if cap(list)-len(list) < n {
		list = slices.Grow(list, n)
	}
	return list[:len(list)+n]
}
