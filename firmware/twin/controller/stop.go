package controller

import (
	"time"

	"crownhead/firmware/link/wire"
)

// obeyStop obeys STOP: the latch closes at once, and an emergency gives up motors and vacuum, and
// the position with them.
func (c *Controller) obeyStop(now time.Duration, m wire.Stop) {
	c.stopNo = m.Nonce
	if m.Kind == wire.StopEmergency {
		c.stopAtOnce(now, wire.CauseEmergency)
	} else {
		c.holdArm(wire.CauseSoft)
	}
	c.out = c.channel.AppendUnsequenced(c.out, wire.StopConfirm(m))
}

// obeyClear opens the latch once the arm is at rest, if it is meant for the last stop.
func (c *Controller) obeyClear(clear wire.Clear) {
	m := &c.motion
	switch {
	case !m.latched:
		c.sendMessage(wire.Fault{Code: wire.FaultNotHeld})
	case m.ramping || clear.Nonce != c.stopNo:
	case c.world.EstopIn():
		c.sendMessage(wire.Fault{Code: wire.FaultEstop})
	default:
		m.latched, m.cause = false, wire.CauseNone
		c.showHomed()
	}
}

// stopAtOnce takes the current off the motors and the vacuum off the nozzle.
func (c *Controller) stopAtOnce(now time.Duration, cause uint8) {
	m := &c.motion
	if m.latched && m.cause == cause && !m.ramping {
		return
	}
	c.homing = homing{}
	m.haltMotors(c.world)
	m.latched, m.cause = true, cause
	c.world.SetVacuum(false, false, now)
	c.vacuum = wire.Never
	c.showHomed()
}

// The motors' supply is out of bounds for so long before it counts: a motor's start makes it dip.
const (
	supplyLeast    = 10500 // mV
	supplyGreatest = 14500
	supplyPatience = 100 * time.Millisecond
)

// watchSupply stops a moving arm whose supply is out of bounds. The emergency button cuts the
// supply, which is no fault.
func (c *Controller) watchSupply(now time.Duration) {
	mv := c.world.SupplyMv()
	if mv >= supplyLeast && mv <= supplyGreatest || c.world.EstopIn() {
		c.supplied = now
	}
	if now-c.supplied > supplyPatience && c.setup.told && !c.motion.latched && c.isActive() {
		c.failWith(wire.Fault{Code: wire.FaultSupply, Detail: int32(mv)})
	}
}

// watchSilence holds the arm when the host has been silent for too long; a checker stays held for a while.
func (c *Controller) watchSilence(now time.Duration) {
	if c.setup.told && now-c.heard >= c.silenceLimit() {
		c.holdForSilence(now)
	} else if c.setup.accepted {
		c.vacuum = wire.Never
	}
	if now >= c.vacuum {
		c.vacuum = wire.Never
		c.world.SetVacuum(false, false, now)
		c.sendMessage(wire.Fault{Code: wire.FaultVacuum})
	}
}

// nextSilence is when watchSilence has something to do.
func (c *Controller) nextSilence() time.Duration {
	next := c.vacuum
	if c.setup.told && (c.isActive() || c.isActuating() && c.vacuum == wire.Never) {
		next = min(next, c.heard+c.silenceLimit())
	}
	return next
}

func (c *Controller) silenceLimit() time.Duration {
	return time.Duration(c.setup.rates.SilenceMs) * time.Millisecond
}

// holdForSilence holds the arm if it is doing something, and lets the vacuum's time begin.
func (c *Controller) holdForSilence(now time.Duration) {
	if c.isActive() {
		c.holdArm(wire.CauseSilence)
	}
	if c.isActuating() && c.vacuum == wire.Never {
		c.vacuum = now + time.Duration(c.setup.rates.VacuumS)*time.Second
	}
}

// isActuating reports that pump or valve has a current.
func (c *Controller) isActuating() bool {
	pump, vent := c.world.Vacuum()
	return pump || vent
}

// failWith reports what went wrong and holds the arm.
func (c *Controller) failWith(f wire.Fault) {
	c.sendMessage(f)
	c.holdArm(wire.CauseFault)
}

// holdArm drops the queue, brings the arm to rest and keeps it there until Clear; a homing is given up.
func (c *Controller) holdArm(cause uint8) {
	m := &c.motion
	if m.latched {
		return
	}
	m.latched, m.cause = true, cause
	if c.homing.active {
		c.homing = homing{}
		m.haltMotors(c.world)
		m.latched, m.cause = true, cause
	}
	m.rampDown(c.setup.rates.StopAccel)
	c.showHomed()
}
