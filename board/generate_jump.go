package board

// jumps are the men that can capture in each direction.
type jumps struct{ ne, nw, se, sw Bits }

// How far a man jumps, and the squares from which he has room for it.
const (
	farNE, farNW, farSE, farSW = 9, 7, 7, 9 // up the first two, down the others

	twoNE = Bits(0x00777777)
	twoNW = Bits(0x00eeeeee)
	twoSE = Bits(0x77777700)
	twoSW = Bits(0xeeeeee00)
)

// jumpsOf is what men can capture of foe.
func jumpsOf(men, foe, empty Bits) jumps {
	return jumps{
		ne: men & StepSW(foe) & (empty >> farNE) & twoNE,
		nw: men & StepSE(foe) & (empty >> farNW) & twoNW,
		se: men & StepNW(foe) & (empty << farSE) & twoSE,
		sw: men & StepNE(foe) & (empty << farSW) & twoSW,
	}
}

// men is all who can capture.
func (j jumps) men() Bits { return j.ne | j.nw | j.se | j.sw }

// single tells that no capture of a man goes on and none makes a king: then each jump is a move, and no two are the same.
// The square that the man leaves is no obstacle, but his second jump can't get there.
func (j jumps) single(p Position) bool {
	own, foe := p.sides()
	lands := j.ne<<farNE | j.nw<<farNW | j.se>>farSE | j.sw>>farSW
	return lands&lastRank[p.Turn&1] == 0 && jumpsOf(lands, foe, ^(own|foe)).men() == 0
}

// append appends single jumps. Each way is written down, and what can't be captured is overwritten by the next, as in
// appendSteps.
func (j jumps) append(list []Move) []Move {
	men := j.men()
	n := len(list)
	list = room(list, directions*men.Len())
	for ; men != 0; men &= men - 1 {
		from := men.first()
		list[n] = Move{From: from, To: from + farNE, Captured: beside[northEast][from&31]}
		n += int(j.ne >> (from & 31) & 1)
		list[n] = Move{From: from, To: from + farNW, Captured: beside[northWest][from&31]}
		n += int(j.nw >> (from & 31) & 1)
		list[n] = Move{From: from, To: from - farSE, Captured: beside[southEast][from&31]}
		n += int(j.se >> (from & 31) & 1)
		list[n] = Move{From: from, To: from - farSW, Captured: beside[southWest][from&31]}
		n += int(j.sw >> (from & 31) & 1)
	}
	return list[:n]
}
