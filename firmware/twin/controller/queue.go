package controller

import (
	"math"
	"time"

	"crownhead/firmware/link/wire"
	"crownhead/firmware/twin/witness"
)

// acceptItem queues an item or refuses it.
func (c *Controller) acceptItem(now time.Duration, it item) {
	if c.motion.latched {
		return // it was on the way when the arm stopped
	}
	if state := c.state(); state != wire.StateReady {
		c.world.CountViolation(now, witness.ViolationUnhomed, "item %d", it.id)
		c.sendMessage(wire.Fault{Code: wire.FaultState, ID: it.id, Detail: int32(state)})
		return
	}
	if fault := c.checkItem(now, it); fault.Code != 0 {
		c.faultAndHold(fault)
		return
	}
	c.checkJunctionAccel(now, it)
	c.motion.enqueueItem(it)
}

// checkItem checks a queue item against its place in the queue and the set-up. A fault with code 0 is none.
func (c *Controller) checkItem(now time.Duration, it item) wire.Fault {
	m := &c.motion
	switch {
	case len(m.queue) >= wire.QueueLen:
		return wire.Fault{Code: wire.FaultQueue, ID: it.id}
	case it.actuate && !m.endsAtRest():
		return wire.Fault{Code: wire.FaultMoving, ID: it.id}
	case it.actuate:
		return wire.Fault{}
	}
	for j := range 3 {
		to := wire.Knot{Position: it.end[j], Velocity: it.exit[j]}
		if code, detail := wire.CheckSegment(m.queueEnd[j], to, it.ticks, c.setup.jointLimits(j)); code != 0 {
			kind, _ := witness.ViolationOfRefusal(code)
			c.world.CountViolation(now, kind, "item %d refused: joint %d, %d", it.id, j+1, detail)
			return wire.Fault{Code: code, Joint: uint8(j), ID: it.id, Detail: detail}
		}
	}
	return wire.Fault{}
}

// maxAccelStep is how far a joint's acceleration may jump where segments meet, as a part of the greatest
// acceleration that SETUP allows. A jerk-limited motion stays below a third of that; one that shakes the
// arm jumps from the greatest acceleration to the greatest deceleration, twice as far.
const maxAccelStep = 1

// checkJunctionAccel compares the accelerations where an item joins what is queued. A real controller
// does not refuse a jump, the arm shakes: so the witness counts it, and the item is accepted.
func (c *Controller) checkJunctionAccel(now time.Duration, it item) {
	m := &c.motion
	if it.actuate {
		m.queueEndAccel = [3]float64{}
		return
	}
	for j := range m.queueEnd {
		begins, ends := endAccelerations(m.queueEnd[j].Position, m.queueEnd[j].Velocity, it, j)
		jump := math.Abs(begins-m.queueEndAccel[j]) * (1 << 40)
		if most := float64(c.setup.rates.MaxAccel[j]); jump > maxAccelStep*most {
			c.world.CountViolation(now, witness.ViolationJerk,
				"item %d: joint %d: acceleration jumps by %.0f %% of the greatest allowed", it.id, j+1, 100*jump/most)
		}
		m.queueEndAccel[j] = ends
	}
}

// endAccelerations returns the acceleration of joint j at the two ends of a segment, in steps per
// tick²: the second derivative of the cubic there.
func endAccelerations(position, velocity int32, it item, j int) (begins, ends float64) {
	const unit = 1 << 32
	ticks := float64(it.ticks)
	mean := (float64(it.end[j]) - float64(position)) / wire.SubSteps / ticks
	entry, exit := float64(velocity)/unit, float64(it.exit[j])/unit
	return (6*mean - 4*entry - 2*exit) / ticks, (2*entry + 4*exit - 6*mean) / ticks
}

// runQueue runs one millisecond of the queue and reports whether the motors turned.
func (c *Controller) runQueue(now time.Duration) (moved bool) {
	m := &c.motion
	for left := ticksPerMs; left > 0 && m.hasQueuedWork(); {
		finished := false
		switch {
		case m.ramping:
			left -= m.advanceAxes(left)
			moved = true
			if m.axes[0].TicksLeft() == 0 {
				m.ramping = false
				m.resetQueueEnd()
				c.publishHomed()
			}
		case !m.itemBegun:
			c.startItem(now)
		case m.queue[0].actuate:
			step := min(left, m.dwellLeft)
			m.dwellLeft -= step
			left -= step
			finished = m.dwellLeft == 0
		default:
			left -= m.advanceAxes(left)
			moved = true
			finished = m.axes[0].TicksLeft() == 0
		}
		if !finished {
			continue
		}
		if m.finishItem(); len(m.queue) == 0 && m.velocity() != [3]int32{} {
			// What is left of the millisecond belongs to the ramp.
			c.world.CountViolation(now, witness.ViolationStarved, "after item %d", m.done)
			c.faultAndHold(wire.Fault{Code: wire.FaultStarved, ID: m.done})
		}
	}
	return moved
}

// startItem begins the first item of the queue.
func (c *Controller) startItem(now time.Duration) {
	m := &c.motion
	m.itemBegun = true
	it := m.queue[0]
	if it.actuate {
		c.world.SetVacuum(it.pump, it.valve, now)
		m.dwellLeft = it.dwell
		return
	}
	for j := range m.axes {
		m.axes[j].Start(it.ticks, it.end[j], it.exit[j])
	}
}
