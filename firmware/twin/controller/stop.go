package controller

import (
	"time"

	"crownhead/firmware/link/wire"
)

// handleStop obeys STOP: the latch closes at once, and an emergency gives up motors and vacuum, and
// the position with them.
func (c *Controller) handleStop(now time.Duration, m wire.Stop) {
	c.stopNonce = m.Nonce
	if m.Kind == wire.StopEmergency {
		c.cutMotorsAndVacuum(now, wire.CauseEmergency)
	} else {
		c.holdArm(wire.CauseSoft)
	}
	c.out = c.channel.AppendUnsequenced(c.out, wire.StopConfirm(m))
}

// handleClear opens the latch once the arm is at rest, if it is meant for the last stop.
func (c *Controller) handleClear(clear wire.Clear) {
	m := &c.motion
	switch {
	case !m.latched:
		c.sendMessage(wire.Fault{Code: wire.FaultNotHeld})
	case m.ramping || clear.Nonce != c.stopNonce:
	case c.world.EstopIn():
		c.sendMessage(wire.Fault{Code: wire.FaultEstop})
	default:
		m.latched, m.stopCause = false, wire.CauseNone
		c.publishHomed()
	}
}

// cutMotorsAndVacuum takes the current off the motors and the vacuum off the nozzle.
func (c *Controller) cutMotorsAndVacuum(now time.Duration, cause uint8) {
	m := &c.motion
	if m.latched && m.stopCause == cause && !m.ramping {
		return
	}
	c.homing = homing{}
	m.cutMotors(c.world)
	m.latched, m.stopCause = true, cause
	c.world.SetVacuum(false, false, now)
	c.vacuumOffAt = wire.Never
	c.publishHomed()
}

// The motors' supply is out of bounds for so long before it counts: a motor's start makes it dip.
const (
	supplyMinMv = 10500 // mV
	supplyMaxMv = 14500
	supplyGrace = 100 * time.Millisecond
)

// watchSupply stops a moving arm whose supply is out of bounds. The emergency button cuts the
// supply, which is no fault.
func (c *Controller) watchSupply(now time.Duration) {
	mv := c.world.SupplyMv()
	if mv >= supplyMinMv && mv <= supplyMaxMv || c.world.EstopIn() {
		c.supplyOKAt = now
	}
	if now-c.supplyOKAt > supplyGrace && c.setup.configuredSinceReset && !c.motion.latched && c.hasWork() {
		c.faultAndHold(wire.Fault{Code: wire.FaultSupply, Detail: int32(mv)})
	}
}

// watchSilence holds the arm when the host has been silent for too long; a checker stays held for a while.
func (c *Controller) watchSilence(now time.Duration) {
	if c.setup.configuredSinceReset && now-c.lastFrameAt >= c.silenceTimeout() {
		c.holdForSilence(now)
	} else if c.setup.accepted {
		c.vacuumOffAt = wire.Never
	}
	if now >= c.vacuumOffAt {
		c.vacuumOffAt = wire.Never
		c.world.SetVacuum(false, false, now)
		c.sendMessage(wire.Fault{Code: wire.FaultVacuum})
	}
}

// nextSilence is when watchSilence has something to do.
func (c *Controller) nextSilence() time.Duration {
	next := c.vacuumOffAt
	if c.setup.configuredSinceReset && (c.hasWork() || c.vacuumPowered() && c.vacuumOffAt == wire.Never) {
		next = min(next, c.lastFrameAt+c.silenceTimeout())
	}
	return next
}

func (c *Controller) silenceTimeout() time.Duration {
	return time.Duration(c.setup.rates.SilenceMs) * time.Millisecond
}

// holdForSilence holds the arm if it is doing something, and lets the vacuum's time begin.
func (c *Controller) holdForSilence(now time.Duration) {
	if c.hasWork() {
		c.holdArm(wire.CauseSilence)
	}
	if c.vacuumPowered() && c.vacuumOffAt == wire.Never {
		c.vacuumOffAt = now + time.Duration(c.setup.rates.VacuumS)*time.Second
	}
}

// vacuumPowered reports that pump or valve has a current.
func (c *Controller) vacuumPowered() bool {
	pump, vent := c.world.Vacuum()
	return pump || vent
}

// faultAndHold reports what went wrong and holds the arm.
func (c *Controller) faultAndHold(f wire.Fault) {
	c.sendMessage(f)
	c.holdArm(wire.CauseFault)
}

// holdArm drops the queue, brings the arm to rest and keeps it there until Clear; a homing is given up.
func (c *Controller) holdArm(cause uint8) {
	m := &c.motion
	if m.latched {
		return
	}
	m.latched, m.stopCause = true, cause
	if c.homing.active {
		c.homing = homing{}
		m.cutMotors(c.world)
		m.latched, m.stopCause = true, cause
	}
	m.rampDown(c.setup.rates.StopAccel)
	c.publishHomed()
}
