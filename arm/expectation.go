package arm

import "crownhead/board"

// expectedOccupancy returns the occupancy that the arm's work explains now, and the squares that it explains
// both empty and full.
func (t *pass) expectedOccupancy() (bits, exempt board.Bits) {
	if t.carryIndex >= len(t.program.Carries) {
		return t.program.occupiedBefore(t.carryIndex), 0
	}
	c, bits := t.currentCarry(), t.program.occupiedBefore(t.carryIndex)
	stage := t.stage
	if stage == stopping || stage == suspended {
		stage = t.pausedStage
	}
	switch stage {
	case placing:
		bits &^= c.From.squareBit()
		exempt = c.To.squareBit()
	case picking:
		exempt = c.From.squareBit()
	default: // help: the carry may have been done by hand, or not
		return c.Expect, c.From.squareBit() | c.To.squareBit()
	}
	if !t.aboveTarget && t.failedReleases == 0 { // a checker that was let go once may fall off the nozzle at any time
		exempt = 0
	}
	return bits, exempt
}

// isDisturbed reports whether somebody else has changed the board.
func (t *pass) isDisturbed() bool {
	if (t.stage == emptying || t.stage == parking) && t.parkedEvent.Kind != EventDone {
		return false // people may use the board: the arm goes to ask for help, or parks as it was asked to
	}
	bits, exempt := t.expectedOccupancy()
	strange, again := t.occupancy.isStrange(t.now, bits, exempt|t.st.Unknown)
	t.wakeAt(again)
	return strange
}

// isSettled reports whether the occupancy has not changed for some time, counted from the arm's last item.
func (t *pass) isSettled() bool {
	since := max(t.occupancy.changedAt, t.queue.progressAt)
	t.wakeAt(since + t.occupancy.settle)
	return t.now-since >= t.occupancy.settle
}

// isRestless reports whether the occupancy has had long enough to settle.
func (t *pass) isRestless() bool {
	t.wakeAt(t.queue.progressAt + t.occupancy.wait)
	return t.now-t.queue.progressAt >= t.occupancy.wait
}

// differingSquares returns the squares with trusted sensors in which the board differs from an occupancy.
func (t *pass) differingSquares(bits board.Bits) board.Bits {
	return (t.st.Bits ^ bits) &^ t.st.Unknown
}

// hasTrustedSensor reports whether a trusted sensor sees the place.
func (t *pass) hasTrustedSensor(p Place) bool { return p.HasSensor() && !t.st.Unknown.Has(p.Square) }

// carryIsVisible reports whether trusted sensors will show that the present carry is complete.
func (t *pass) carryIsVisible() bool {
	return (t.program.occupiedBefore(t.carryIndex)^t.currentCarry().Expect)&^t.st.Unknown != 0
}
