package endgame

import (
	"math/bits"

	"crownhead/board"
)

// beside holds for each direction and square the next square, NoSquare at the edge; the first two go up the board.
var beside = func() (next [4][32]board.Square) {
	for d, step := range [4][2]int{{1, 1}, {-1, 1}, {1, -1}, {-1, -1}} {
		for s := range board.NoSquare {
			next[d][s] = board.NoSquare
			file, rank := s.File()+step[0], s.Rank()+step[1]
			if file >= 0 && file < 8 && rank >= 0 && rank < 8 {
				next[d][s] = board.Square(rank*4 + file/2)
			}
		}
	}
	return next
}()

// turned is the same position seen by the other side, which is to move then.
func turned(p board.Position) board.Position {
	return board.Position{White: p.Black.Rotate(), Black: p.White.Rotate(), Kings: p.Kings.Rotate()}
}

// appendBefore appends the positions from which a quiet move that promotes nobody leads to p, each seen by its mover.
// Some may be positions in which he has to capture instead.
func appendBefore(list []board.Position, p board.Position) []board.Position {
	q := turned(p)
	occupied := q.Occupied()
	for rest := q.White; rest != 0; rest &= rest - 1 {
		bit := rest & -rest
		to := board.Square(bits.TrailingZeros32(uint32(bit)))
		first := 0
		if q.Kings&bit == 0 {
			first = 2
		}
		for d := first; d < 4; d++ {
			for from := beside[d][to]; from != board.NoSquare && !occupied.Has(from); from = beside[d][from] {
				list = append(list, moved(q, bit, from.Bit()))
				if first > 0 {
					break
				}
			}
		}
	}
	return list
}

// moved is q with an own piece on another square.
func moved(q board.Position, from, to board.Bits) board.Position {
	q.White = q.White&^from | to
	if q.Kings&from != 0 {
		q.Kings = q.Kings&^from | to
	}
	return q
}
