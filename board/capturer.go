package board

// firstJumps returns the jumps with which men can begin a capture, and the kings that can begin one.
func (p Position) firstJumps() (men manJumps, kings Bits) {
	own, foe := p.ownAndFoe()
	occ := own | foe
	men = findManJumps(own&^p.Kings, foe, ^occ)
	for rest := own & p.Kings; rest != 0; rest &= rest - 1 {
		c := capturer{foe: foe, occ: occ}
		if c.kingCanJump(rest.lowest(), 0) {
			kings |= rest & -rest
		}
	}
	return men, kings
}

// manJumps holds the men that can capture in each direction.
type manJumps struct{ ne, nw, se, sw Bits }

// How far a man jumps in each direction, as a difference of squares, and the squares from which there is room for it.
const (
	jumpNE, jumpNW, jumpSE, jumpSW = 9, 7, 7, 9 // the first two go up, the others down

	roomNE = Bits(0x00777777)
	roomNW = Bits(0x00eeeeee)
	roomSE = Bits(0x77777700)
	roomSW = Bits(0xeeeeee00)
)

// findManJumps finds the jumps of men over foe.
func findManJumps(men, foe, empty Bits) manJumps {
	return manJumps{
		ne: men & StepSW(foe) & (empty >> jumpNE) & roomNE,
		nw: men & StepSE(foe) & (empty >> jumpNW) & roomNW,
		se: men & StepNW(foe) & (empty << jumpSE) & roomSE,
		sw: men & StepNE(foe) & (empty << jumpSW) & roomSW,
	}
}

// jumpers returns the men that can capture at all.
func (j manJumps) jumpers() Bits { return j.ne | j.nw | j.se | j.sw }

// allSingle reports that no capture of a man goes on and none makes a king: then each jump is a move, and no
// two are the same. Strictly the square that a man leaves is free, but its second jump can't get there.
func (j manJumps) allSingle(p Position) bool {
	own, foe := p.ownAndFoe()
	lands := j.ne<<jumpNE | j.nw<<jumpNW | j.se>>jumpSE | j.sw>>jumpSW
	return lands&promotionRank[p.Turn&1] == 0 && findManJumps(lands, foe, ^(own|foe)).jumpers() == 0
}

// appendSingles appends single jumps. It writes down all four of each man, and the next one overwrites a jump
// that is not possible, as in appendManSteps.
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

// A capturer is one piece that captures. Captured pieces stay on the board as obstacles until the move ends,
// while the square that the piece left is free: occ holds the former and not the latter.
type capturer struct {
	foe, occ      Bits
	promotionRank Bits // the rank on which a man becomes a king
	from          Square
	king          bool
}

// capturerOn returns the capturer that stands on from.
func (p Position) capturerOn(from Square) capturer {
	own, foe := p.ownAndFoe()
	return capturer{
		foe: foe, occ: (own | foe) &^ fastBit(from), promotionRank: promotionRank[p.Turn&1],
		from: from, king: p.Kings.hasFast(from),
	}
}

// findJump returns the piece that can be captured in direction d, and the squares behind it; both are empty if
// none can.
func (c *capturer) findJump(d int, at Square, king bool, captured Bits) (target, lands Bits) {
	if king {
		return c.findKingJump(d, at, captured)
	}
	target = beside[d&3][at&31] & c.foe &^ captured
	if target == 0 || beyond[d&3][at&31]&c.occ != 0 {
		return 0, 0
	}
	return target, beyond[d&3][at&31]
}

func (c *capturer) findKingJump(d int, at Square, captured Bits) (target, lands Bits) {
	target = nearestOnRay(d, rays[d&3][at&31]&c.occ)
	if target&c.foe&^captured == 0 {
		return 0, 0
	}
	lands = rayUpTo(d, target.lowest(), c.occ)
	if lands == 0 {
		return 0, 0
	}
	return target, lands
}

// canJump reports whether the capture goes on from a square.
func (c *capturer) canJump(at Square, king bool, captured Bits) bool {
	if king {
		return c.kingCanJump(at, captured)
	}
	return findManJumps(fastBit(at), c.foe&^captured, ^c.occ).jumpers() != 0
}

func (c *capturer) kingCanJump(at Square, captured Bits) bool {
	foe := c.foe &^ captured
	for d := range directions {
		ray := rays[d][at&31]
		if ray&foe == 0 {
			continue
		}
		target := nearestOnRay(d, ray&c.occ)
		if target&foe != 0 && next[d][target.lowest()&31]&^c.occ != 0 {
			return true
		}
	}
	return false
}

// findContinuations returns the part of lands from which the capture goes on.
func (c *capturer) findContinuations(lands Bits, king bool, captured Bits) Bits {
	going := Bits(0)
	for rest := lands; rest != 0; rest &= rest - 1 {
		at := rest.lowest()
		if c.canJump(at, king || at.Bit()&c.promotionRank != 0, captured) {
			going |= at.Bit()
		}
	}
	return going
}
