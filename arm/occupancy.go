package arm

import (
	"time"

	"crownhead/board"
)

// An occupancyWatch follows the occupancy: when it changed last, and since when it differs from what is expected.
type occupancyWatch struct {
	settleTime, timeout time.Duration

	bits          board.Bits
	begun         bool          // bits have been seen
	changedAt     time.Duration // when bits last changed
	mismatchSince time.Duration // since when bits differ from what is expected; Never while they don't
}

func newOccupancyWatch(c Watch) occupancyWatch {
	return occupancyWatch{
		settleTime: secondsToDuration(c.SettleTime), timeout: secondsToDuration(c.Timeout), mismatchSince: Never,
	}
}

func (w *occupancyWatch) update(now time.Duration, bits board.Bits) {
	if !w.begun || bits != w.bits {
		w.begun, w.bits, w.changedAt = true, bits, now
	}
}

// forgetMismatch forgets since when the occupancy differs from what is expected, because something else is
// expected now.
func (w *occupancyWatch) forgetMismatch() { w.mismatchSince = Never }

// trackMismatch notes since when the bits differ from the expected ones outside the exempt squares. It returns the
// time from which on the difference counts, Never without one.
func (w *occupancyWatch) trackMismatch(now time.Duration, expected, exempt board.Bits) time.Duration {
	if (w.bits^expected)&^exempt == 0 {
		w.mismatchSince = Never
		return Never
	}
	if w.mismatchSince == Never {
		w.mismatchSince = now
	}
	return w.mismatchSince + w.settleTime
}

// expectedOccupancy returns the occupancy that the arm's work explains now, and the squares that it explains
// both empty and full.
func (r *Runner) expectedOccupancy() (bits, exempt board.Bits) {
	if r.carryIndex >= len(r.program.Carries) {
		return r.program.occupiedBefore(r.carryIndex), 0
	}
	carry, bits := r.currentCarry(), r.program.occupiedBefore(r.carryIndex)
	stage := r.stage
	if stage == stopping || stage == suspended {
		stage = r.pausedStage
	}
	switch stage {
	case placing, returning:
		bits &^= carry.From.squareBit()
		exempt = carry.To.squareBit()
	case showing:
		bits &^= carry.From.squareBit()
		exempt = carry.From.squareBit()
	case picking:
		exempt = carry.From.squareBit()
	default: // help: the carry may have been done by hand, or not
		return carry.Expect, carry.From.squareBit() | carry.To.squareBit()
	}
	picksAgain := stage == picking && r.failedPicks > 0         // its square may read empty, though the checker is there
	if !r.aboveTarget && r.failedReleases == 0 && !picksAgain { // a checker that was let go once may fall off the nozzle at any time
		exempt = 0
	}
	if r.shownOver != board.NoSquare { // until the nozzle is high again
		exempt |= r.shownOver.Bit()
	}
	return bits, exempt
}

// detectDisturbance reports whether somebody else has changed the board.
func (r *Runner) detectDisturbance(c *cycle) bool {
	if r.stage == parking || r.stage == emptying && r.parkedEvent.Kind != EventDone || r.hasLaidLast(c.status) {
		return false // people may use the board: the arm goes up and away from it
	}
	bits, exempt := r.expectedOccupancy()
	return c.await(r.occupancy.trackMismatch(c.now, bits, exempt|c.status.Unknown))
}

// hasLaidLast reports whether the last checker of the program stands, and the arm only goes up from it.
func (r *Runner) hasLaidLast(st Status) bool {
	if r.stage != placing || !r.pumpSwitched || r.carryIndex != len(r.program.Carries)-1 {
		return false
	}
	to := r.currentCarry().To
	return st.sees(to) && st.Bits.Has(to.Square)
}

// stopForDisturbance reports that somebody else has changed the board, and makes the arm decelerate to a stop.
func (r *Runner) stopForDisturbance(c *cycle) {
	c.report(r.newBoardEvent(EventDisturbed, c.status))
	c.controller.Stop()
	r.suspendStage(c.now)
}

// awaitSettled waits until the occupancy has not changed for some time, counted from the arm's last item.
func (r *Runner) awaitSettled(c *cycle) bool {
	return c.await(max(r.occupancy.changedAt, r.queue.progressAt) + r.occupancy.settleTime)
}

// awaitSettleTimeout waits until the occupancy has had long enough to settle.
func (r *Runner) awaitSettleTimeout(c *cycle) bool {
	return c.await(r.queue.progressAt + r.occupancy.timeout)
}

// differingSquares returns the squares with trusted sensors in which the board differs from an occupancy.
func (s Status) differingSquares(bits board.Bits) board.Bits { return (s.Bits ^ bits) &^ s.Unknown }

// sees reports whether a trusted sensor sees the place.
func (s Status) sees(p Place) bool { return p.HasSensor() && !s.Unknown.Has(p.Square) }
