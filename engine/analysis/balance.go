package analysis

import "crownhead/board"

// worth counts pieces for a side, a king for three men.
func worth(p board.Position, c board.Color) int {
	count := func(b board.Bits) int { return b.Len() + 2*(b&p.Kings).Len() }
	return count(p.Pieces(c)) - count(p.Pieces(c.Other()))
}

// A story is a line of moves with what it does to the balance of one side.
type story struct {
	positions []board.Position // before each move, and after the last
	moves     []board.Move
	balance   []int // after each move, against the beginning
}

// tell plays a line for one side, as far as its moves are legal.
func tell(p board.Position, line []board.Move, c board.Color) story {
	s := story{positions: []board.Position{p}}
	before := worth(p, c)
	for _, m := range line {
		if !p.Legal(m) {
			break
		}
		p = p.Play(m)
		s.positions, s.moves, s.balance = append(s.positions, p), append(s.moves, m), append(s.balance, worth(p, c)-before)
	}
	return s
}

// end is the balance at the end of the line.
func (s story) end() int {
	if len(s.balance) == 0 {
		return 0
	}
	return s.balance[len(s.balance)-1]
}

// settled tells whether an exchange is over after move i.
func (s story) settled(i int) bool { return i+1 == len(s.moves) || !s.moves[i+1].IsCapture() }

// since is the move that makes the balance what is wanted, for good, -1 if there is none. What it is amid an exchange counts for
// nothing.
func (s story) since(wanted func(balance int) bool) int {
	first, fresh := -1, true // fresh: the exchange before this move is over
	begun := -1              // the first move of this exchange with a balance that is wanted
	for i, b := range s.balance {
		if fresh {
			begun = -1
		}
		if wanted(b) && begun < 0 {
			begun = i
		}
		if fresh = s.settled(i); !fresh {
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

// below and above are since the balance stays so.
func (s story) below(limit int) int { return s.since(func(b int) bool { return b < limit }) }
func (s story) above(limit int) int { return s.since(func(b int) bool { return b > limit }) }

// captured are the squares of what move i takes, in its order; empty if there is no such move.
func (s story) captured(i int) []board.Square {
	if i < 0 {
		return []board.Square{}
	}
	return s.positions[i].CaptureOrder(s.moves[i])
}

// crowned is the first square on which the other side than that of the first move becomes king, and at which move.
func (s story) crowned() (at board.Square, i int) {
	for i := 1; i < len(s.moves); i += 2 {
		if s.positions[i].Promotes(s.moves[i]) {
			return s.moves[i].To, i
		}
	}
	return board.NoSquare, -1
}
