package board

// The four diagonal directions, the two that go up the board first.
const (
	northEast = iota
	northWest
	southEast
	southWest
	directions
)

var (
	// rays holds, by direction and square, every square of the diagonal beyond that square.
	rays [directions][32]Bits
	// next holds the square that follows, empty at the board's edge.
	next [directions][32]Bits
	// beside and beyond hold the next square and the one after it, both empty when the second is off the board: a man
	// captures the piece on the first and lands on the second.
	beside, beyond [directions][32]Bits
	// forward holds the squares to which a man of each colour may step.
	forward [2][32]Bits
)

func init() {
	steps := [directions][2]int{{1, 1}, {-1, 1}, {1, -1}, {-1, -1}}
	for s := Square(0); s < NoSquare; s++ {
		for d, step := range steps {
			fillRay(s, d, step)
		}
		forward[White][s] = next[northEast][s] | next[northWest][s]
		forward[Black][s] = next[southEast][s] | next[southWest][s]
	}
}

func fillRay(s Square, d int, step [2]int) {
	for n := 1; n < 8; n++ {
		file, rank := s.File()+n*step[0], s.Rank()+n*step[1]
		if file < 0 || file > 7 || rank < 0 || rank > 7 {
			return
		}
		bit := squareAt(file, rank).Bit()
		rays[d][s] |= bit
		switch n {
		case 1:
			next[d][s] = bit
		case 2:
			beside[d][s], beyond[d][s] = next[d][s], bit
		}
	}
}

// nearestOnRay returns the first square in direction d of a set on one ray; empty if the set is.
func nearestOnRay(d int, b Bits) Bits {
	if d < southEast || b == 0 {
		return b & -b
	}
	return b.highest().Bit()
}

// rayUpTo returns the part of the ray from s in direction d that lies before the first square of occ.
func rayUpTo(d int, s Square, occ Bits) Bits {
	ray := rays[d&3][s&31]
	blockers := ray & occ
	if blockers == 0 {
		return ray
	}
	if d < southEast {
		return ray & (blockers&-blockers - 1)
	}
	return ray &^ (blockers.highest().Bit()<<1 - 1)
}

// kingTargets returns the squares to which a king on s can move.
func kingTargets(s Square, occ Bits) Bits {
	return rayUpTo(northEast, s, occ) | rayUpTo(northWest, s, occ) |
		rayUpTo(southEast, s, occ) | rayUpTo(southWest, s, occ)
}

// Masks for shifted sets. The dark squares of odd ranks (counted from 0) lie one file further right than those
// of even ranks.
const (
	evenRanks = Bits(0x0f0f0f0f)
	oddRanks  = Bits(0xf0f0f0f0)
	notA      = Bits(0x0e0e0e0e) // even ranks without the a file
	notH      = Bits(0x70707070) // odd ranks without the h file
)

// StepNE returns b moved one rank up and one file to the right, without what would leave the board.
func StepNE(b Bits) Bits { return b&evenRanks<<4 | b&notH<<5 }

// StepNW returns b moved one rank up and one file to the left, without what would leave the board.
func StepNW(b Bits) Bits { return b&oddRanks<<4 | b&notA<<3 }

// StepSE returns b moved one rank down and one file to the right, without what would leave the board.
func StepSE(b Bits) Bits { return b&evenRanks>>4 | b&notH>>3 }

// StepSW returns b moved one rank down and one file to the left, without what would leave the board.
func StepSW(b Bits) Bits { return b&oddRanks>>4 | b&notA>>5 }
