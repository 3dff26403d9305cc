package arm

import (
	"crownhead/board"
	"crownhead/kinematics"
)

// maxBlindPicks is the greatest number of tries at a place without a sensor. Each costs a whole carry: only the target
// shows that nothing was picked up.
const maxBlindPicks = 3

// startNextCarry begins the carry that is due, or parks when all are done.
func (t *pass) startNextCarry() bool {
	t.failedPicks, t.failedReleases = 0, 0
	if t.carryIndex >= len(t.program.Carries) {
		return t.startParking(Event{Kind: EventDone, Step: t.carryIndex, Square: board.NoSquare})
	}
	return t.pickUp()
}

// pickUp goes down to the checker, grips it and lifts it. A later try goes lower, and to another point of the spiral.
func (t *pass) pickUp() bool {
	t.enterStage(picking)
	cfg := t.arm.cfg
	p := t.arm.Centre(t.currentCarry().From, t.visitor)
	dx, dy := spiralOffset(t.failedPicks, cfg.Retry.Spiral)
	lower := min(float64(t.failedPicks)*cfg.Retry.Lower, cfg.Descent.GripClearance+cfg.Retry.Floor)
	tip := kinematics.Vec{X: p.X + dx, Y: p.Y + dy, Z: p.Z + cfg.Board.Checker + cfg.Descent.GripClearance - lower}
	if !t.approachPlace(tip, true) {
		return false
	}
	t.queue.pushActuation(true, false, secondsToDuration(cfg.Pump.Grip))
	t.queue.markLast(pumpSwitched)
	return t.retreat()
}

// verifyLifted checks that the checker has left its square, once the tip is up again.
func (t *pass) verifyLifted() bool {
	from := t.currentCarry().From
	switch {
	case !t.hasTrustedSensor(from):
		return t.placeDown()
	case !t.isSettled():
		return t.waitUntilSettled()
	case !t.st.Bits.Has(from.Square):
		return t.placeDown()
	default:
		return t.retryPick()
	}
}

// retryPick tries to pick the checker up again, or asks for help after the last try.
func (t *pass) retryPick() bool {
	from, most := t.currentCarry().From, t.arm.cfg.Retry.Picks
	if !t.hasTrustedSensor(from) {
		most = min(most, maxBlindPicks)
	}
	t.failedPicks++
	switch {
	case t.failedPicks < most:
		t.reportAt(EventRetry, from)
		return t.pickUp()
	case t.hasTrustedSensor(from):
		return t.startParking(t.newEventAt(EventHelpPick, from))
	default:
		return t.startParking(t.newEventAt(EventHelpPlace, t.currentCarry().To))
	}
}

// placeDown goes to the target, lets the checker go and retreats. A later try lets go for longer.
func (t *pass) placeDown() bool {
	t.enterStage(placing)
	return t.layDownAt(t.currentCarry().To) && t.retreat()
}

// verifyLaid checks that the board is as the carry should leave it, once the tip is up again.
func (t *pass) verifyLaid() bool {
	c := t.currentCarry()
	switch {
	case !t.isSettled():
		return t.waitUntilSettled()
	case t.differingSquares(c.Expect) == 0:
		return t.completeCarry()
	case t.differingSquares(c.Expect&^c.To.squareBit()) != 0:
		return false // it counts as a disturbance when it has lasted long enough
	case !t.hasTrustedSensor(c.From):
		return t.retryPick()
	}
	t.failedReleases++
	if t.failedReleases < t.arm.cfg.Retry.Releases {
		t.reportAt(EventRetry, c.To)
		return t.placeDown()
	}
	return t.startParking(t.newEventAt(EventHelpPlace, c.To))
}

// waitUntilSettled waits for the occupancy to settle. An occupancy that never settles counts as a disturbance.
func (t *pass) waitUntilSettled() bool {
	if !t.isRestless() {
		return false
	}
	t.report(EventDisturbed)
	t.stopArm()
	return true
}

// completeCarry reports the carry and starts the next one.
func (t *pass) completeCarry() bool {
	e := t.newEventAt(EventCarried, t.currentCarry().To)
	if e.Found = t.hasTrustedSensor(t.currentCarry().From); e.Found {
		e.Dx, e.Dy = spiralOffset(t.failedPicks, t.arm.cfg.Retry.Spiral)
	}
	t.events = append(t.events, e)
	t.carryIndex++
	return t.startNextCarry()
}
