package controller

import (
	"time"

	"crownhead/firmware/link/wire"
	"crownhead/firmware/twin/witness"
)

// startHoming begins to seek the switches.
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
	c.world.BeginHoming()
	c.publishHomed()
}

// runHoming simulates one millisecond of homing: upper arm and forearm seek together, so that the
// elbow keeps its angle while both lift; then the base seeks.
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
	} else if j, failed := h.failedJoint(now, &c.setup); failed {
		c.faultAndHold(wire.Fault{Code: wire.FaultHoming, Joint: j})
	}
}

// finishHoming takes the places of the switches as the position.
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

// checkPosition runs in every millisecond of motion. It finds a position that cannot be right: a switch
// is closed that should be far away, or a joint is further out than positions can be counted.
func (c *Controller) checkPosition() {
	const (
		far       = 2                                    // degrees
		outermost = wire.MaxPosition + 256*wire.SubSteps // a ramp may end beyond the outermost limits
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
			m.latched = false // this fault outranks the cause for which the arm may be ramping down
			c.faultAndHold(wire.Fault{Code: wire.FaultSwitch, Joint: uint8(j)})
			return
		}
	}
}
