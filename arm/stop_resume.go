package arm

import "time"

// assumedStopTime is how long after a stop an idle controller that doesn't report the stop is taken to stand still.
const assumedStopTime = 500 * time.Millisecond

// finishStop reports, once the arm stands and the occupancy has settled, what the board should look like. It
// waits for the sensors because a checker that was lifted a moment ago may still read as lying.
func (r *Runner) finishStop(c *cycle) bool {
	late := c.await(r.stopRequestedAt + r.occupancy.timeout)
	standing := r.awaitStanding(c)
	switch {
	case !standing && late:
		return r.reportFault(c, "the arm doesn't come to rest")
	case !standing:
		r.queue.progressAt = c.now // the occupancy may still change
		return false
	case !r.awaitSettled(c) && !late:
		return false
	}
	r.queue.discardAll()
	r.occupancy.forgetMismatch()
	r.reportStopped(c)
	r.stage = suspended
	return true
}

// awaitStanding waits until the arm has come to rest.
func (r *Runner) awaitStanding(c *cycle) bool {
	silent := c.await(r.stopRequestedAt + assumedStopTime)
	return c.status.Idle && (c.status.Stopped || silent)
}

// reportStopped reports that the arm stands. A square that the arm's work explains both empty and full is to stay
// as it is: it may be empty because its checker hangs on the nozzle.
func (r *Runner) reportStopped(c *cycle) {
	bits, exempt := r.expectedOccupancy()
	e := r.newBoardEvent(EventHeld, c.status)
	e.Expected = bits&^exempt | c.status.Bits&exempt
	c.report(e)
}

// tryResume goes on once somebody has asked for it, the controller takes items and the board has settled.
func (r *Runner) tryResume(c *cycle) bool {
	if !r.resumeRequested || !c.status.isReady() || !r.awaitSettled(c) {
		return false
	}
	r.resumeRequested = false
	r.queue.syncWith(c.status)
	if r.pausedStage == emptying || r.pausedStage == parking {
		return r.startParking(c, r.parkedEvent)
	}
	bits, exempt := r.expectedOccupancy()
	switch help, hangs := r.pausedStage == suspended, r.mayHoldChecker(); {
	case !hangs && c.status.differingSquares(r.currentCarry().Expect) == 0 && (help || r.carryIsVisible(c.status)):
		return r.completeCarry(c)
	case help && c.status.differingSquares(r.program.occupiedBefore(r.carryIndex)) == 0:
		return r.startNextCarry(c)
	case help || c.status.differingSquares(bits)&^exempt != 0:
		c.report(r.newBoardEvent(EventDisturbed, c.status))
		return false
	}
	return r.proceed(c, r.repeatStage(c))
}

// mayHoldChecker reports whether a checker may hang on the nozzle.
func (r *Runner) mayHoldChecker() bool {
	switch r.pausedStage {
	case picking:
		return r.pumpSwitched
	case placing:
		return !r.pumpSwitched
	}
	return r.pausedStage == showing || r.pausedStage == returning
}

// carryIsVisible reports whether trusted sensors will show that the present carry is complete.
func (r *Runner) carryIsVisible(st Status) bool {
	return (r.program.occupiedBefore(r.carryIndex)^r.currentCarry().Expect)&^st.Unknown != 0
}

// repeatStage goes on with the stage that was interrupted. What was gripped still hangs on the nozzle, or the sensors
// will show that it doesn't; if it hangs low, its own sensor sees it until it is lifted.
func (r *Runner) repeatStage(c *cycle) error {
	wasAbove := r.aboveTarget
	var err error
	switch {
	case r.pausedStage == picking && !r.pumpSwitched:
		if r.queue.pumpAtEnd { // or the tip might lift the checker on its way up
			r.queue.pushActuation(false, true, ventTime)
		}
		err = r.pickUp()
	case r.pausedStage == showing:
		err = r.showChecker(c)
	case r.pausedStage == placing && !r.pumpSwitched, r.pausedStage == returning:
		err = r.placeDown(c)
	default:
		r.stage = r.pausedStage
		return r.retreat()
	}
	r.aboveTarget = r.aboveTarget || wasAbove
	return err
}
