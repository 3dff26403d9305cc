package pattern

import "math/bits"

// Terms of kings: where each stands, how many squares those of a side can reach and how many of these safely, and who
// has the main road.
const (
	kingRow   = wholeEnd // own kings by square, then the other's
	reachRow  = kingRow + 2*32
	reachMost = 31
	reachSize = reachMost + 1
	roadRow   = reachRow + 4*reachSize
	roadSize  = 3 * 3 * 4 // my kings and the other's on it, 0 to 2, and who has kings
	TermCount = roadRow + roadSize
)

const mainRoad = 1<<0 | 1<<4 | 1<<9 | 1<<13 | 1<<18 | 1<<22 | 1<<27 | 1<<31

// kingTerms appends the terms of a view with kings.
func (v *view) kingTerms(list []uint32) []uint32 {
	for k := v.kings; k != 0; k &= k - 1 {
		list = append(list, uint32(kingRow+bits.TrailingZeros32(k)))
	}
	for k := v.foeKings; k != 0; k &= k - 1 {
		list = append(list, uint32(kingRow+32+bits.TrailingZeros32(k)))
	}
	reach, risky := v.reach(v.kings)
	foeReach, foeRisky := v.reach(v.foeKings)
	risky |= v.attacked(v.men)
	foeRisky |= v.attacked(v.foeMen)
	for i, squares := range [4]uint32{reach, foeReach, reach &^ foeRisky, foeReach &^ risky} {
		list = append(list, uint32(reachRow+i*reachSize+min(bits.OnesCount32(squares), reachMost)))
	}
	mine, foes := min(bits.OnesCount32(v.kings&mainRoad), 2), min(bits.OnesCount32(v.foeKings&mainRoad), 2)
	who := min(v.kings, 1) + 2*min(v.foeKings, 1)
	return append(list, uint32(roadRow+3*mine+foes)+9*who)
}

// reach is the set of empty squares to which kings can go, and those of them on which they could take what came there.
func (v *view) reach(kings uint32) (reach, risky uint32) {
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

// attacked are the squares beside men from which these could take what stands there.
func (v *view) attacked(men uint32) uint32 {
	e := v.empty
	return upLeft(men)&downRight(e) | upRight(men)&downLeft(e) | downLeft(men)&upRight(e) | downRight(men)&upLeft(e)
}
