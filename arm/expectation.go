package arm

import "crownhead/board"

// expectedOccupancy is the occupancy that the arm's work explains now, and the squares where it explains both.
func (t *pass) expectedOccupancy() (bits, exempt board.Bits) {
	if t.step >= len(t.program.Carries) {
		return t.program.occupiedBefore(t.step), 0
	}
	c, bits := t.currentCarry(), t.program.occupiedBefore(t.step)
	stage := t.stage
	if stage == stopping || stage == waiting {
		stage = t.pausedStage
	}
	switch stage {
	case placing:
		bits &^= c.From.squareBit()
		exempt = c.To.squareBit()
	case picking:
		exempt = c.From.squareBit()
	default: // help: either before or after this carry
		return c.Expect, c.From.squareBit() | c.To.squareBit()
	}
	if !t.aboveTarget && t.releases == 0 { // what was let go once may fall off the nozzle at any time
		exempt = 0
	}
	return bits, exempt
}

// isDisturbed tells whether the board has been changed by somebody else.
func (t *pass) isDisturbed() bool {
	if (t.stage == emptying || t.stage == parking) && t.parkedEvent.Kind != EventDone {
		return false // on the way to ask for help, or by a person's wish
	}
	bits, exempt := t.expectedOccupancy()
	strange, again := t.occupancy.isStrange(t.now, bits, exempt|t.st.Unknown)
	t.wakeAt(again)
	return strange
}

// isSettled tells whether the occupancy is unchanged since some time and since the arm's last item.
func (t *pass) isSettled() bool {
	since := max(t.occupancy.changed, t.queue.doneAt)
	t.wakeAt(since + t.occupancy.settle)
	return t.now-since >= t.occupancy.settle
}

// isRestless tells that the occupancy does not settle at all.
func (t *pass) isRestless() bool {
	t.wakeAt(t.queue.doneAt + t.occupancy.wait)
	return t.now-t.queue.doneAt >= t.occupancy.wait
}

// differingSquares is where the board, as far as it is known, differs from an occupancy.
func (t *pass) differingSquares(bits board.Bits) board.Bits {
	return (t.st.Bits ^ bits) &^ t.st.Unknown
}

// hasSensor tells whether the sensors tell of a place.
func (t *pass) hasSensor(p Place) bool { return p.Sensed() && !t.st.Unknown.Has(p.Square) }

// carryIsVisible whether the board, as far as it is known, looks different once the present carry is complete.
func (t *pass) carryIsVisible() bool {
	return (t.program.occupiedBefore(t.step)^t.currentCarry().Expect)&^t.st.Unknown != 0
}
