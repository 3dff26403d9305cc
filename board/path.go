package board

import "strings"

// Path is the way of a legal move: From, every square on which a capture lands, To. Of several ways it is always the
// same one. It is nil if the move is not legal.
func (p Position) Path(m Move) []Square {
	if !m.IsCapture() {
		if !p.Legal(m) {
			return nil
		}
		return []Square{m.From, m.To}
	}
	return p.findPath(m, nil)
}

// CaptureOrder lists the captured squares of a legal move in the order of its Path.
func (p Position) CaptureOrder(m Move) []Square {
	order := make([]Square, 0, m.Captured.Len())
	path := p.Path(m)
	for i := 1; i < len(path) && m.IsCapture(); i++ {
		order = append(order, (Between(path[i-1], path[i]) & m.Captured).lowest())
	}
	return order
}

// Between is the set of squares between two squares of one diagonal.
func Between(a, b Square) Bits {
	for d := range directions {
		if rays[d][a].Has(b) {
			return rayUpTo(d, a, b.Bit())
		}
	}
	return 0
}

// Notation writes a legal move: c3-d4, or c3:e5:g3 with every square of the path.
func (p Position) Notation(m Move) string {
	separator := "-"
	if m.IsCapture() {
		separator = ":"
	}
	path := p.Path(m)
	if path == nil {
		path = []Square{m.From, m.To}
	}
	names := make([]string, len(path))
	for i, s := range path {
		names[i] = s.String()
	}
	return strings.Join(names, separator)
}

// A pathFinder looks for a way of one capture that passes given squares.
type pathFinder struct {
	capturer
	move Move
	via  []Square // landing squares to be passed in this order, others may lie between
	dead map[pathPoint]bool
}

// A pathPoint is a point from which no way was found.
type pathPoint struct {
	at       Square
	captured Bits
	passed   int
}

// findPath is a path of a capture by way of the given landing squares, nil if there is none.
func (p Position) findPath(m Move, via []Square) []Square {
	if !p.Pieces(p.Turn).Has(m.From) {
		return nil
	}
	r := pathFinder{capturer: p.capturerOn(m.From), move: m, via: via, dead: map[pathPoint]bool{}}
	return r.findRest(m.From, r.king, pathPoint{at: m.From})
}

// findRest finds the rest of the way from a point on it, that point included.
func (r *pathFinder) findRest(at Square, king bool, f pathPoint) []Square {
	if f.captured == r.move.Captured {
		if at == r.move.To && f.passed == len(r.via) && !r.canJump(at, king, f.captured) {
			return []Square{at}
		}
		return nil
	}
	if r.dead[f] {
		return nil
	}
	for d := range directions {
		target, lands := r.findJump(d, at, king, f.captured)
		if target&r.move.Captured == 0 {
			continue
		}
		taken := f.captured | target
		if going := r.findContinuations(lands, king, taken); going != 0 {
			lands = going
		}
		for ; lands != 0; lands &= lands - 1 {
			if rest := r.findRestFrom(lands.lowest(), king, pathPoint{captured: taken, passed: f.passed}); rest != nil {
				return append([]Square{at}, rest...)
			}
		}
	}
	r.dead[f] = true
	return nil
}

func (r *pathFinder) findRestFrom(at Square, king bool, f pathPoint) []Square {
	f.at = at
	final := f.captured == r.move.Captured
	if !final && f.passed < len(r.via) && r.via[f.passed] == at {
		f.passed++
	}
	return r.findRest(at, king || at.Bit()&r.promotionRank != 0, f)
}

// Onward is the set of squares on which a capture that stands at s must land next; empty when it ends there.
func (p Position) Onward(s Step) Bits {
	c := p.capturerOn(s.From)
	king := c.king || s.Captured&beforePromotion[p.Turn&1] != 0
	next := Bits(0)
	for d := range directions {
		target, lands := c.findJump(d, s.At, king, s.Captured)
		if going := c.findContinuations(lands, king, s.Captured|target); going != 0 {
			lands = going
		}
		next |= lands
	}
	return next
}
