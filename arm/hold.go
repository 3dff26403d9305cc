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
	switch maybeHeld := t.paused == picking && t.switched || t.paused == placing && !t.switched; {
	case !maybeHeld && t.st.Bits == t.carry().Expect:
		return t.carried()
	case !maybeHeld && t.st.Bits == t.program.before(t.step):
		return t.nextCarry()
	case t.paused == waiting || (t.st.Bits^bits)&^exempt != 0:
		t.say(EventDisturbed)
		return false
	}
	return t.again()
}

// again takes up the stage that was left. What was gripped hangs on the nozzle still, or the sensors will tell.
func (t *pass) again() bool {
	switch {
	case t.paused == picking && !t.switched:
		return t.pick()
	case t.paused == placing && !t.switched:
		return t.place()
	}
	t.stage = t.paused
	return t.up()
}
