package arm

import "crownhead/kinematics"

// startParking leaves the board and reports an event once the arm is parked. While the pump is on a checker may
// hang on the nozzle; it is laid down first.
func (r *Runner) startParking(c *cycle, whenParked Event) bool {
	r.parkedEvent = whenParked
	if r.queue.pumpAtEnd {
		r.enterStage(emptying)
		return r.proceed(c, r.retreatFromRest())
	}
	r.enterStage(parking)
	return r.proceed(c, r.travelToPark())
}

func (r *Runner) travelToPark() error { return r.travelTo(kinematics.Vec(r.arm.cfg.Park)) }

// clearNozzle lays down what may hang on the nozzle, once the tip is up and the occupancy has settled. If the
// occupancy never settles, it is taken as it is.
func (r *Runner) clearNozzle(c *cycle) bool {
	if !r.awaitSettled(c) && !r.awaitSettleTimeout(c) {
		return false
	}
	r.enterStage(parking)
	err := r.layDownAt(r.returnPlace(c.status), r.release.waitTime(), r.release.isSlow())
	if err == nil {
		err = r.travelToPark()
	}
	return r.proceed(c, err)
}

// returnPlace returns where to lay what may hang on the nozzle. It goes back to where it came from, as long as
// the rest of the board is as the arm knows it, and after a pick that was given up in any case, because by the
// sensors nothing hangs there. Otherwise people have changed the board, and it goes into the tray: to the slot
// that was its target, or to the slot that is filled last and so is free.
func (r *Runner) returnPlace(st Status) Place {
	last := inSlot(len(r.arm.cfg.Tray.Trophies) - 1)
	if r.carryIndex >= len(r.program.Carries) {
		return last // a checker from an earlier program
	}
	carry := r.currentCarry()
	lifted := r.program.occupiedBefore(r.carryIndex) &^ carry.From.squareBit()
	switch {
	case !carry.From.HasSensor(), st.differingSquares(lifted) == 0, r.parkedEvent.Kind == EventHelpPick:
		return carry.From
	case !carry.To.HasSensor():
		return carry.To
	}
	return last
}

// reportParked reports the event for which the arm has parked. After a call for help it waits for Resume.
func (r *Runner) reportParked(c *cycle) bool {
	e := r.parkedEvent
	if e.Kind == EventDone && !c.await(r.occupancy.changedAt+r.occupancy.settleTime) && !r.awaitSettleTimeout(c) {
		return false // the visitor is moving already
	}
	e.Seen = c.status.Bits
	c.report(e)
	if e.Kind == EventHelpPick || e.Kind == EventHelpPlace {
		r.stage, r.pausedStage = suspended, suspended
		return true
	}
	r.stage = idle
	return true
}
