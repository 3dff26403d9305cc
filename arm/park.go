package arm

import "crownhead/kinematics"

// startParking leaves the board to people and says so when there. While the pump is on a checker may hang on the nozzle, which
// is laid down first.
func (t *pass) startParking(say Event) bool {
	t.parkedEvent = say
	if t.queue.pumping {
		t.enterStage(emptying)
		return t.retreatFromRest()
	}
	t.enterStage(parking)
	return t.travelToPark()
}

func (t *pass) travelToPark() bool { return t.travelTo(kinematics.Vec(t.arm.cfg.Park)) }

// clearNozzle lays down what may hang on the nozzle, once the tip is up and the sensors show what lies below. A board that
// never settles is taken as it is.
func (t *pass) clearNozzle() bool {
	if !t.isSettled() && !t.isRestless() {
		return false
	}
	t.enterStage(parking)
	return t.layDownAt(t.returnPlace()) && t.travelToPark()
}

// returnPlace is where what may hang on the nozzle is laid: where it came from, as long as the rest of the board is as the arm
// knows it; after a pick that was given up in any case, for by the sensors nothing hangs there. Otherwise people have
// been at work, and it goes into the tray: where it was to go, or to the slot that is filled last and so is free.
func (t *pass) returnPlace() Place {
	last := inSlot(len(t.arm.cfg.Tray.Trophies) - 1)
	if t.step >= len(t.program.Carries) {
		return last // of a runner before
	}
	c := t.currentCarry()
	lifted := t.program.occupiedBefore(t.step) &^ c.From.squareBit()
	switch {
	case !c.From.Sensed(), t.differingSquares(lifted) == 0, t.parkedEvent.Kind == EventHelpPick:
		return c.From
	case !c.To.Sensed():
		return c.To
	}
	return last
}

// reportParked says what was to be said once parked.
func (t *pass) reportParked() bool {
	e := t.parkedEvent
	e.Seen = t.st.Bits
	t.events = append(t.events, e)
	if e.Kind == EventHelpPick || e.Kind == EventHelpPlace {
		t.stage, t.pausedStage = waiting, waiting
		return true
	}
	t.stage = idle
	return true
}
