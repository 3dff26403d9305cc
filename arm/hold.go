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
	t.flight.queue = nil
	t.resume = false
}

// stopped says that the arm stands.
func (t *pass) stopped() bool {
	t.wake(t.stopAt + silent)
	if !t.st.Idle || (!t.st.Held && t.now-t.stopAt < silent) {
		t.wake(t.stopAt + t.watch.wait)
		if t.now-t.stopAt >= t.watch.wait {
			return t.fault("the arm doesn't come to rest")
		}
		return false
	}
	t.flight.drop()
	t.stage = waiting
	t.watch.forget()
	t.say(EventHeld)
	return true
}

// resumed goes on when asked to, the controller takes items and the board has settled.
func (t *pass) resumed() bool {
	if !t.resume || !t.ready() || !t.settled() {
		return false
	}
	t.resume = false
	t.flight.take(t.st)
	if t.paused == parking {
		return t.goPark(t.parked)
	}
	bits, exempt := t.expected()
	switch help, hangs := t.paused == waiting, t.hangs(); {
	case !hangs && t.st.Bits == t.carry().Expect:
		return t.carried()
	case help && t.st.Bits == t.program.before(t.step):
		return t.nextCarry()
	case help || (t.st.Bits^bits)&^exempt != 0:
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
