package arm

import "time"

// assumedStopTime is how long after a stop an idle controller that doesn't report being held is taken to stand still.
const assumedStopTime = 500 * time.Millisecond

// finishStop reports, once the arm stands and the occupancy has settled, what the board should look like. It
// waits for the sensors because a checker that was lifted a moment ago may still read as lying.
func (t *pass) finishStop() bool {
	late := t.now-t.stopRequestedAt >= t.occupancy.wait
	t.wakeAt(t.stopRequestedAt + t.occupancy.wait)
	switch {
	case !t.isStanding() && late:
		return t.reportFault("the arm doesn't come to rest")
	case !t.isStanding():
		t.queue.progressAt = t.now // the occupancy may still change
		return false
	case !t.isSettled() && !late:
		return false
	}
	t.queue.discardAll()
	t.occupancy.resetSuspicion()
	t.reportStopped()
	t.stage = suspended
	return true
}

// isStanding reports whether the arm has come to rest.
func (t *pass) isStanding() bool {
	t.wakeAt(t.stopRequestedAt + assumedStopTime)
	return t.st.Idle && (t.st.Stopped || t.now-t.stopRequestedAt >= assumedStopTime)
}

// reportStopped reports that the arm stands. A square that the arm's work explains both empty and full is to stay
// as it is: it may be empty because its checker hangs on the nozzle.
func (t *pass) reportStopped() {
	bits, exempt := t.expectedOccupancy()
	t.report(EventStopped)
	t.events[len(t.events)-1].Expected = bits&^exempt | t.st.Bits&exempt
}

// tryResume goes on once somebody has asked for it, the controller takes items and the board has settled.
func (t *pass) tryResume() bool {
	if !t.resumeRequested || !t.isReady() || !t.isSettled() {
		return false
	}
	t.resumeRequested = false
	t.queue.syncWith(t.st)
	if t.pausedStage == emptying || t.pausedStage == parking {
		return t.startParking(t.parkedEvent)
	}
	bits, exempt := t.expectedOccupancy()
	switch help, hangs := t.pausedStage == suspended, t.mayHoldChecker(); {
	case !hangs && t.differingSquares(t.currentCarry().Expect) == 0 && (help || t.carryIsVisible()):
		return t.completeCarry()
	case help && t.differingSquares(t.program.occupiedBefore(t.carryIndex)) == 0:
		return t.startNextCarry()
	case help || t.differingSquares(bits)&^exempt != 0:
		t.report(EventDisturbed)
		return false
	}
	return t.repeatStage()
}

// mayHoldChecker reports whether a checker may hang on the nozzle.
func (t *pass) mayHoldChecker() bool {
	return t.pausedStage == picking && t.pumpSwitched || t.pausedStage == placing && !t.pumpSwitched
}

// repeatStage goes on with the stage that was interrupted. What was gripped still hangs on the nozzle, or the sensors
// will show that it doesn't; if it hangs low, its own sensor sees it until it is lifted.
func (t *pass) repeatStage() bool {
	near := t.aboveTarget
	switch {
	case t.pausedStage == picking && !t.pumpSwitched:
		if t.queue.pumpAtEnd { // or the tip might lift the checker on its way up
			t.queue.pushActuation(false, true, ventTime)
		}
		t.pickUp()
	case t.pausedStage == placing && !t.pumpSwitched:
		t.placeDown()
	default:
		t.stage = t.pausedStage
		return t.retreat()
	}
	t.aboveTarget = t.aboveTarget || near
	return true
}
