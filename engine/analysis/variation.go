package analysis

import "crownhead/board"

// pieceBalance is a side's pieces less the other's, a king for three men.
func pieceBalance(p board.Position, c board.Color) int {
	count := func(b board.Bits) int { return b.Len() + 2*(b&p.Kings).Len() }
	return count(p.Pieces(c)) - count(p.Pieces(c.Other()))
}

// A variation is a line of moves with the balance of pieces of one side.
type variation struct {
	positions []board.Position // before each move, and after the last
	moves     []board.Move
	balance   []int // after each move, less that at the beginning
}

// playVariation plays a line as far as its moves are legal, and balances it for one side.
func playVariation(p board.Position, line []board.Move, c board.Color) variation {
	v := variation{positions: []board.Position{p}}
	before := pieceBalance(p, c)
	for _, m := range line {
		if !p.Legal(m) {
			break
		}
		p = p.Play(m)
		v.positions, v.moves = append(v.positions, p), append(v.moves, m)
		v.balance = append(v.balance, pieceBalance(p, c)-before)
	}
	return v
}

// finalBalance is the balance at the end of the line.
func (v variation) finalBalance() int {
	if len(v.balance) == 0 {
		return 0
	}
	return v.balance[len(v.balance)-1]
}

// isExchangeOver reports whether no capture follows move i.
func (v variation) isExchangeOver(i int) bool {
	return i+1 == len(v.moves) || !v.moves[i+1].IsCapture()
}

// firstLasting is the first move after which the balance is as wanted and remains so; -1 if there is none. The
// balance in the middle of an exchange does not count.
func (v variation) firstLasting(wanted func(balance int) bool) int {
	first, fresh := -1, true // fresh: no exchange is under way before this move
	begun := -1              // the first move of this exchange with a wanted balance
	for i, b := range v.balance {
		if fresh {
			begun = -1
		}
		if wanted(b) && begun < 0 {
			begun = i
		}
		if fresh = v.isExchangeOver(i); !fresh {
			continue
		}
		switch {
		case !wanted(b):
			first = -1
		case first < 0:
			first = begun
		}
	}
	return first
}

// firstBelow and firstAbove are the moves from which on the balance stays below or above the limit.
func (v variation) firstBelow(limit int) int {
	return v.firstLasting(func(b int) bool { return b < limit })
}

func (v variation) firstAbove(limit int) int {
	return v.firstLasting(func(b int) bool { return b > limit })
}

// capturedBy lists the squares of the pieces that move i captures, in its order; none if there is no such move.
func (v variation) capturedBy(i int) []board.Square {
	if i < 0 {
		return []board.Square{}
	}
	return v.positions[i].CaptureOrder(v.moves[i])
}

// opponentPromotion is the square of the first promotion of the side that does not begin, and its move; -1 if there is
// none.
func (v variation) opponentPromotion() (at board.Square, i int) {
	for i := 1; i < len(v.moves); i += 2 {
		if v.positions[i].Promotes(v.moves[i]) {
			return v.moves[i].To, i
		}
	}
	return board.NoSquare, -1
}
