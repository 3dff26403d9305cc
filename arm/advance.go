package arm

import (
	"time"

	"crownhead/board"
)

// Advance does what is due. It returns what happened, and the time at which it must be called again at the
// latest; it must also be called with every new status.
func (r *Runner) Advance(now time.Duration, st Status, controller Controller) (events []Event, next time.Duration) {
	r.occupancy.update(now, st.Bits&^st.Unknown)
	for _, i := range r.queue.popCompleted(now, st.Done) {
		switch i.milestone {
		case aboveTarget:
			r.aboveTarget = true
		case atTarget:
			r.release.noteOpened(now)
		case pumpSwitched:
			r.pumpSwitched, r.release.letGoAt = true, now
		case noMilestone:
		}
	}
	if r.stage == placing && r.pumpSwitched && st.sees(r.currentCarry().To) {
		r.release.watchTarget(now, st.Bits.Has(r.currentCarry().To.Square))
	}
	c := &cycle{now: now, status: st, controller: controller, next: Never}
	for r.advanceStage(c) {
	}
	r.queue.fillController(now, controller, st.Lossy)
	r.checkItemDeadline(c)
	return c.events, c.next
}

// checkItemDeadline gives up on a controller that acknowledges but does not move.
func (r *Runner) checkItemDeadline(c *cycle) {
	if r.stage != stopping && c.await(r.queue.itemDeadline(r.occupancy.timeout)) {
		r.reportFault(c, "the controller doesn't complete the motion it was given")
	}
}

// advanceStage does one step of the present stage and reports whether another one may follow at once.
func (r *Runner) advanceStage(c *cycle) bool {
	if r.stage > starting && !c.status.Homed {
		return r.reportFault(c, "the controller has lost the arm's position")
	}
	switch r.stage {
	case idle:
		return r.parkOnRequest(c)
	case starting:
		return r.startProgram(c)
	case stopping:
		return r.finishStop(c)
	case suspended:
		return r.tryResume(c)
	case manual:
		r.finishManualMotion(c.status)
		return false
	default:
		return r.superviseMotion(c)
	}
}

// superviseMotion watches the arm while it moves, and goes on when it has completed its motion.
func (r *Runner) superviseMotion(c *cycle) bool {
	switch {
	case c.status.Stopped:
		r.suspendStage(c.now)
		return true
	case r.detectDisturbance(c):
		r.stopForDisturbance(c)
		return true
	case !r.queue.isEmpty():
		return false
	}
	switch r.stage {
	case picking:
		return r.verifyLifted(c)
	case showing:
		return r.verifyShown(c)
	case placing:
		return r.verifyLaid(c)
	case returning:
		return r.releaseAgain(c)
	case emptying:
		return r.clearNozzle(c)
	default:
		return r.reportParked(c)
	}
}

// parkOnRequest parks if Park has been called.
func (r *Runner) parkOnRequest(c *cycle) bool {
	if !r.parkRequested || !c.status.isReady() {
		return false
	}
	r.parkRequested = false
	r.queue.syncWith(c.status)
	return r.startParking(c, Event{Kind: EventParked, Square: board.NoSquare})
}

// startProgram begins the program from wherever the arm is.
func (r *Runner) startProgram(c *cycle) bool {
	if !c.status.isReady() {
		return false
	}
	r.queue.syncWith(c.status)
	r.occupancy.forgetMismatch()
	return r.startNextCarry(c)
}
