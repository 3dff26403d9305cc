package arm

import (
	"crownhead/board"
	"crownhead/kinematics"
)

// maxBlindPicks is the greatest number of tries at a place without a sensor. Each costs a whole carry: only the target
// shows that nothing was picked up.
const maxBlindPicks = 3

// startNextCarry begins the carry that is due, or parks when all are done.
func (r *Runner) startNextCarry(c *cycle) bool {
	r.failedPicks, r.failedReleases = 0, 0
	if r.carryIndex >= len(r.program.Carries) {
		return r.startParking(c, Event{Kind: EventDone, Step: r.carryIndex, Square: board.NoSquare})
	}
	return r.proceed(c, r.pickUp())
}

// pickUp goes down to the checker, grips it and lifts it. A later try goes lower, and to another point of the spiral.
func (r *Runner) pickUp() error {
	r.enterStage(picking)
	cfg := r.arm.cfg
	p := r.arm.Centre(r.currentCarry().From, r.visitor)
	dx, dy := spiralOffset(r.failedPicks, cfg.Retry.SpiralStep)
	lower := min(float64(r.failedPicks)*cfg.Retry.LowerStep, cfg.Descent.GripClearance+cfg.Retry.MaxDepth)
	tip := kinematics.Vec{X: p.X + dx, Y: p.Y + dy, Z: p.Z + cfg.Board.CheckerHeight + cfg.Descent.GripClearance - lower}
	if err := r.approachPlace(tip, true); err != nil {
		return err
	}
	r.queue.pushActuation(true, false, secondsToDuration(cfg.Pump.GripTime))
	r.queue.markLast(pumpSwitched)
	return r.retreat()
}

// verifyLifted checks that the checker has left its square, once the tip is up again.
func (r *Runner) verifyLifted(c *cycle) bool {
	from := r.currentCarry().From
	switch {
	case !c.status.sees(from):
		return r.proceed(c, r.placeDown())
	case !r.awaitSettled(c):
		return r.checkSettleTimeout(c)
	case !c.status.Bits.Has(from.Square):
		return r.proceed(c, r.placeDown())
	default:
		return r.retryPick(c)
	}
}

// retryPick tries to pick the checker up again, or asks for help after the last try.
func (r *Runner) retryPick(c *cycle) bool {
	from, most := r.currentCarry().From, r.arm.cfg.Retry.MaxPicks
	if !c.status.sees(from) {
		most = min(most, maxBlindPicks)
	}
	r.failedPicks++
	switch {
	case r.failedPicks < most:
		c.report(r.newCarryEvent(EventRetry, from, c.status))
		return r.proceed(c, r.pickUp())
	case c.status.sees(from):
		return r.startParking(c, r.newCarryEvent(EventHelpPick, from, c.status))
	default:
		return r.startParking(c, r.newCarryEvent(EventHelpPlace, r.currentCarry().To, c.status))
	}
}

// placeDown goes to the target, lets the checker go and retreats. A later try lets go for longer.
func (r *Runner) placeDown() error {
	r.enterStage(placing)
	if err := r.layDownAt(r.currentCarry().To); err != nil {
		return err
	}
	return r.retreat()
}

// verifyLaid checks that the board is as the carry should leave it, once the tip is up again.
func (r *Runner) verifyLaid(c *cycle) bool {
	carry := r.currentCarry()
	switch {
	case !r.awaitSettled(c):
		return r.checkSettleTimeout(c)
	case c.status.differingSquares(carry.Expect) == 0:
		return r.completeCarry(c)
	case c.status.differingSquares(carry.Expect&^carry.To.squareBit()) != 0:
		return false // it counts as a disturbance when it has lasted long enough
	case !c.status.sees(carry.From):
		return r.retryPick(c)
	}
	r.failedReleases++
	if r.failedReleases < r.arm.cfg.Retry.MaxReleases {
		c.report(r.newCarryEvent(EventRetry, carry.To, c.status))
		return r.proceed(c, r.placeDown())
	}
	return r.startParking(c, r.newCarryEvent(EventHelpPlace, carry.To, c.status))
}

// checkSettleTimeout stops the arm if the occupancy has not settled in time: that counts as a disturbance.
func (r *Runner) checkSettleTimeout(c *cycle) bool {
	if !r.awaitSettleTimeout(c) {
		return false
	}
	r.stopForDisturbance(c)
	return true
}

// completeCarry reports the carry and starts the next one.
func (r *Runner) completeCarry(c *cycle) bool {
	carry := r.currentCarry()
	e := r.newCarryEvent(EventCarried, carry.To, c.status)
	if e.Found = c.status.sees(carry.From); e.Found {
		e.Dx, e.Dy = spiralOffset(r.failedPicks, r.arm.cfg.Retry.SpiralStep)
	}
	c.report(e)
	r.carryIndex++
	return r.startNextCarry(c)
}
