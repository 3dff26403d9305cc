package twin

import (
	"time"

	"crownhead/firmware/link/wire"
)

// An item of the queue: a segment, or a change of pump and valve with a dwell.
type item struct {
	id      uint16
	ticks   uint16 // of a segment
	end     [3]int32
	exit    [3]int32
	actuate bool
	pump    bool
	vent    bool
	dwell   int // ticks
}

// motion is the queue and the interpolators.
type motion struct {
	axes    [3]wire.Cubic
	offset  [3]float64 // steps between what the controller counts and where the motors are
	queue   []item
	begun   bool         // the first item of the queue is at work
	wait    int          // ticks of its dwell left
	last    [3]wire.Knot // state at the end of the queue
	bend    [3]float64   // acceleration there, steps per tick²
	done    uint16
	ramping bool
	latched bool  // stopping or stopped, until Clear
	cause   uint8 // of the stop
	homed   bool
}

// lose forgets position and queue; the motors stay where they are.
func (m *motion) lose(w *World) {
	w.watch.home()
	stand := w.motor()
	*m = motion{queue: m.queue[:0], offset: stand}
	w.watch.rest(stand)
}

// halt stops at once, as when the motors lose their current, and loses the position.
func (m *motion) halt(w *World) {
	done, counted := m.done, m.position()
	m.lose(w)
	m.done = done
	for j := range m.axes {
		m.axes[j].Rest(counted[j])
		m.offset[j] -= float64(counted[j]) / subSteps
	}
	m.settle()
}

// working tells that the queue is not empty or a ramp is not finished.
func (m *motion) working() bool { return m.ramping || len(m.queue) > 0 }

// moving tells that a joint has a velocity or is on its way.
func (m *motion) moving() bool {
	return m.ramping || m.begun && !m.queue[0].actuate
}

// steps is where the motors are driven to, in steps from their true zero.
func (m *motion) steps() [3]float64 {
	var s [3]float64
	for j := range m.axes {
		s[j] = float64(m.axes[j].Position())/subSteps + m.offset[j]
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

// settle makes the present position, at rest, the state that the next segment starts from.
func (m *motion) settle() {
	for j := range m.axes {
		m.last[j] = wire.Knot{Position: m.axes[j].Position()}
	}
	m.bend = [3]float64{}
}

// push queues an item.
func (m *motion) push(it item) {
	m.queue = append(m.queue, it)
	if it.actuate {
		return
	}
	for j := range m.last {
		m.last[j] = wire.Knot{Position: it.end[j], Velocity: it.exit[j]}
	}
}

// atRest tells that the queue, once worked off, ends without velocity.
func (m *motion) atRest() bool {
	return m.last[0].Velocity == 0 && m.last[1].Velocity == 0 && m.last[2].Velocity == 0
}

// ramp drops the queue and brings all joints to rest, the fastest within its deceleration. It reports whether there is
// anything to bring to rest.
func (m *motion) ramp(decel [3]int32) bool {
	m.queue, m.begun, m.wait = m.queue[:0], false, 0
	if m.ramping {
		return true
	}
	velocity := m.velocity()
	if velocity == [3]int32{} {
		p := m.position()
		for j := range m.axes {
			m.axes[j].Rest(p[j])
		}
		m.settle()
		return false
	}
	ticks := wire.RampTicks(velocity, decel)
	for j := range m.axes {
		m.axes[j].Ramp(ticks)
	}
	m.ramping = true
	return true
}

// work runs one millisecond of the queue and tells whether the motors turned.
func (c *Controller) work(now time.Duration) bool {
	m := &c.motion
	moved := false
	for left := ticksPerMs; left > 0 && m.working(); {
		switch {
		case m.ramping:
			left -= m.turn(left)
			moved = true
			if m.axes[0].Left() == 0 {
				m.ramping = false
				m.settle()
				c.show()
			}
		case !m.begun:
			c.begin(now)
		case m.queue[0].actuate:
			step := min(left, m.wait)
			m.wait -= step
			left -= step
			if m.wait == 0 {
				c.finish(now)
			}
		default:
			left -= m.turn(left)
			moved = true
			if m.axes[0].Left() == 0 {
				c.finish(now)
			}
		}
	}
	return moved
}

// turn runs the interpolators for at most so many ticks and returns for how many.
func (m *motion) turn(ticks int) int {
	n := min(uint16(ticks), m.axes[0].Left())
	for j := range m.axes {
		m.axes[j].Skip(n)
	}
	return int(n)
}

// begin takes the first item up.
func (c *Controller) begin(now time.Duration) {
	m := &c.motion
	m.begun = true
	it := m.queue[0]
	if it.actuate {
		c.world.Vacuum(it.pump, it.vent, now)
		m.wait = it.dwell
		if m.wait == 0 {
			c.finish(now)
		}
		return
	}
	for j := range m.axes {
		m.axes[j].Start(it.ticks, it.end[j], it.exit[j])
	}
}

// finish puts the first item away, and ramps down when the queue is empty in motion.
func (c *Controller) finish(now time.Duration) {
	m := &c.motion
	m.done = m.queue[0].id
	m.queue = append(m.queue[:0], m.queue[1:]...)
	m.begun = false
	if len(m.queue) == 0 && m.velocity() != [3]int32{} {
		c.world.fault(now, FaultStarved, "after item %d", m.done)
		c.fail(wire.Fault{Code: wire.FaultStarved, ID: m.done})
	}
}
