package controller

import (
	"time"

	"crownhead/firmware/link/wire"
)

// handleStop carries out STOP. The latch is set at once. An emergency cuts motors and vacuum, and with
// them the position is lost.
func (c *Controller) handleStop(now time.Duration, m wire.Stop) {
	c.stopNonce = m.Nonce
	if m.Kind == wire.StopEmergency {
		c.cutMotorsAndVacuum(now, wire.CauseEmergency)
	} else {
		c.holdArm(wire.CauseSoft)
	}
	c.sendNow(wire.StopConfirm(m))
}

// handleClear releases the latch once the arm is at rest, if CLEAR means the last stop.
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

// cutMotorsAndVacuum takes the current off the motors, the pump and the valve, and sets the latch.
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

// faultAndHold reports a fault and holds the arm.
func (c *Controller) faultAndHold(f wire.Fault) {
	c.sendMessage(f)
	c.holdArm(wire.CauseFault)
}

// holdArm sets the latch, drops the queue and brings the arm to rest, where it stays until CLEAR. An
// arm that is homing stops at once: it has no position to keep. A latch that is set stays as it is.
func (c *Controller) holdArm(cause uint8) {
	m := &c.motion
	if m.latched {
		return
	}
	m.latched, m.stopCause = true, cause
	if c.homing.active {
		c.homing = homing{}
		m.cutMotors(c.world)
	}
	m.rampDown(c.setup.rates.StopAccel)
	c.publishHomed()
}
