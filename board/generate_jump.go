package board

// manJumps are the men that can capture in each direction.
type manJumps struct{ ne, nw, se, sw Bits }

// How far a man jumps, and the squares from which he has room for it.
const (
	jumpNE, jumpNW, jumpSE, jumpSW = 9, 7, 7, 9 // up the first two, down the others

	roomNE = Bits(0x00777777)
	roomNW = Bits(0x00eeeeee)
	roomSE = Bits(0x77777700)
	roomSW = Bits(0xeeeeee00)
)

// findManJumps is what men can capture of foe.
func findManJumps(men, foe, empty Bits) manJumps {
	return manJumps{
		ne: men & StepSW(foe) & (empty >> jumpNE) & roomNE,
		nw: men & StepSE(foe) & (empty >> jumpNW) & roomNW,
		se: men & StepNW(foe) & (empty << jumpSE) & roomSE,
		sw: men & StepNE(foe) & (empty << jumpSW) & roomSW,
	}
}

// jumpers is all who can capture.
func (j manJumps) jumpers() Bits { return j.ne | j.nw | j.se | j.sw }

// allSingle tells that no capture of a man goes on and none makes a king: then each jump is a move, and no two are the same.
// The square that the man leaves is no obstacle, but his second jump can't get there.
func (j manJumps) allSingle(p Position) bool {
	own, foe := p.ownAndFoe()
	lands := j.ne<<jumpNE | j.nw<<jumpNW | j.se>>jumpSE | j.sw>>jumpSW
	return lands&promotionRank[p.Turn&1] == 0 && findManJumps(lands, foe, ^(own|foe)).jumpers() == 0
}

// appendSingles appends single jumps. Each way is written down, and what can't be captured is overwritten by the next, as in
// appendSteps.
func (j manJumps) appendSingles(list []Move) []Move {
	men := j.jumpers()
	n := len(list)
	list = extendList(list, directions*men.Len())
	for ; men != 0; men &= men - 1 {
		from := men.lowest()
		list[n] = Move{From: from, To: from + jumpNE, Captured: beside[northEast][from&31]}
		n += int(j.ne >> (from & 31) & 1)
		list[n] = Move{From: from, To: from + jumpNW, Captured: beside[northWest][from&31]}
		n += int(j.nw >> (from & 31) & 1)
		list[n] = Move{From: from, To: from - jumpSE, Captured: beside[southEast][from&31]}
		n += int(j.se >> (from & 31) & 1)
		list[n] = Move{From: from, To: from - jumpSW, Captured: beside[southWest][from&31]}
		n += int(j.sw >> (from & 31) & 1)
	}
	return list[:n]
}
