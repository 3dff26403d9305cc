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
	return p.route(m, nil)
}

// CaptureOrder lists the captured squares of a legal move in the order of its Path.
func (p Position) CaptureOrder(m Move) []Square {
	order := make([]Square, 0, m.Captured.Len())
	path := p.Path(m)
	for i := 1; i < len(path) && m.IsCapture(); i++ {
		order = append(order, (Between(path[i-1], path[i]) & m.Captured).first())
	}
	return order
}

// Between is the set of squares between two squares of one diagonal.
func Between(a, b Square) Bits {
	for d := range directions {
		if rays[d][a].Has(b) {
			return upTo(d, a, b.Bit())
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

// A router looks for a way of one capture that passes given squares.
type router struct {
	captor
	move Move
	via  []Square // landing squares to be passed in this order, others may lie between
	dead map[fork]bool
}

// A fork is a point from which no way was found.
type fork struct {
	at       Square
	captured Bits
	passed   int
}

// route is a path of a capture by way of the given landing squares, nil if there is none.
func (p Position) route(m Move, via []Square) []Square {
	if !p.Pieces(p.Turn).Has(m.From) {
		return nil
	}
	r := router{captor: p.captor(m.From), move: m, via: via, dead: map[fork]bool{}}
	return r.find(m.From, r.king, fork{at: m.From})
}

// find finds the rest of the way from a point on it, that point included.
func (r *router) find(at Square, king bool, f fork) []Square {
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
		target, lands := r.jump(d, at, king, f.captured)
		if target&r.move.Captured == 0 {
			continue
		}
		taken := f.captured | target
		if going := r.going(lands, king, taken); going != 0 {
			lands = going
		}
		for ; lands != 0; lands &= lands - 1 {
			if rest := r.land(lands.first(), king, fork{captured: taken, passed: f.passed}); rest != nil {
				return append([]Square{at}, rest...)
			}
		}
	}
	r.dead[f] = true
	return nil
}

func (r *router) land(at Square, king bool, f fork) []Square {
	f.at = at
	final := f.captured == r.move.Captured
	if !final && f.passed < len(r.via) && r.via[f.passed] == at {
		f.passed++
	}
	return r.find(at, king || at.Bit()&r.last != 0, f)
}

// Onward is the set of squares on which a capture that stands at s must land next; empty when it ends there.
func (p Position) Onward(s Step) Bits {
	c := p.captor(s.From)
	king := c.king || s.Captured&beforeLast[p.Turn&1] != 0
	next := Bits(0)
	for d := range directions {
		target, lands := c.jump(d, s.At, king, s.Captured)
		if going := c.going(lands, king, s.Captured|target); going != 0 {
			lands = going
		}
		next |= lands
	}
	return next
}
