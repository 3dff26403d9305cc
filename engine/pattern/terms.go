package pattern

import (
	"math/bits"

	"crownhead/board"
)

// A term is the index of a weight that counts for a position. The terms of men come first, then those of the whole
// board, then those of kings.

// maxTerms is the number of terms that a position can have at most: those of men and of the whole board, 24 kings, and
// five for all kings.
const (
	maxTerms        = commonTermCount + 24 + 5
	commonTermCount = tables + boardTermCount // those that every position has
)

// activeTerms returns the terms of a view, in the given buffer.
func (v *view) activeTerms(t *[maxTerms]uint32) []uint32 {
	v.setMenTerms(t)
	v.setBoardTerms(t)
	if v.counts.kings+v.counts.foeKings == 0 {
		return t[:commonTermCount]
	}
	return v.appendKingTerms(t[:commonTermCount])
}

// The tables of men. Each belongs to some squares, and has an entry for every way in which they can be empty, hold
// a man of the mover's, or hold a man of the opponent's: the index is a number of ternary digits. Kings count as
// empty.
//
// A pair is two ranks, eight squares. A block is five ranks by two of their four squares, on the left, in the middle or
// on the right.
const (
	pairSize        = 6561  // 3 to the 8th
	blockSize       = 59049 // 3 to the 10th
	ranks           = 8
	pairs           = ranks - 1
	blockPlacements = ranks - 4 // first ranks that a block can have
	tables          = pairs + 3*blockPlacements
	blocksOffset    = pairs * pairSize
	menEnd          = blocksOffset + 3*blockPlacements*blockSize
)

// A packed number has four lanes of 16 bits. For two ranks they hold the ternary number of all their squares, and those
// of two squares of each rank, on the left, in the middle and on the right.
const (
	lane     = 16
	laneMask = 1<<lane - 1
	fourSize = 81 // 3 to the 4th: the numbers of four squares
)

// pairLanes holds the lanes of each set of squares of two ranks: the digits of the set's squares are 1. topLanes
// holds the three lanes of the pairs of squares in each set of one rank, as the highest digits of a block.
var pairLanes, topLanes = packLanes()

func packLanes() (two [256]uint64, top [16]uint64) {
	lanes := [4][]int{{0, 1, 2, 3, 4, 5, 6, 7}, {0, 1, 4, 5}, {1, 2, 5, 6}, {2, 3, 6, 7}}
	for set := range two {
		for k, squares := range lanes {
			two[set] += ternaryNumber(set, squares) << (k * lane)
		}
	}
	for set := range top {
		for k, squares := range lanes[1:] {
			top[set] += ternaryNumber(set, squares[:2]) * pairSize << (k * lane)
		}
	}
	return two, top
}

// ternaryNumber has one digit for each of the given squares, the lowest first: 1 where the square is in the set.
func ternaryNumber(set int, squares []int) (n uint64) {
	digit := uint64(1)
	for _, square := range squares {
		n += digit * uint64(set>>square&1)
		digit *= 3
	}
	return n
}

// rankPairDigits is the packed number of rank r and the next one.
func (v *view) rankPairDigits(r int) uint64 {
	return pairLanes[v.men>>(4*r)&0xff] + 2*pairLanes[v.foeMen>>(4*r)&0xff]
}

// topRankDigits is what rank r adds to the numbers of blocks whose last rank it is.
func (v *view) topRankDigits(r int) uint64 {
	return topLanes[v.men>>(4*r)&0xf] + 2*topLanes[v.foeMen>>(4*r)&0xf]
}

// setMenTerms sets the first terms: one entry of each table of men.
func (v *view) setMenTerms(t *[maxTerms]uint32) {
	twos := [pairs]uint64{
		v.rankPairDigits(0), v.rankPairDigits(1), v.rankPairDigits(2), v.rankPairDigits(3),
		v.rankPairDigits(4), v.rankPairDigits(5), v.rankPairDigits(6),
	}
	for i := range pairs {
		t[i] = uint32(i*pairSize) + uint32(twos[i]&laneMask)
	}
	for i := range blockPlacements {
		three := twos[i]>>lane + twos[i+2]>>lane*fourSize + v.topRankDigits(i+4) // no lane overflows
		base := uint32(blocksOffset + 3*i*blockSize)
		t[pairs+3*i] = base + uint32(three&laneMask)
		t[pairs+3*i+1] = base + blockSize + uint32(three>>lane&laneMask)
		t[pairs+3*i+2] = base + 2*blockSize + uint32(three>>(2*lane))
	}
}

// Tables of the whole board, by their offsets among the terms. A position has one entry of each: how many pieces each
// side has, how many more steps the mover has made (tempo), how unevenly each side's men stand left and right
// (balance), and how many steps they have (mobility).
const (
	maxMen   = 12
	maxKings = 3 // more kings count as 3

	countOffset = menEnd
	countSize   = (maxMen + 1) * (maxMen + 1) * (maxKings + 1) * (maxKings + 1)

	tempoOffset = countOffset + countSize
	maxTempo    = 40 // a greater lead counts as 40
	tempoSize   = 2*maxTempo + 1

	balanceOffset = tempoOffset + tempoSize
	balanceSide   = 2*maxMen + 1
	balanceSize   = balanceSide * balanceSide

	mobilityOffset = balanceOffset + balanceSize
	mobilitySide   = 16 // more steps count as 15
	mobilitySize   = mobilitySide * mobilitySide

	boardTermCount = 4
	boardTermsEnd  = mobilityOffset + mobilitySize
)

const leftHalf = 0x33333333 // files a to d

// setBoardTerms sets the terms of the whole board, after those of men.
func (v *view) setBoardTerms(t *[maxTerms]uint32) {
	c := &v.counts
	counts := ((c.men*(maxMen+1)+c.foeMen)*(maxKings+1)+min(c.kings, maxKings))*(maxKings+1) + min(c.foeKings, maxKings)
	lead := tempoCount(v.men, v.foeMen) - (ranks-1)*c.foeMen
	left, foeLeft := 2*bits.OnesCount32(v.men&leftHalf)-c.men, 2*bits.OnesCount32(v.foeMen&leftHalf)-c.foeMen
	t[tables] = uint32(countOffset + counts)
	t[tables+1] = uint32(tempoOffset + min(max(lead+maxTempo, 0), 2*maxTempo))
	t[tables+2] = uint32(balanceOffset + (left+maxMen)*balanceSide + foeLeft + maxMen)
	t[tables+3] = uint32(mobilityOffset + v.countSteps()*mobilitySide + v.countOpponentSteps())
}

// tempoCount adds up the ranks of all men, by the binary digits of the ranks' numbers.
func tempoCount(men, foeMen uint32) int {
	both := uint64(men) | uint64(foeMen)<<32
	return bits.OnesCount64(both&0xf0f0f0f0f0f0f0f0) +
		2*bits.OnesCount64(both&0xff00ff00ff00ff00) +
		4*bits.OnesCount64(both&0xffff0000ffff0000)
}

// countSteps counts the steps that the mover's men have.
func (v *view) countSteps() int {
	return min(countBoth(upLeft(v.men)&v.empty, upRight(v.men)&v.empty), mobilitySide-1)
}

// countOpponentSteps counts the steps that the opponent's men would have.
func (v *view) countOpponentSteps() int {
	return min(countBoth(downLeft(v.foeMen)&v.empty, downRight(v.foeMen)&v.empty), mobilitySide-1)
}

// countBoth counts the squares of two sets.
func countBoth(a, b uint32) int { return bits.OnesCount64(uint64(a) | uint64(b)<<32) }

// Terms of kings: where each stands, how many squares a side's kings reach, how many of these safely, and who holds the
// main road.
const (
	kingOffset  = boardTermsEnd // own kings by square, then the opponent's
	reachOffset = kingOffset + 2*32
	maxReach    = 31
	reachSize   = maxReach + 1
	roadOffset  = reachOffset + 4*reachSize
	roadSize    = 3 * 3 * 4 // own and opponent's kings on it, 0 to 2 each, and who has kings
	TermCount   = roadOffset + roadSize
)

// appendKingTerms appends the terms of a view with kings.
func (v *view) appendKingTerms(list []uint32) []uint32 {
	for k := v.kings; k != 0; k &= k - 1 {
		list = append(list, uint32(kingOffset+bits.TrailingZeros32(k)))
	}
	for k := v.foeKings; k != 0; k &= k - 1 {
		list = append(list, uint32(kingOffset+32+bits.TrailingZeros32(k)))
	}
	reach, risky := v.kingReach(v.kings)
	foeReach, foeRisky := v.kingReach(v.foeKings)
	risky |= v.attackedByMen(v.men)
	foeRisky |= v.attackedByMen(v.foeMen)
	for i, squares := range [4]uint32{reach, foeReach, reach &^ foeRisky, foeReach &^ risky} {
		list = append(list, uint32(reachOffset+i*reachSize+min(bits.OnesCount32(squares), maxReach)))
	}
	const mainRoad = uint32(board.MainRoadSquares)
	mine, foes := min(bits.OnesCount32(v.kings&mainRoad), 2), min(bits.OnesCount32(v.foeKings&mainRoad), 2)
	who := min(v.kings, 1) + 2*min(v.foeKings, 1)
	return append(list, uint32(roadOffset+3*mine+foes)+9*who)
}

// kingReach is the set of empty squares that kings reach, and those of them on which they could capture a piece.
func (v *view) kingReach(kings uint32) (reach, risky uint32) {
	for s := upLeft(kings) & v.empty; s != 0; s = upLeft(s) & v.empty {
		reach |= s
		risky |= s & downRight(v.empty)
	}
	for s := upRight(kings) & v.empty; s != 0; s = upRight(s) & v.empty {
		reach |= s
		risky |= s & downLeft(v.empty)
	}
	for s := downLeft(kings) & v.empty; s != 0; s = downLeft(s) & v.empty {
		reach |= s
		risky |= s & upRight(v.empty)
	}
	for s := downRight(kings) & v.empty; s != 0; s = downRight(s) & v.empty {
		reach |= s
		risky |= s & upLeft(v.empty)
	}
	return reach, risky
}

// attackedByMen is the set of squares on which men could capture a piece.
func (v *view) attackedByMen(men uint32) uint32 {
	e := v.empty
	return upLeft(men)&downRight(e) | upRight(men)&downLeft(e) | downLeft(men)&upRight(e) | downRight(men)&upLeft(e)
}
