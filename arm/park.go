package arm

import "crownhead/kinematics"

// goPark leaves the board to people and says so when there. While the pump is on a checker may hang on the nozzle, which
// is laid down first.
func (t *pass) goPark(say Event) bool {
	t.parked = say
	if t.flight.pumping {
		t.enter(emptying)
		return t.rise()
	}
	t.enter(parking)
	return t.toPark()
}

func (t *pass) toPark() bool { return t.travel(kinematics.Vec(t.arm.cfg.Park)) }

// emptied lays down what may hang on the nozzle, once the tip is up and the sensors show what lies below. A board that
// never settles is taken as it is.
func (t *pass) emptied() bool {
	if !t.settled() && !t.restless() {
		return false
	}
	t.enter(parking)
	return t.lay(t.home()) && t.toPark()
}

// home is where what may hang on the nozzle is laid: where it came from, as long as the rest of the board is as the arm
// knows it; after a pick that was given up in any case, for by the sensors nothing hangs there. Otherwise people have
// been at work, and it goes into the tray: where it was to go, or to the slot that is filled last and so is free.
func (t *pass) home() Place {
	last := inSlot(len(t.arm.cfg.Tray.Trophies) - 1)
	if t.step >= len(t.program.Carries) {
		return last // of a runner before
	}
	c := t.carry()
	lifted := t.program.before(t.step) &^ c.From.bit()
	switch {
	case !c.From.Sensed(), t.differs(lifted) == 0, t.parked.Kind == EventHelpPick:
		return c.From
	case !c.To.Sensed():
		return c.To
	}
	return last
}
