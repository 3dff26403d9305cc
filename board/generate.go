package board

// Moves lists the legal moves in a fixed order: by the square from which they start.
func (p Position) Moves() []Move { return p.AppendMoves(make([]Move, 0, 32)) }

// AppendMoves appends the legal moves to list. It allocates only if they may not fit.
func (p Position) AppendMoves(list []Move) []Move {
	j, kings := p.firstJumps()
	switch {
	case j.jumpers()|kings == 0:
		return p.appendQuietMoves(list)
	case kings == 0 && j.allSingle(p):
		return j.appendSingles(list)
	}
	return p.appendCaptures(list, j.jumpers()|kings)
}

// countMoves returns the number of legal moves. Where two captures may be the same move it lists them behind line.
func (p Position) countMoves(line []Move) int {
	j, kings := p.firstJumps()
	switch {
	case j.jumpers()|kings == 0:
		return p.countQuietMoves()
	case kings == 0 && j.allSingle(p):
		return j.ne.Len() + j.nw.Len() + j.se.Len() + j.sw.Len()
	}
	return len(p.appendCaptures(line, j.jumpers()|kings)) - len(line)
}

// Legal reports whether m is among the legal moves.
func (p Position) Legal(m Move) bool {
	var buf [64]Move
	for _, legal := range p.AppendMoves(buf[:0]) {
		if legal == m {
			return true
		}
	}
	return false
}

// CanCapture reports whether the side to move must capture.
func (p Position) CanCapture() bool { return p.findCapturers() != 0 }

// findCapturers returns the set of own pieces that can begin a capture.
func (p Position) findCapturers() Bits {
	j, kings := p.firstJumps()
	return j.jumpers() | kings
}

// CanMove reports whether the side to move has a legal move.
func (p Position) CanMove() bool {
	if p.findCapturers() != 0 {
		return true
	}
	own, empty := p.Pieces(p.Turn), ^p.Occupied()
	kings := own & p.Kings
	return own&stepOrigins(p.Turn, empty) != 0 || kings&stepOrigins(p.Turn.Other(), empty) != 0
}

// stepOrigins returns the set of squares from which a man of colour c steps forward into b.
func stepOrigins(c Color, b Bits) Bits {
	if c == White {
		return StepSE(b) | StepSW(b)
	}
	return StepNE(b) | StepNW(b)
}

func (p Position) appendQuietMoves(list []Move) []Move {
	own, occ := p.ownAndFoe()
	kings := own & p.Kings
	occ |= own
	if kings == 0 {
		return appendManSteps(list, p.Turn, own, ^occ)
	}
	for rest := own & (kings | stepOrigins(p.Turn, ^occ)); rest != 0; rest &= rest - 1 {
		from := rest.lowest()
		targets := forward[p.Turn&1][from&31] &^ occ
		if kings.hasFast(from) {
			targets = kingTargets(from, occ)
		}
		for ; targets != 0; targets &= targets - 1 {
			list = append(list, Move{From: from, To: targets.lowest()})
		}
	}
	return list
}

// appendManSteps appends the steps of men. A processor predicts badly which of its two ways a man can go. So both are
// written down, and the next one overwrites a step that is not possible.
func appendManSteps(list []Move, c Color, men, empty Bits) []Move {
	lower, higher, way := men&StepSE(empty), men&StepSW(empty), Square(3)
	if c != White {
		lower, higher = men&StepNE(empty), men&StepNW(empty)
		way = ^Square(4) // −5
	}
	movers := lower | higher
	n := len(list)
	list = extendList(list, 2*movers.Len())
	for ; movers != 0; movers &= movers - 1 {
		from := movers.lowest()
		to := from + way + from>>2&1
		list[n] = Move{From: from, To: to}
		n += int(lower >> (from & 31) & 1)
		list[n] = Move{From: from, To: to + 1}
		n += int(higher >> (from & 31) & 1)
	}
	return list[:n]
}

// countQuietMoves returns the number of quiet moves.
func (p Position) countQuietMoves() int {
	own, occ := p.ownAndFoe()
	occ |= own
	empty, men := ^occ, own&^p.Kings
	n := 0
	if p.Turn == White {
		n = (men & StepSE(empty)).Len() + (men & StepSW(empty)).Len()
	} else {
		n = (men & StepNE(empty)).Len() + (men & StepNW(empty)).Len()
	}
	for kings := own & p.Kings; kings != 0; kings &= kings - 1 {
		n += kingTargets(kings.lowest(), occ).Len()
	}
	return n
}
