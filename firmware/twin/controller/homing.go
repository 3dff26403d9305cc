package controller

import (
	"time"

	"crownhead/firmware/link/wire"
	"crownhead/firmware/twin/witness"
)

// startHoming begins to look for the switches.
func (c *Controller) startHoming(now time.Duration) {
	if c.motion.latched {
		return
	}
	if state := c.state(); state != wire.StateUnhomed && state != wire.StateReady || c.motion.hasQueuedWork() {
		c.sendMessage(wire.Fault{Code: wire.FaultState, Detail: int32(state)})
		return
	}
	c.motion.homed = false
	c.homing = homing{active: true, startedAt: now}
	c.world.BeginHoming() // what the controller counts is not where the joints are
	c.publishHomed()
}

// runHoming is one millisecond of homing: upper arm and forearm together, so that the elbow keeps
// its angle while both lift, then the base.
func (c *Controller) runHoming(now time.Duration) {
	h := &c.homing
	lifted := h.joints[1].stage == found && h.joints[2].stage == found
	for j := range h.joints {
		q := &h.joints[j]
		if j == 0 && !lifted || q.stage == found {
			continue
		}
		c.motion.offset[j] += q.advance(c.world.SwitchClosed(j), homingSpeedsOf(&c.setup, j)) / sampleRate
	}
	if h.joints[0].stage == found {
		c.finishHoming()
	} else if j, lost := h.failedJoint(now, &c.setup); lost {
		c.faultAndHold(wire.Fault{Code: wire.FaultHoming, Joint: j})
	}
}

// finishHoming makes the switches' places the position.
func (c *Controller) finishHoming() {
	c.homing = homing{}
	m := &c.motion
	c.world.EndHoming(witness.LimitsOf(c.setup.limits, c.setup.rates))
	motors := c.world.MotorSteps()
	for j := range m.axes {
		m.axes[j].RestAt(c.setup.homing.Switch[j])
		m.offset[j] = motors[j] - float64(c.setup.homing.Switch[j])/wire.SubSteps
	}
	m.resetQueueEnd()
	m.homed = true
	c.world.ResetMotionHistory(m.motorSteps())
	c.publishHomed()
}

// checkPosition looks for a switch that is closed where the position says it is far, and for a
// joint that is further out than positions are counted: the position is not to be believed.
func (c *Controller) checkPosition() {
	const (
		far       = 2                                    // degrees
		outermost = wire.MaxPosition + 256*wire.SubSteps // a ramp from limits that are as far out as may be goes beyond them
	)
	m := &c.motion
	if !m.homed {
		return
	}
	for j, p := range m.position() {
		if p < -outermost || p > outermost {
			m.homed = false
			c.faultAndHold(wire.Fault{Code: wire.FaultLimit, Joint: uint8(j), Detail: p})
			return
		}
		away := float64(c.setup.homing.Switch[j]-p) / wire.SubSteps / c.stepsPerDegree
		if c.setup.homing.Fast[j] < 0 {
			away = -away
		}
		if away > far && c.world.SwitchClosed(j) {
			m.cutMotors(c.world)
			c.faultAndHold(wire.Fault{Code: wire.FaultSwitch, Joint: uint8(j)})
			return
		}
	}
}
