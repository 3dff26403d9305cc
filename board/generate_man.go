package board

import "slices"

// circle is the number of captures from which a man can take the same pieces in another order, round about.
const circle = 4

// appendMan appends the captures of a man, in the order of walk and without its bookkeeping: nearly all captures are a man's.
// It does not know those in which he goes on as a king; then it tells that all is for walk.
func (c *captor) appendMan(list []Move) (longer []Move, all bool) {
	if c.king || c.paths {
		return list, false
	}
	longer, _, all = c.manFrom(list, len(list), c.from, 0)
	return longer, all
}

// manFrom appends what follows the man on at with these captured, and tells whether anything does; the moves of this man begin
// at first.
func (c *captor) manFrom(list []Move, first int, at Square, captured Bits) (longer []Move, goes, all bool) {
	for d := range directions {
		target, land := beside[d][at]&c.foe&^captured, beyond[d][at]
		if target == 0 || land&c.occ != 0 {
			continue
		}
		goes = true
		m := Move{From: c.from, To: land.first(), Captured: captured | target}
		if land&c.last != 0 {
			if c.canJump(m.To, true, m.Captured) {
				return list, true, false
			}
			list = appendOnce(list, first, m)
			continue
		}
		var on bool
		if list, on, all = c.manFrom(list, first, m.To, m.Captured); !all {
			return list, true, false
		}
		if !on {
			list = appendOnce(list, first, m)
		}
	}
	return list, goes, true
}

// appendOnce appends a move unless the same pieces have already been taken the other way round.
func appendOnce(list []Move, first int, m Move) []Move {
	if m.Captured.Len() >= circle && slices.Contains(list[first:], m) {
		return list
	}
	return append(list, m)
}
