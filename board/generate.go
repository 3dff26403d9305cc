package board

import "slices"

// Moves lists the legal moves in a fixed order: by the square they start from.
func (p Position) Moves() []Move { return p.AppendMoves(make([]Move, 0, 16)) }

// AppendMoves appends the legal moves to list; it does not allocate beyond that.
func (p Position) AppendMoves(list []Move) []Move {
	if capturers := p.capturers(); capturers != 0 {
		return p.appendCaptures(list, capturers, false)
	}
	return p.appendQuiet(list)
}

// CanCapture tells whether the side to move must capture.
func (p Position) CanCapture() bool { return p.capturers() != 0 }

func (p Position) appendQuiet(list []Move) []Move {
	own := p.Pieces(p.Turn)
	occ := p.Occupied()
	for rest := own & (p.Kings | stepBack(p.Turn, ^occ)); rest != 0; rest &= rest - 1 {
		from := rest.first()
		targets := forward[p.Turn&1][from] &^ occ
		if p.Kings.Has(from) {
			targets = upTo(northEast, from, occ) | upTo(northWest, from, occ) |
				upTo(southEast, from, occ) | upTo(southWest, from, occ)
		}
		for ; targets != 0; targets &= targets - 1 {
			list = append(list, Move{From: from, To: targets.first()})
		}
	}
	return list
}

// stepBack is the set of squares from which a man of colour c steps forward into b.
func stepBack(c Color, b Bits) Bits {
	if c == White {
		return stepSE(b) | stepSW(b)
	}
	return stepNE(b) | stepNW(b)
}

// capturers is the set of own pieces that can begin a capture.
func (p Position) capturers() Bits {
	own, foe := p.Pieces(p.Turn), p.Pieces(p.Turn.Other())
	empty := ^(own | foe)
	men := own &^ p.Kings
	found := men & (stepSW(foe&stepSW(empty)) | stepSE(foe&stepSE(empty)) |
		stepNW(foe&stepNW(empty)) | stepNE(foe&stepNE(empty)))
	for kings := own & p.Kings; kings != 0; kings &= kings - 1 {
		c := captor{foe: foe, occ: ^empty}
		if c.canJump(kings.first(), true, 0) {
			found |= kings & -kings
		}
	}
	return found
}

// A captor walks the captures of one piece. Captured pieces stay on the board as obstacles until the move ends, while
// the square that the piece left is free: occ holds the former and not the latter.
type captor struct {
	foe, occ Bits
	from     Square
	last     Bits // the rank on which a man becomes a king
	king     bool
	paths    bool // find every landing sequence instead of every move
	// Where the capture may stand, each pair of square and captured set once. The first few have room here, so that
	// hardly any capture allocates.
	near  [24]Step
	nears int
	far   []Step
}

// A Step is a point on the way of a capture: the piece from From stands on At and has captured these so far. Ends
// tells that the capture may end here; then it must.
type Step struct {
	From, At Square
	Captured Bits
	Ends     bool
}

// appendCaptures appends the captures of the given pieces.
func (p Position) appendCaptures(list []Move, capturers Bits, paths bool) []Move {
	c := captor{foe: p.Pieces(p.Turn.Other()), last: lastRank[p.Turn&1], paths: paths}
	for ; capturers != 0; capturers &= capturers - 1 {
		c.begin(p, capturers.first())
		if men, all := c.appendMan(list); all {
			list = men
			continue
		}
		c.walk(c.from, c.king, 0)
		list = appendEnds(list, c.near[:c.nears])
		list = appendEnds(list, c.far)
	}
	return list
}

func appendEnds(list []Move, steps []Step) []Move {
	for _, step := range steps {
		if step.Ends {
			list = append(list, Move{From: step.From, To: step.At, Captured: step.Captured})
		}
	}
	return list
}

// CaptureSteps lists every point of every legal capture, the squares where they begin left out.
func (p Position) CaptureSteps() []Step {
	c := captor{foe: p.Pieces(p.Turn.Other()), last: lastRank[p.Turn&1]}
	var all []Step
	for capturers := p.capturers(); capturers != 0; capturers &= capturers - 1 {
		c.begin(p, capturers.first())
		c.walk(c.from, c.king, 0)
		all = append(append(all, c.near[:c.nears]...), c.far...)
	}
	return all
}

func (c *captor) begin(p Position, from Square) {
	c.from, c.king = from, p.Kings.Has(from)
	c.occ = p.Occupied() &^ from.Bit()
	c.nears, c.far = 0, c.far[:0]
}

// walk records every point that follows the piece on at with these captured.
func (c *captor) walk(at Square, king bool, captured Bits) {
	for d := range directions {
		target, lands := c.jump(d, at, king, captured)
		if target == 0 {
			continue
		}
		taken := captured | target
		going := c.going(lands, king, taken)
		ends := going == 0
		if !ends {
			lands = going
		}
		for ; lands != 0; lands &= lands - 1 {
			step := Step{From: c.from, At: lands.first(), Captured: taken, Ends: ends}
			if c.record(step) && !ends {
				c.walk(step.At, king || step.At.Bit()&c.last != 0, taken)
			}
		}
	}
}

// record keeps a step that has not been seen yet: whatever follows depends on nothing but the square and the captured
// set.
func (c *captor) record(step Step) bool {
	if !c.paths && (slices.Contains(c.near[:c.nears], step) || slices.Contains(c.far, step)) {
		return false
	}
	if c.nears < len(c.near) {
		c.near[c.nears] = step
		c.nears++
	} else {
		c.far = append(c.far, step)
	}
	return true
}

// jump is the piece that can be captured in direction d, and the squares behind it; nothing when none can.
func (c *captor) jump(d int, at Square, king bool, captured Bits) (target, lands Bits) {
	if !king {
		target = beside[d][at] & c.foe &^ captured
		if target == 0 || beyond[d][at]&c.occ != 0 {
			return 0, 0
		}
		return target, beyond[d][at]
	}
	target = nearest(d, rays[d][at]&c.occ)
	if target&c.foe&^captured == 0 {
		return 0, 0
	}
	lands = upTo(d, target.first(), c.occ)
	if lands == 0 {
		return 0, 0
	}
	return target, lands
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

func (c *captor) canJump(at Square, king bool, captured Bits) bool {
	for d := range directions {
		if target, _ := c.jump(d, at, king, captured); target != 0 {
			return true
		}
	}
	return false
}

// CanMove tells whether the side to move has a legal move.
func (p Position) CanMove() bool {
	if p.capturers() != 0 {
		return true
	}
	own, empty := p.Pieces(p.Turn), ^p.Occupied()
	kings := own & p.Kings
	return own&stepBack(p.Turn, empty) != 0 || kings&stepBack(p.Turn.Other(), empty) != 0
}
