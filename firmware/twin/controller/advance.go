package controller

import (
	"math/rand/v2"
	"time"

	"crownhead/firmware/link/wire"
	"crownhead/firmware/twin/world"
)

// New powers a controller up.
func New(w *world.World, cfg Config) *Controller {
	c := &Controller{
		world: w, cfg: cfg, rng: rand.New(rand.NewPCG(cfg.Seed, streamBoot)),
		stepsPerDegree: w.Truth().StepsPerDegree,
	}
	c.Reset(0, wire.ResetPower)
	return c
}

// Reset starts the controller anew, as its reset button or the opening of its port does: another
// boot id, session, queue and position lost, pump and valve off, motors where they are.
func (c *Controller) Reset(now time.Duration, cause uint8) {
	c.runUntil(now)
	c.at = max(c.at, now.Truncate(millisecond))
	c.boots = now + c.cfg.Boot
	c.boot, c.cause, c.nonce = c.rng.Uint32(), cause, 0
	c.decoder = wire.Decoder{}
	c.channel.Reset(0)
	c.setup = setup{}
	c.homing = homing{}
	c.motion.losePosition(c.world)
	c.vacuum, c.supplied = wire.Never, c.boots
	c.reports = reports{hello: c.boots}
	c.red = debounce{}
	c.world.SetVacuum(false, false, now)
	c.world.Show(world.Display{})
}

// Advance lets everything happen that is due until now, takes the bytes that arrive then, and
// returns the bytes that leave then and the time at which it wants to be called again. The bytes
// are valid until the next call.
func (c *Controller) Advance(now time.Duration, in []byte) (out []byte, next time.Duration) {
	c.out = c.out[:0]
	c.runUntil(now)
	if now < c.boots {
		return nil, c.boots
	}
	c.world.UpdateFlicker(now)
	c.decoder.Feed(in, func(f wire.Frame) { c.receiveFrame(now, f) })
	if c.world.EstopIn() {
		c.stopAtOnce(now, wire.CauseButton)
	}
	c.watchSupply(now)
	c.watchSilence(now)
	if c.channel.Pending() > 0 {
		c.out, _ = c.channel.Advance(now, c.out) // an echo or a fault leaves before the status that follows from it
	}
	c.appendReports(now)
	var resend time.Duration
	c.out, resend = c.channel.Advance(now, c.out)
	return c.out, max(min(resend, c.nextReport(now), c.nextSilence()), now+millisecond)
}

// runUntil simulates whole milliseconds until now; where nothing moves it jumps.
func (c *Controller) runUntil(now time.Duration) {
	for c.at+millisecond <= now {
		if !c.isBusy(c.at) {
			c.at = now.Truncate(millisecond)
			return
		}
		c.at += millisecond
		c.runMillisecond(c.at)
	}
}

// runMillisecond is one millisecond of everything.
func (c *Controller) runMillisecond(now time.Duration) {
	c.watchSupply(now)
	moved := false
	switch {
	case c.homing.active:
		c.runHoming(now)
		moved = true
	case c.motion.isWorking():
		moved = c.runQueue(now)
	}
	if moved {
		c.world.MoveMotors(now, c.motion.motorSteps())
		c.checkPosition()
	} else {
		c.world.UpdateVacuum(now)
	}
	if d := c.world.Display(); d.Moving != c.isActive() { // from now on: nothing may be due for a long time
		d.Moving = c.isActive()
		c.world.Show(d)
	}
	was := c.red.level
	if c.red.sampleLevel(c.world.ButtonClosed(now)) {
		c.reportPress()
	}
	if c.red.level != was {
		c.world.MarkChanged()
	}
}
