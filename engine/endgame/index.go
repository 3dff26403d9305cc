package endgame

import (
	"math/bits"

	"crownhead/board"
)

// Own men stand on the 28 squares below the last rank, the foe's on the 28 above the first.
const (
	manSquares  = 28
	foeManShift = 4
)

// choose[k][n] is the number of sets of k squares among n.
var choose = func() (c [most + 1][33]int) {
	for n := range c[0] {
		c[0][n] = 1
		for k := 1; k <= most && n > 0; k++ {
			c[k][n] = c[k][n-1] + c[k-1][n-1]
		}
	}
	return c
}()

// An indexer numbers the positions of a signature: men first, without regard to each other, then the kings on the
// squares that are left. Where an own man and a foe's would share a square the number belongs to no position.
type indexer struct {
	sig                        Signature
	foeMen, ownKings, foeKings int // how many sets of squares each of these has
	size                       int
}

func newIndexer(s Signature) indexer {
	free := 32 - int(s.OwnMen) - int(s.FoeMen)
	x := indexer{
		sig:      s,
		foeMen:   choose[s.FoeMen][manSquares],
		ownKings: choose[s.OwnKings][free],
		foeKings: choose[s.FoeKings][free-int(s.OwnKings)],
	}
	x.size = choose[s.OwnMen][manSquares] * x.foeMen * x.ownKings * x.foeKings
	return x
}

// index is the number of a position of the signature with White to move.
func (x *indexer) index(p board.Position) int {
	ownMen, foeMen := uint32(p.White&^p.Kings), uint32(p.Black&^p.Kings)
	men, ownKings := ownMen|foeMen, uint32(p.White&p.Kings)
	i := rank(ownMen, 0)
	i = i*x.foeMen + rank(foeMen>>foeManShift, 0)
	i = i*x.ownKings + rank(ownKings, men)
	return i*x.foeKings + rank(uint32(p.Black&p.Kings), men|ownKings)
}

// position is the one with this number; false if there is none.
func (x *indexer) position(i int) (board.Position, bool) {
	i, foeKings := i/x.foeKings, i%x.foeKings
	i, ownKings := i/x.ownKings, i%x.ownKings
	i, foeMen := i/x.foeMen, i%x.foeMen
	own := squares(i, x.sig.OwnMen, 0)
	foe := squares(foeMen, x.sig.FoeMen, 0) << foeManShift
	if own&foe != 0 {
		return board.Position{}, false
	}
	men := own | foe
	k := squares(ownKings, x.sig.OwnKings, men)
	l := squares(foeKings, x.sig.FoeKings, men|k)
	return board.Position{White: board.Bits(own | k), Black: board.Bits(foe | l), Kings: board.Bits(k | l)}, true
}

// rank is the number of a set among those of its size, the squares of taken left out.
func rank(set, taken uint32) int {
	r := 0
	for k := 1; set != 0; k++ {
		s := bits.TrailingZeros32(set)
		r += choose[k][s-bits.OnesCount32(taken&(1<<s-1))]
		set &= set - 1
	}
	return r
}

// squares is the set of k squares with this rank.
func squares(r int, k uint8, taken uint32) uint32 {
	set := uint32(0)
	for n := 31; k > 0; k-- {
		for choose[k][n] > r {
			n--
		}
		r -= choose[k][n]
		set |= 1 << nth(n, taken)
	}
	return set
}

// nth is the n-th square that is not taken, counted from 0.
func nth(n int, taken uint32) int {
	for ; taken != 0; taken &= taken - 1 {
		if bits.TrailingZeros32(taken) > n {
			break
		}
		n++
	}
	return n
}
