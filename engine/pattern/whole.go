package pattern

import "math/bits"

// Rows of entries for the whole board, of each of which a position has one: who has how many pieces, who has made how many
// more steps, how far the men of either side are out of balance, and how many steps they have.
const (
	mostMen   = 12
	mostKings = 3 // more kings count as so many

	countRow  = menEnd
	countSize = (mostMen + 1) * (mostMen + 1) * (mostKings + 1) * (mostKings + 1)

	tempoRow  = countRow + countSize
	tempoMost = 40 // a greater lead counts as so much
	tempoSize = 2*tempoMost + 1

	balanceRow  = tempoRow + tempoSize
	balanceSide = 2*mostMen + 1
	balanceSize = balanceSide * balanceSide

	mobileRow  = balanceRow + balanceSize
	mobileSide = 16 // more steps count as 15
	mobileSize = mobileSide * mobileSide

	wholeCount = 4
	wholeEnd   = mobileRow + mobileSize
)

const leftHalf = 0x33333333 // files a to d

// wholeTerms sets the terms of the whole board, after those of the tables.
func (v *view) wholeTerms(t *[mostTerms]uint32) {
	c := &v.counts
	counts := ((c.men*(mostMen+1)+c.foeMen)*(mostKings+1)+min(c.kings, mostKings))*(mostKings+1) + min(c.foeKings, mostKings)
	lead := tempi(v.men, v.foeMen) - (ranks-1)*c.foeMen
	left, foeLeft := 2*bits.OnesCount32(v.men&leftHalf)-c.men, 2*bits.OnesCount32(v.foeMen&leftHalf)-c.foeMen
	t[tables] = uint32(countRow + counts)
	t[tables+1] = uint32(tempoRow + min(max(lead+tempoMost, 0), 2*tempoMost))
	t[tables+2] = uint32(balanceRow + (left+mostMen)*balanceSide + foeLeft + mostMen)
	t[tables+3] = uint32(mobileRow + v.steps()*mobileSide + v.foeSteps())
}

// tempi adds up the ranks of men, by the digits of the ranks' numbers.
func tempi(men, foeMen uint32) int {
	both := uint64(men) | uint64(foeMen)<<32
	return bits.OnesCount64(both&0xf0f0f0f0f0f0f0f0) + 2*bits.OnesCount64(both&0xff00ff00ff00ff00) + 4*bits.OnesCount64(both&0xffff0000ffff0000)
}

// steps counts the steps that the mover's men have.
func (v *view) steps() int {
	return min(count2(upLeft(v.men)&v.empty, upRight(v.men)&v.empty), mobileSide-1)
}

// foeSteps counts those of the other's men.
func (v *view) foeSteps() int {
	return min(count2(downLeft(v.foeMen)&v.empty, downRight(v.foeMen)&v.empty), mobileSide-1)
}

// count2 counts the squares of two sets.
func count2(a, b uint32) int { return bits.OnesCount64(uint64(a) | uint64(b)<<32) }
