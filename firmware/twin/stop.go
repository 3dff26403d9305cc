package twin

import (
	"time"

	"crownhead/firmware/link/wire"
)

// stop obeys STOP: the latch closes at once, an emergency gives up motors and vacuum, and the position with them.
func (c *Controller) stop(now time.Duration, m wire.Stop) {
	c.stopNo = m.Nonce
	if m.Kind == wire.StopEmergency {
		c.emergency(now, wire.CauseEmergency)
	} else {
		c.hold(wire.CauseSoft)
	}
	c.out = c.channel.Append(c.out, wire.StopConfirm(m))
}

// emergency takes the current off the motors and the vacuum off the nozzle.
func (c *Controller) emergency(now time.Duration, cause uint8) {
	m := &c.motion
	if m.latched && m.cause == cause && !m.ramping {
		return
	}
	c.homing = homing{}
	m.halt(c.world)
	m.latched, m.cause = true, cause
	c.world.Vacuum(false, false, now)
	c.vacuum = wire.Never
	c.show()
}

// hold drops the queue, brings the arm to rest and keeps it there until Clear; a homing is given up.
func (c *Controller) hold(cause uint8) {
	m := &c.motion
	if m.latched {
		return
	}
	m.latched, m.cause = true, cause
	if c.homing.active {
		c.homing = homing{}
		m.halt(c.world)
		m.latched, m.cause = true, cause
	}
	m.ramp(c.setup.rates.StopAccel)
	c.show()
}

// fail reports what went wrong and holds.
func (c *Controller) fail(f wire.Fault) {
	c.send(f)
	c.hold(wire.CauseFault)
}

// stopFor holds if the arm is doing something, or only lets the vacuum's time begin.
func (c *Controller) stopFor(now time.Duration, cause uint8) {
	if c.motion.working() || c.homing.active {
		c.hold(cause)
	}
	if c.venting() && c.vacuum == wire.Never {
		c.vacuum = now + time.Duration(c.setup.rates.VacuumS)*time.Second
	}
}

// The motors' supply is out of bounds for so long before it counts: a motor's start makes it dip.
const (
	supplyLeast    = 10500 // mV
	supplyGreatest = 14500
	supplyPatience = 100 * time.Millisecond
)

// watchSupply stops a moving arm whose supply is out of bounds; with the emergency button in, it is cut.
func (c *Controller) watchSupply(now time.Duration) {
	mv := c.world.supply()
	if mv >= supplyLeast && mv <= supplyGreatest || c.world.estop {
		c.supplied = now
	}
	if now-c.supplied > supplyPatience && c.setup.told && !c.motion.latched && (c.motion.working() || c.homing.active) {
		c.fail(wire.Fault{Code: wire.FaultSupply, Detail: int32(mv)})
	}
}

// show tells the world's watchers of another state.
func (c *Controller) show() {
	c.world.shown.homed = c.motion.homed
	c.world.changed = true
}

// clear opens the latch once the arm is at rest, if it is meant for the last stop.
func (c *Controller) clear(clear wire.Clear) {
	m := &c.motion
	switch {
	case !m.latched:
		c.send(wire.Fault{Code: wire.FaultNotHeld})
	case m.ramping || clear.Nonce != c.stopNo:
	case c.world.estop:
		c.send(wire.Fault{Code: wire.FaultEstop})
	default:
		m.latched, m.cause = false, wire.CauseNone
		c.show()
	}
}

// listen watches for the host's silence: the arm then holds, and a checker stays held for a while.
func (c *Controller) listen(now time.Duration) {
	if c.setup.told && now-c.heard >= c.silence() {
		c.stopFor(now, wire.CauseSilence)
	} else if c.setup.accepted {
		c.vacuum = wire.Never
	}
	if now >= c.vacuum {
		c.vacuum = wire.Never
		c.world.Vacuum(false, false, now)
		c.send(wire.Fault{Code: wire.FaultVacuum})
	}
}

// venting tells that pump or valve has a current.
func (c *Controller) venting() bool { return c.world.nozzle.pump || c.world.nozzle.vent }

func (c *Controller) silence() time.Duration {
	return time.Duration(c.setup.rates.SilenceMs) * time.Millisecond
}

// nextSilence is when listen has something to do.
func (c *Controller) nextSilence() time.Duration {
	next := c.vacuum
	if c.setup.told && (c.motion.working() || c.homing.active || c.venting() && c.vacuum == wire.Never) {
		next = min(next, c.heard+c.silence())
	}
	return next
}
