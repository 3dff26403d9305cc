package board

import "slices"

// appendCaptures appends the captures of the given own pieces.
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

// appendSimpleCaptures appends the captures in which no square can be reached in two ways, in the order of a
// walk but without its bookkeeping. Nearly all captures are such; all is false where there are others: then
// only a walk finds all.
func (c *capturer) appendSimpleCaptures(list []Move) (longer []Move, all bool) {
	if c.king {
		return c.appendKingSingles(list)
	}
	return c.appendManCaptures(list, len(list), c.from, 0)
}

// appendKingSingles appends a king's captures of a single piece; all is false if there are longer ones.
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

// circularCapture is the least number of captured pieces that a man can take in two orders, by going round a
// circle in either direction.
const circularCapture = 4

// appendManCaptures appends how a man that stands on at, and has captured these so far, goes on. The moves of
// this man begin at index first of the list; all is false if a capture goes on as a king.
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

// appendUnique appends a man's move unless it has already been found in the other direction.
func appendUnique(list []Move, first int, m Move) []Move {
	if m.Captured.Len() >= circularCapture && slices.Contains(list[first:], m) {
		return list
	}
	return append(list, m)
}
