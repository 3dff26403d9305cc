package endgame

import (
	"math/bits"

	"crownhead/board"
)

// Own men stand on the 28 squares below the last rank, the opponent's on the 28 above the first.
const (
	manSquares  = 28
	foeManShift = 4
)

// binomial[k][n] is the number of sets of k squares among n.
var binomial = func() (c [maxPieces + 1][33]int) {
	for n := range c[0] {
		c[0][n] = 1
		for k := 1; k <= maxPieces && n > 0; k++ {
			c[k][n] = c[k][n-1] + c[k-1][n-1]
		}
	}
	return c
}()

// An indexer numbers the positions of a signature (the combinatorial number system): the men first, each side without
// regard to the other, then the kings on the squares that are left. Where men of both sides would share a square the
// number belongs to no position.
type indexer struct {
	sig                        Signature
	foeMen, ownKings, foeKings int // how many sets of squares each can stand on
	size                       int
}

func newIndexer(s Signature) indexer {
	free := 32 - int(s.OwnMen) - int(s.FoeMen)
	x := indexer{
		sig:      s,
		foeMen:   binomial[s.FoeMen][manSquares],
		ownKings: binomial[s.OwnKings][free],
		foeKings: binomial[s.FoeKings][free-int(s.OwnKings)],
	}
	x.size = binomial[s.OwnMen][manSquares] * x.foeMen * x.ownKings * x.foeKings
	return x
}

// indexOf is the number of a position of the signature with White to move.
func (x *indexer) indexOf(p board.Position) int {
	ownMen, foeMen := uint32(p.White&^p.Kings), uint32(p.Black&^p.Kings)
	men, ownKings := ownMen|foeMen, uint32(p.White&p.Kings)
	i := subsetRank(ownMen, 0)
	i = i*x.foeMen + subsetRank(foeMen>>foeManShift, 0)
	i = i*x.ownKings + subsetRank(ownKings, men)
	return i*x.foeKings + subsetRank(uint32(p.Black&p.Kings), men|ownKings)
}

// positionAt is the position with this number; false if there is none.
func (x *indexer) positionAt(i int) (board.Position, bool) {
	i, foeKings := i/x.foeKings, i%x.foeKings
	i, ownKings := i/x.ownKings, i%x.ownKings
	i, foeMen := i/x.foeMen, i%x.foeMen
	own := subsetOfRank(i, x.sig.OwnMen, 0)
	foe := subsetOfRank(foeMen, x.sig.FoeMen, 0) << foeManShift
	if own&foe != 0 {
		return board.Position{}, false
	}
	men := own | foe
	k := subsetOfRank(ownKings, x.sig.OwnKings, men)
	l := subsetOfRank(foeKings, x.sig.FoeKings, men|k)
	return board.Position{White: board.Bits(own | k), Black: board.Bits(foe | l), Kings: board.Bits(k | l)}, true
}

// subsetRank is the number of a set of squares among those of its size, the squares of taken left out.
func subsetRank(set, taken uint32) int {
	r := 0
	for k := 1; set != 0; k++ {
		s := bits.TrailingZeros32(set)
		r += binomial[k][s-bits.OnesCount32(taken&(1<<s-1))]
		set &= set - 1
	}
	return r
}

// subsetOfRank is the set of k squares with this number.
func subsetOfRank(r int, k uint8, taken uint32) uint32 {
	set := uint32(0)
	for n := 31; k > 0; k-- {
		for binomial[k][n] > r {
			n--
		}
		r -= binomial[k][n]
		set |= 1 << nthFreeSquare(n, taken)
	}
	return set
}

// nthFreeSquare is the n-th square that is not taken, counted from 0.
func nthFreeSquare(n int, taken uint32) int {
	for ; taken != 0; taken &= taken - 1 {
		if bits.TrailingZeros32(taken) > n {
			break
		}
		n++
	}
	return n
}
