package arm

import "crownhead/kinematics"

// startParking leaves the board and reports an event once the arm is parked. While the pump is on a checker may
// hang on the nozzle; it is laid down first.
func (t *pass) startParking(whenParked Event) bool {
	t.parkedEvent = whenParked
	if t.queue.pumpAtEnd {
		t.enterStage(emptying)
		return t.retreatFromRest()
	}
	t.enterStage(parking)
	return t.travelToPark()
}

func (t *pass) travelToPark() bool { return t.travelTo(kinematics.Vec(t.arm.cfg.Park)) }

// clearNozzle lays down what may hang on the nozzle, once the tip is up and the occupancy has settled. If it never
// settles, it is taken as it is.
func (t *pass) clearNozzle() bool {
	if !t.isSettled() && !t.isRestless() {
		return false
	}
	t.enterStage(parking)
	return t.layDownAt(t.returnPlace()) && t.travelToPark()
}

// returnPlace returns where to lay what may hang on the nozzle. It goes back to where it came from, as long as
// the rest of the board is as the arm knows it, and after a pick that was given up in any case, because by the
// sensors nothing hangs there. Otherwise people have changed the board, and it goes into the tray: to the slot
// that was its target, or to the slot that is filled last and so is free.
func (t *pass) returnPlace() Place {
	last := inSlot(len(t.arm.cfg.Tray.Trophies) - 1)
	if t.carryIndex >= len(t.program.Carries) {
		return last // a checker from an earlier program
	}
	c := t.currentCarry()
	lifted := t.program.occupiedBefore(t.carryIndex) &^ c.From.squareBit()
	switch {
	case !c.From.HasSensor(), t.differingSquares(lifted) == 0, t.parkedEvent.Kind == EventHelpPick:
		return c.From
	case !c.To.HasSensor():
		return c.To
	}
	return last
}

// reportParked reports the event that parking was for. After a call for help it waits for Resume.
func (t *pass) reportParked() bool {
	e := t.parkedEvent
	e.Seen = t.st.Bits
	t.events = append(t.events, e)
	if e.Kind == EventHelpPick || e.Kind == EventHelpPlace {
		t.stage, t.pausedStage = suspended, suspended
		return true
	}
	t.stage = idle
	return true
}
