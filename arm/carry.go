package arm

import (
	"crownhead/board"
	"crownhead/kinematics"
)

// startNextCarry begins the carry that is due, or parks when all are done.
func (t *pass) startNextCarry() bool {
	t.tries, t.releases = 0, 0
	if t.step >= len(t.program.Carries) {
		return t.startParking(Event{Kind: EventDone, Step: t.step, Square: board.NoSquare})
	}
	return t.pickUp()
}

// pickUp goes down to the checker, grips it and lifts it. A later try goes lower, and to another point of the spiral.
func (t *pass) pickUp() bool {
	t.enterStage(picking)
	cfg := t.arm.cfg
	p := t.arm.Centre(t.currentCarry().From, t.visitor)
	dx, dy := spiralOffset(t.tries, cfg.Retry.Spiral)
	lower := min(float64(t.tries)*cfg.Retry.Lower, cfg.Heights.Gap+cfg.Retry.Floor)
	tip := kinematics.Vec{X: p.X + dx, Y: p.Y + dy, Z: p.Z + cfg.Board.Checker + cfg.Heights.Gap - lower}
	return t.approachPlace(tip, func() {
		if t.queue.pumping { // a vacuum that is there already would draw before the tip is down
			t.queue.pushActuation(false, true, vent)
		}
	}) && t.queueGrip() && t.retreat()
}

func (t *pass) queueGrip() bool {
	t.queue.pushActuation(true, false, secondsToDuration(t.arm.cfg.Pump.Grip))
	t.queue.markLast(pumpSwitched)
	return true
}

// verifyLifted looks whether the checker left its square, once the tip is up again.
func (t *pass) verifyLifted() bool {
	from := t.currentCarry().From
	switch {
	case !t.hasSensor(from):
		return t.placeDown()
	case !t.isSettled():
		return t.waitUntilSettled()
	case !t.st.Bits.Has(from.Square):
		return t.placeDown()
	default:
		return t.retryPick()
	}
}

// retryPick tries again to pick the checker up, or asks for help.
func (t *pass) retryPick() bool {
	from, most := t.currentCarry().From, t.arm.cfg.Retry.Picks
	if !t.hasSensor(from) {
		most = min(most, blindPicks)
	}
	t.tries++
	switch {
	case t.tries < most:
		t.reportAt(EventRetry, from)
		return t.pickUp()
	case t.hasSensor(from):
		return t.startParking(t.newEventAt(EventHelpPick, from))
	default:
		return t.startParking(t.newEventAt(EventHelpPlace, t.currentCarry().To))
	}
}

// placeDown goes to the target, lets go there and lifts. A later try lets go for longer.
func (t *pass) placeDown() bool {
	t.enterStage(placing)
	return t.layDownAt(t.currentCarry().To) && t.retreat()
}

// verifyLaid looks whether the board is as the carry should leave it, once the tip is up again.
func (t *pass) verifyLaid() bool {
	c := t.currentCarry()
	switch {
	case !t.isSettled():
		return t.waitUntilSettled()
	case t.differingSquares(c.Expect) == 0:
		return t.completeCarry()
	case t.differingSquares(c.Expect&^c.To.squareBit()) != 0:
		return false // a disturbance, as soon as it has lasted
	case !t.hasSensor(c.From):
		return t.retryPick()
	}
	t.releases++
	if t.releases < t.arm.cfg.Retry.Releases {
		t.reportAt(EventRetry, c.To)
		return t.placeDown()
	}
	return t.startParking(t.newEventAt(EventHelpPlace, c.To))
}

// waitUntilSettled waits for the occupancy to settle, but not for ever.
func (t *pass) waitUntilSettled() bool {
	if !t.isRestless() {
		return false
	}
	t.report(EventDisturbed)
	t.stopArm()
	return true
}

// completeCarry goes on to the next carry.
func (t *pass) completeCarry() bool {
	e := t.newEventAt(EventCarried, t.currentCarry().To)
	if e.Found = t.hasSensor(t.currentCarry().From); e.Found {
		e.Dx, e.Dy = spiralOffset(t.tries, t.arm.cfg.Retry.Spiral)
	}
	t.events = append(t.events, e)
	t.step++
	return t.startNextCarry()
}
