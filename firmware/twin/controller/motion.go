package controller

import (
	"crownhead/firmware/link/wire"
	"crownhead/firmware/twin/world"
)

// An item of the queue: a segment, or a change of pump and valve with a dwell.
type item struct {
	id      uint16
	ticks   uint16 // of a segment
	end     [3]int32
	exit    [3]int32
	actuate bool
	pump    bool
	valve   bool
	dwell   int // ticks
}

// motion is the queue and the interpolators.
type motion struct {
	axes          [3]wire.Cubic
	offset        [3]float64 // steps between what the controller counts and where the motors are
	queue         []item
	itemBegun     bool         // the first item of the queue is at work
	dwellLeft     int          // ticks of its dwell left
	queueEnd      [3]wire.Knot // state at the end of the queue
	queueEndAccel [3]float64   // acceleration there, steps per tick²
	done          uint16
	ramping       bool
	latched       bool  // stopping or stopped, until Clear
	stopCause     uint8 // of the stop
	homed         bool
}

// reset forgets position, queue and latch; the motors stay where they are.
func (m *motion) reset(w *world.World) {
	w.ForgetLostSteps()
	stand := w.MotorSteps()
	*m = motion{queue: m.queue[:0], offset: stand}
	w.ResetMotionHistory(stand)
}

// cutMotors takes the current off the motors. The arm stands at once and its position is lost; the
// count goes on from where it was, and the latch stays as it is.
func (m *motion) cutMotors(w *world.World) {
	counted := m.position()
	latched, cause, done := m.latched, m.stopCause, m.done
	m.reset(w)
	m.latched, m.stopCause, m.done = latched, cause, done
	for j := range m.axes {
		m.axes[j].RestAt(counted[j])
		m.offset[j] -= float64(counted[j]) / wire.SubSteps
	}
	m.resetQueueEnd()
}

// hasQueuedWork reports that the queue is not empty or a ramp is not finished.
func (m *motion) hasQueuedWork() bool { return m.ramping || len(m.queue) > 0 }

// axesMoving reports that the interpolators run: a segment has begun, or the arm ramps down.
func (m *motion) axesMoving() bool {
	return m.ramping || m.itemBegun && !m.queue[0].actuate
}

// motorSteps is where the motors are driven to, in steps from their true zero.
func (m *motion) motorSteps() [3]float64 {
	var s [3]float64
	for j := range m.axes {
		s[j] = float64(m.axes[j].Position())/wire.SubSteps + m.offset[j]
	}
	return s
}

// position is what the controller counts, in 1/256 step.
func (m *motion) position() [3]int32 {
	var p [3]int32
	for j := range m.axes {
		p[j] = m.axes[j].Position()
	}
	return p
}

func (m *motion) velocity() [3]int32 {
	var v [3]int32
	for j := range m.axes {
		v[j] = m.axes[j].Velocity()
	}
	return v
}

// resetQueueEnd makes the present position, at rest, the state from which the next segment starts.
func (m *motion) resetQueueEnd() {
	for j := range m.axes {
		m.queueEnd[j] = wire.Knot{Position: m.axes[j].Position()}
	}
	m.queueEndAccel = [3]float64{}
}

// enqueueItem adds an item to the queue.
func (m *motion) enqueueItem(it item) {
	m.queue = append(m.queue, it)
	if it.actuate {
		return
	}
	for j := range m.queueEnd {
		m.queueEnd[j] = wire.Knot{Position: it.end[j], Velocity: it.exit[j]}
	}
}

// finishItem removes the first item, which is done.
func (m *motion) finishItem() {
	m.done = m.queue[0].id
	m.queue = append(m.queue[:0], m.queue[1:]...)
	m.itemBegun = false
}

// endsAtRest reports that the queue, once worked off, ends without velocity.
func (m *motion) endsAtRest() bool {
	return m.queueEnd[0].Velocity == 0 && m.queueEnd[1].Velocity == 0 && m.queueEnd[2].Velocity == 0
}

// rampDown drops the queue and brings all joints to rest together, none harder than its deceleration.
func (m *motion) rampDown(decel [3]int32) {
	m.queue, m.itemBegun, m.dwellLeft = m.queue[:0], false, 0
	if m.ramping {
		return
	}
	velocity := m.velocity()
	if velocity == [3]int32{} {
		p := m.position()
		for j := range m.axes {
			m.axes[j].RestAt(p[j])
		}
		m.resetQueueEnd()
		return
	}
	ticks := wire.RampTicks(velocity, decel)
	for j := range m.axes {
		m.axes[j].Ramp(ticks)
	}
	m.ramping = true
}

// advanceAxes runs the interpolators for at most so many ticks, and returns for how many they ran.
func (m *motion) advanceAxes(ticks int) int {
	n := min(uint16(ticks), m.axes[0].TicksLeft())
	for j := range m.axes {
		m.axes[j].Skip(n)
	}
	return int(n)
}
