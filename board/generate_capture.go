package board

import "slices"

// capturers is the set of own pieces that can begin a capture.
func (p Position) capturers() Bits {
	j, kings := p.jumps()
	return j.men() | kings
}

// jumps is what the men can capture first, and the kings that can capture.
func (p Position) jumps() (men jumps, kings Bits) {
	own, foe := p.sides()
	occ := own | foe
	men = jumpsOf(own&^p.Kings, foe, ^occ)
	for rest := own & p.Kings; rest != 0; rest &= rest - 1 {
		c := captor{foe: foe, occ: occ}
		if c.kingJumps(rest.first(), 0) {
			kings |= rest & -rest
		}
	}
	return men, kings
}

// A captor captures with one piece. Captured pieces stay on the board as obstacles until the move ends, while the square
// that the piece left is free: occ holds the former and not the latter.
type captor struct {
	foe, occ Bits
	last     Bits // the rank on which a man becomes a king
	from     Square
	king     bool
}

// captor is the one of the piece on from.
func (p Position) captor(from Square) captor {
	own, foe := p.sides()
	return captor{
		foe: foe, occ: (own | foe) &^ bit(from), last: lastRank[p.Turn&1], from: from, king: p.Kings.has(from),
	}
}

// appendCaptures appends the captures of the given pieces.
func (p Position) appendCaptures(list []Move, capturers Bits) []Move {
	for ; capturers != 0; capturers &= capturers - 1 {
		c := p.captor(capturers.first())
		longer, all := c.appendEasy(list)
		if !all {
			longer = c.appendWalk(list)
		}
		list = longer
	}
	return list
}

// appendEasy appends the captures in which no square is reached in two ways, in the order of a walk and without its
// bookkeeping. These are nearly all; where there are others it tells that all is for a walk.
func (c *captor) appendEasy(list []Move) (longer []Move, all bool) {
	if c.king {
		return c.appendSingle(list)
	}
	return c.manFrom(list, len(list), c.from, 0)
}

// appendSingle appends a king's captures of one piece, if there are no longer ones.
func (c *captor) appendSingle(list []Move) (longer []Move, all bool) {
	for d := range directions {
		target, lands := c.kingJump(d, c.from, 0)
		for ; lands != 0; lands &= lands - 1 {
			to := lands.first()
			if c.kingJumps(to, target) {
				return list, false
			}
			list = append(list, Move{From: c.from, To: to, Captured: target})
		}
	}
	return list, true
}

// jump is the piece that can be captured in direction d, and the squares behind it; nothing when none can.
func (c *captor) jump(d int, at Square, king bool, captured Bits) (target, lands Bits) {
	if king {
		return c.kingJump(d, at, captured)
	}
	target = beside[d&3][at&31] & c.foe &^ captured
	if target == 0 || beyond[d&3][at&31]&c.occ != 0 {
		return 0, 0
	}
	return target, beyond[d&3][at&31]
}

func (c *captor) kingJump(d int, at Square, captured Bits) (target, lands Bits) {
	target = nearest(d, rays[d&3][at&31]&c.occ)
	if target&c.foe&^captured == 0 {
		return 0, 0
	}
	lands = upTo(d, target.first(), c.occ)
	if lands == 0 {
		return 0, 0
	}
	return target, lands
}

// canJump tells whether the capture goes on from a square.
func (c *captor) canJump(at Square, king bool, captured Bits) bool {
	if king {
		return c.kingJumps(at, captured)
	}
	return jumpsOf(bit(at), c.foe&^captured, ^c.occ).men() != 0
}

func (c *captor) kingJumps(at Square, captured Bits) bool {
	foe := c.foe &^ captured
	for d := range directions {
		ray := rays[d][at&31]
		if ray&foe == 0 {
			continue
		}
		target := nearest(d, ray&c.occ)
		if target&foe != 0 && next[d][target.first()&31]&^c.occ != 0 {
			return true
		}
	}
	return false
}

// going is the part of lands from which the capture goes on.
func (c *captor) going(lands Bits, king bool, captured Bits) Bits {
	going := Bits(0)
	for rest := lands; rest != 0; rest &= rest - 1 {
		at := rest.first()
		if c.canJump(at, king || at.Bit()&c.last != 0, captured) {
			going |= at.Bit()
		}
	}
	return going
}

// circle is the number of captures from which a man can take the same pieces in another order, round about.
const circle = 4

// manFrom appends what follows the man on at with these captured; the moves of this man begin at first. It does not know
// captures in which he goes on as a king.
func (c *captor) manFrom(list []Move, first int, at Square, captured Bits) (longer []Move, all bool) {
	for d := range directions {
		target, land := beside[d][at&31]&c.foe&^captured, beyond[d][at&31]
		if target == 0 || land&c.occ != 0 {
			continue
		}
		m := Move{From: c.from, To: land.first(), Captured: captured | target}
		crowned := land&c.last != 0
		switch {
		case !c.canJump(m.To, crowned, m.Captured):
			list = appendOnce(list, first, m)
		case crowned:
			return list, false
		default:
			if list, all = c.manFrom(list, first, m.To, m.Captured); !all {
				return list, false
			}
		}
	}
	return list, true
}

// appendOnce appends a move unless the same pieces have already been taken the other way round.
func appendOnce(list []Move, first int, m Move) []Move {
	if m.Captured.Len() >= circle && slices.Contains(list[first:], m) {
		return list
	}
	return append(list, m)
}
