package arm

import "time"

// silent is how long after a stop an idle controller that says nothing of being held is believed to stand.
const silent = 500 * time.Millisecond

// stop lets the arm decelerate.
func (t *pass) stop() {
	t.out.Stop()
	t.suspend()
}

// suspend waits for the arm to stand, with or without a stop of ours.
func (t *pass) suspend() {
	t.paused, t.stage, t.stopAt = t.stage, stopping, t.now
	t.flight.queue, t.flight.doneAt = nil, t.now
	t.resume = false
}

// stopped says that the arm stands and what the board should look like, once the sensors show it: a checker that was
// lifted a moment ago may read as lying yet.
func (t *pass) stopped() bool {
	late := t.now-t.stopAt >= t.watch.wait
	t.wake(t.stopAt + t.watch.wait)
	switch {
	case !t.standing() && late:
		return t.fault("the arm doesn't come to rest")
	case !t.standing():
		t.flight.doneAt = t.now // the sensors have not seen the last of it
		return false
	case !t.settled() && !late:
		return false
	}
	t.flight.drop()
	t.watch.forget()
	t.sayHeld()
	t.stage = waiting
	return true
}

// standing tells whether the arm has come to rest.
func (t *pass) standing() bool {
	t.wake(t.stopAt + silent)
	return t.st.Idle && (t.st.Held || t.now-t.stopAt >= silent)
}

// sayHeld reports that the arm stands. Where its work explains a square both ways, the square is to stay as it is: it may
// be empty because its checker hangs on the nozzle.
func (t *pass) sayHeld() {
	bits, exempt := t.expected()
	t.say(EventHeld)
	t.events[len(t.events)-1].Expected = bits&^exempt | t.st.Bits&exempt
}

// resumed goes on when asked to, the controller takes items and the board has settled.
func (t *pass) resumed() bool {
	if !t.resume || !t.ready() || !t.settled() {
		return false
	}
	t.resume = false
	t.flight.take(t.st)
	if t.paused == emptying || t.paused == parking {
		return t.goPark(t.parked)
	}
	bits, exempt := t.expected()
	switch help, hangs := t.paused == waiting, t.hangs(); {
	case !hangs && t.differs(t.carry().Expect) == 0 && (help || t.tells()):
		return t.carried()
	case help && t.differs(t.program.before(t.step)) == 0:
		return t.nextCarry()
	case help || t.differs(bits)&^exempt != 0:
		t.say(EventDisturbed)
		return false
	}
	return t.again()
}

// hangs tells whether a checker may hang on the nozzle.
func (t *pass) hangs() bool {
	return t.paused == picking && t.switched || t.paused == placing && !t.switched
}

// again takes up the stage that was left. What was gripped hangs on the nozzle still, or the sensors will tell; and if
// it hangs low its own sensor sees it until it is lifted.
func (t *pass) again() bool {
	near := t.near
	switch {
	case t.paused == picking && !t.switched:
		if t.flight.pumping { // else it might lift the checker on its way up
			t.flight.actuate(false, true, vent)
		}
		t.pick()
	case t.paused == placing && !t.switched:
		t.place()
	default:
		t.stage = t.paused
		return t.up()
	}
	t.near = t.near || near
	return true
}
