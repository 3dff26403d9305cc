package controller

import (
	"time"

	"crownhead/firmware/link/wire"
	"crownhead/firmware/twin/world"
)

// Reset starts the controller anew, as its reset button or the opening of its port does. It draws
// another boot id, loses its session, its queue and its position, and switches pump and valve off; the
// motors stay where they are.
func (c *Controller) Reset(now time.Duration, cause uint8) {
	c.simulateTo(now)
	c.simulatedTo = max(c.simulatedTo, now.Truncate(millisecond))
	c.bootDoneAt = now + c.cfg.BootDelay
	c.bootID, c.resetCause, c.sessionNonce = c.rng.Uint32(), cause, 0
	c.decoder = wire.Decoder{}
	c.channel.Reset(0)
	c.setup = setup{}
	c.homing = homing{}
	c.motion.reset(c.world)
	c.vacuumOffAt, c.supplyOKAt = wire.Never, c.bootDoneAt
	c.reports = reports{nextHelloAt: c.bootDoneAt}
	c.redButton = debounce{}
	c.world.SetVacuum(false, false, now)
	c.world.SetOutputs(world.Outputs{})
}

// Advance simulates everything that is due until now, takes the bytes that arrive then, and returns
// the bytes that leave then and the time at which it wants to be called again. The bytes are valid
// until the next call.
func (c *Controller) Advance(now time.Duration, in []byte) (out []byte, next time.Duration) {
	c.out = c.out[:0]
	c.simulateTo(now)
	if now < c.bootDoneAt {
		return nil, c.bootDoneAt
	}
	c.world.UpdateFlicker(now)
	c.decoder.Feed(in, func(f wire.Frame) { c.receiveFrame(now, f) })
	if c.world.EstopIn() {
		c.cutMotorsAndVacuum(now, wire.CauseButton)
	}
	c.watchSupply(now)
	c.watchSilence(now)
	if c.channel.Pending() > 0 {
		c.out, _ = c.channel.Advance(now, c.out) // an echo or a fault leaves before the status that follows from it
	}
	c.sendReports(now)
	var resend time.Duration
	c.out, resend = c.channel.Advance(now, c.out)
	return c.out, max(min(resend, c.nextReport(now), c.nextSilence()), now+millisecond)
}

// simulateTo simulates whole milliseconds until now. It jumps over those in which nothing changes.
func (c *Controller) simulateTo(now time.Duration) {
	for c.simulatedTo+millisecond <= now {
		if !c.needsEveryMs(c.simulatedTo) {
			c.simulatedTo = now.Truncate(millisecond)
			return
		}
		c.simulatedTo += millisecond
		c.simulateMillisecond(c.simulatedTo)
	}
}

// simulateMillisecond simulates the millisecond that ends now: the supply, the arm, the vacuum and the
// red button. Frames, silence and reports are handled by Advance, when bytes can come and go.
func (c *Controller) simulateMillisecond(now time.Duration) {
	c.watchSupply(now)
	moved := false
	switch {
	case c.homing.active:
		c.runHoming(now)
		moved = true
	case c.motion.hasQueuedWork():
		moved = c.runQueue(now)
	}
	if moved {
		c.world.MoveMotors(now, c.motion.motorSteps())
		c.checkPosition()
	} else {
		c.world.UpdateVacuum(now)
	}
	if d := c.world.Outputs(); d.Moving != c.hasWork() { // now, because the next call may be long after the motion
		d.Moving = c.hasWork()
		c.world.SetOutputs(d)
	}
	was := c.redButton.level
	if c.redButton.sampleLevel(c.world.ButtonClosed(now)) {
		c.reportPress()
	}
	if c.redButton.level != was {
		c.world.MarkChanged()
	}
}
