package arm

import (
	"math"

	"crownhead/board"
	"crownhead/kinematics"
)

// The greatest number of tries at a place without a sensor.
const (
	maxBlindPicks = 3 // each costs a whole carry: only the target shows that nothing was picked up
	maxShownPicks = 6 // the middle twice, and a round of the spiral
)

// startNextCarry begins the carry that is due, or parks when all are done.
func (r *Runner) startNextCarry(c *cycle) bool {
	r.failedPicks, r.failedReleases, r.shownOver = 0, 0, board.NoSquare
	r.release.startTiming()
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
	case c.status.sees(from) && !r.awaitSettled(c):
		return r.checkSettleTimeout(c)
	case c.status.sees(from) && c.status.Bits.Has(from.Square):
		return r.retryPick(c)
	case r.isLiftDoubtful(c.status):
		return r.proceed(c, r.showChecker(c))
	default:
		return r.proceed(c, r.placeDown(c))
	}
}

// isLiftDoubtful reports whether it has yet to be seen that the checker hangs on the nozzle, because no target will show
// it: its own square doesn't either, or it could fall on its way to a square without anybody's notice. A square that
// reads empty after missed picks may still have its checker, which they have pushed to the edge.
func (r *Runner) isLiftDoubtful(st Status) bool {
	carry := r.currentCarry()
	hidden := carry.To.HasSensor() || carry.From.HasSensor() && !st.sees(carry.From)
	return !st.sees(carry.To) && (hidden || r.failedPicks > 0)
}

// showChecker holds what hangs on the nozzle so low over the nearest empty square that its sensor sees it.
func (r *Runner) showChecker(c *cycle) error {
	if r.shownOver == board.NoSquare {
		r.shownOver = r.nearestEmpty(c.status)
	}
	if r.shownOver == board.NoSquare {
		return r.placeDown(c)
	}
	r.enterStage(showing)
	return r.approachPlace(r.tipAtChecker(onSquare(r.shownOver)), false)
}

// nearestEmpty returns the empty square nearest to the target whose sensor is believed, or to the origin of what goes
// into the tray; NoSquare if there is none.
func (r *Runner) nearestEmpty(st Status) board.Square {
	carry := r.currentCarry()
	near := carry.To
	if !near.HasSensor() {
		near = carry.From
	}
	centre := r.arm.Centre(near, r.visitor)
	taken := st.Bits | st.Unknown | r.program.occupiedBefore(r.carryIndex) | carry.From.squareBit()
	best, nearest := board.NoSquare, math.Inf(1)
	for _, sq := range (^taken).Squares() {
		at := r.arm.Centre(onSquare(sq), r.visitor)
		if d := math.Hypot(at.X-centre.X, at.Y-centre.Y); d < nearest {
			best, nearest = sq, d
		}
	}
	return best
}

// verifyShown goes on with a checker that the sensor below the nozzle sees, and else looks for it once more.
func (r *Runner) verifyShown(c *cycle) bool {
	switch {
	case !r.awaitSettled(c):
		return r.checkSettleTimeout(c)
	case c.status.sees(onSquare(r.shownOver)) && c.status.Bits.Has(r.shownOver):
		return r.proceed(c, r.placeDown(c))
	case c.status.sees(r.currentCarry().From) && r.failedPicks == 0: // it was lifted, and has fallen
		return r.startParking(c, r.newCarryEvent(EventHelpPlace, r.currentCarry().To, c.status))
	}
	return r.retryPick(c)
}

// retryPick tries to pick the checker up again, or asks for help after the last try.
func (r *Runner) retryPick(c *cycle) bool {
	from, most := r.currentCarry().From, r.arm.cfg.Retry.MaxPicks
	switch {
	case c.status.sees(from):
	case r.shownOver != board.NoSquare:
		most = min(most, maxShownPicks)
	default:
		most = min(most, maxBlindPicks)
	}
	r.failedPicks++
	switch {
	case r.failedPicks < most:
		c.report(r.newCarryEvent(EventRetry, from, c.status))
		return r.proceed(c, r.pickUp())
	case c.status.sees(from), r.shownOver != board.NoSquare:
		return r.startParking(c, r.newCarryEvent(EventHelpPick, from, c.status))
	default:
		return r.startParking(c, r.newCarryEvent(EventHelpPlace, r.currentCarry().To, c.status))
	}
}

// placeDown goes to the target, lets the checker go and retreats. Where no sensor will show whether it has left the
// nozzle, the arm waits as long as others have needed, and shakes it; and very long before it has seen any arrive.
func (r *Runner) placeDown(c *cycle) error {
	r.enterStage(placing)
	to, wait, shake := r.currentCarry().To, r.release.waitTime(), false
	if !c.status.sees(to) {
		shake = r.release.isSlow()
		if !r.release.proven {
			wait = max(wait, blindRelease)
		}
	}
	if err := r.layDownAt(to, wait, shake); err != nil {
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
	case c.status.differingSquares(carry.Expect) == 0, r.hasLaidLast(c.status): // what else has changed, the visitor has moved
		if c.status.sees(carry.To) {
			r.noteArrival(c)
		}
		return r.completeCarry(c)
	case c.status.differingSquares(carry.Expect&^carry.To.squareBit()) != 0:
		return false // it counts as a disturbance when it has lasted long enough
	}
	r.failedReleases++
	if r.failedReleases < r.arm.cfg.Retry.MaxReleases {
		r.enterStage(returning)
		r.aboveTarget = true
		return r.proceed(c, r.descendAgain(r.tipAtChecker(carry.To)))
	}
	return r.startParking(c, r.newCarryEvent(EventHelpPlace, carry.To, c.status))
}

// noteArrival learns from a checker that a sensor has seen arrive how long the valve must be open, and tells when that
// is longer than was known.
func (r *Runner) noteArrival(c *cycle) {
	if r.failedReleases > 0 {
		r.release.learnDelay(r.release.letGoAt)
	}
	r.release.proven = true
	if r.release.isNews {
		r.release.isNews = false
		e := r.newCarryEvent(EventSlowRelease, r.currentCarry().To, c.status)
		e.Release = r.release.waitTime()
		c.report(e)
	}
}

// releaseAgain lets a checker go once more that didn't arrive, for longer and with a shake, if it still hangs on the
// nozzle: so low above its square it closes the sensor. Otherwise it has fallen elsewhere, or was never picked up.
func (r *Runner) releaseAgain(c *cycle) bool {
	carry := r.currentCarry()
	switch {
	case !r.awaitSettled(c):
		return r.checkSettleTimeout(c)
	case c.status.sees(carry.To) && c.status.Bits.Has(carry.To.Square):
	case !c.status.sees(carry.From), r.failedPicks > 0: // missed picks may have pushed it off its sensor
		r.failedReleases = 0
		r.release.startTiming()
		return r.retryPick(c)
	default:
		return r.startParking(c, r.newCarryEvent(EventHelpPlace, carry.To, c.status))
	}
	c.report(r.newCarryEvent(EventRetry, carry.To, c.status))
	r.enterStage(placing)
	r.aboveTarget = true
	err := r.letGo(firstRelease<<(r.failedReleases-1), true)
	if err == nil {
		err = r.retreat()
	}
	return r.proceed(c, err)
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
