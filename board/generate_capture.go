package board

import "slices"

// findCapturers is the set of own pieces that can begin a capture.
func (p Position) findCapturers() Bits {
	j, kings := p.firstJumps()
	return j.jumpers() | kings
}

// firstJumps is what the men can capture first, and the kings that can capture.
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

// A capturer captures with one piece. Captured pieces stay on the board as obstacles until the move ends, while the square
// that the piece left is free: occ holds the former and not the latter.
type capturer struct {
	foe, occ      Bits
	promotionRank Bits // the rank on which a man becomes a king
	from          Square
	king          bool
}

// capturerOn is the one of the piece on from.
func (p Position) capturerOn(from Square) capturer {
	own, foe := p.ownAndFoe()
	return capturer{
		foe: foe, occ: (own | foe) &^ bitOf(from), promotionRank: promotionRank[p.Turn&1], from: from, king: p.Kings.hasFast(from),
	}
}

// appendCaptures appends the captures of the given pieces.
func (p Position) appendCaptures(list []Move, capturers Bits) []Move {
	for ; capturers != 0; capturers &= capturers - 1 {
		c := p.capturerOn(capturers.lowest())
		longer, all := c.appendSimpleCaptures(list)
		if !all {
			longer = c.appendWalkCaptures(list)
		}
		list = longer
	}
	return list
}

// appendSimpleCaptures appends the captures in which no square is reached in two ways, in the order of a walk and without its
// bookkeeping. These are nearly all; where there are others it tells that all is for a walk.
func (c *capturer) appendSimpleCaptures(list []Move) (longer []Move, all bool) {
	if c.king {
		return c.appendKingSingles(list)
	}
	return c.appendManCaptures(list, len(list), c.from, 0)
}

// appendKingSingles appends a king's captures of one piece, if there are no longer ones.
func (c *capturer) appendKingSingles(list []Move) (longer []Move, all bool) {
	for d := range directions {
		target, lands := c.findKingJump(d, c.from, 0)
		for ; lands != 0; lands &= lands - 1 {
			to := lands.lowest()
			if c.kingCanJump(to, target) {
				return list, false
			}
			list = append(list, Move{From: c.from, To: to, Captured: target})
		}
	}
	return list, true
}

// findJump is the piece that can be captured in direction d, and the squares behind it; nothing when none can.
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

// canJump tells whether the capture goes on from a square.
func (c *capturer) canJump(at Square, king bool, captured Bits) bool {
	if king {
		return c.kingCanJump(at, captured)
	}
	return findManJumps(bitOf(at), c.foe&^captured, ^c.occ).jumpers() != 0
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

// findContinuations is the part of lands from which the capture goes on.
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

// circularCapture is the number of captures from which a man can take the same pieces in another order, round about.
const circularCapture = 4

// appendManCaptures appends what follows the man on at with these captured; the moves of this man begin at first. It does not know
// captures in which he goes on as a king.
func (c *capturer) appendManCaptures(list []Move, first int, at Square, captured Bits) (longer []Move, all bool) {
	for d := range directions {
		target, land := beside[d][at&31]&c.foe&^captured, beyond[d][at&31]
		if target == 0 || land&c.occ != 0 {
			continue
		}
		m := Move{From: c.from, To: land.lowest(), Captured: captured | target}
		crowned := land&c.promotionRank != 0
		switch {
		case !c.canJump(m.To, crowned, m.Captured):
			list = appendUnique(list, first, m)
		case crowned:
			return list, false
		default:
			if list, all = c.appendManCaptures(list, first, m.To, m.Captured); !all {
				return list, false
			}
		}
	}
	return list, true
}

// appendUnique appends a move unless the same pieces have already been taken the other way round.
func appendUnique(list []Move, first int, m Move) []Move {
	if m.Captured.Len() >= circularCapture && slices.Contains(list[first:], m) {
		return list
	}
	return append(list, m)
}
