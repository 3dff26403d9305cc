package board

// Path returns the way of a legal move: From, every square on which a capture lands, To. Where there are
// several ways it always returns the same one. It is nil if the move is not legal.
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

// Between returns the set of squares between two squares of one diagonal.
func Between(a, b Square) Bits {
	for d := range directions {
		if rays[d][a].Has(b) {
			return rayUpTo(d, a, b.Bit())
		}
	}
	return 0
}

// NextLandings returns the squares on which a capture that has come to s may land next; none if it ends there.
func (p Position) NextLandings(s Step) Bits {
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

// A pathFinder looks for a path of one capture that passes given squares.
type pathFinder struct {
	capturer
	move Move
	via  []Square // landing squares to be passed in this order; others may lie between

	deadEnds map[pathPoint]bool // points from which no path was found
}

// A pathPoint is a point on a path: the square, what is captured so far, and how many squares of via have been passed.
type pathPoint struct {
	at       Square
	captured Bits
	passed   int
}

// findPath returns a path of a capture that passes the given landing squares, nil if there is none.
func (p Position) findPath(m Move, via []Square) []Square {
	if !p.Pieces(p.Turn).Has(m.From) {
		return nil
	}
	r := pathFinder{capturer: p.capturerOn(m.From), move: m, via: via, deadEnds: map[pathPoint]bool{}}
	return r.findRest(pathPoint{at: m.From}, r.king)
}

// findRest returns the rest of the path from a point on it, that point included; nil if there is none.
func (r *pathFinder) findRest(here pathPoint, king bool) []Square {
	if here.captured == r.move.Captured {
		if here.at == r.move.To && here.passed == len(r.via) && !r.canJump(here.at, king, here.captured) {
			return []Square{here.at}
		}
		return nil
	}
	if r.deadEnds[here] {
		return nil
	}
	for d := range directions {
		target, lands := r.findJump(d, here.at, king, here.captured)
		if target&r.move.Captured == 0 {
			continue
		}
		captured := here.captured | target
		if going := r.findContinuations(lands, king, captured); going != 0 {
			lands = going
		}
		for ; lands != 0; lands &= lands - 1 {
			there := pathPoint{at: lands.lowest(), captured: captured, passed: here.passed}
			if captured != r.move.Captured && there.passed < len(r.via) && r.via[there.passed] == there.at {
				there.passed++
			}
			if rest := r.findRest(there, king || there.at.Bit()&r.promotionRank != 0); rest != nil {
				return append([]Square{here.at}, rest...)
			}
		}
	}
	r.deadEnds[here] = true
	return nil
}
