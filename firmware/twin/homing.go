package twin

import (
	"math"
	"time"

	"crownhead/firmware/link/wire"
)

const (
	homingLimit = 30 * time.Second // a switch not found in this time is not there
)

// stages of homing one joint.
const (
	seek  = iota // towards the switch
	brake        // on the switch, to rest
	leave        // slowly off it
	home         // done
)

// homing is the search for the limit switches: upper arm and forearm together, so that the elbow keeps its angle while
// both lift, then the base.
type homing struct {
	active bool
	since  time.Duration
	joints [3]homingJoint
}

type homingJoint struct {
	stage int
	speed float64 // steps/s
	gone  float64 // steps in this stage
}

// startHoming begins to look for the switches.
func (c *Controller) startHoming(now time.Duration) {
	if c.motion.latched {
		return
	}
	if state := c.state(); state != wire.StateUnhomed && state != wire.StateReady || c.motion.working() {
		c.send(wire.Fault{Code: wire.FaultState, Detail: int32(state)})
		return
	}
	c.motion.homed = false
	c.homing = homing{active: true, since: now}
	c.world.watch.limits = Limits{} // what the controller counts is not where the joints are
	c.show()
}

// home is one millisecond of homing.
func (c *Controller) home(now time.Duration) {
	h := &c.homing
	lifted := h.joints[1].stage == home && h.joints[2].stage == home
	for j := range h.joints {
		if j == 0 && !lifted || h.joints[j].stage == home {
			continue
		}
		c.motion.offset[j] += c.approach(j) / sampleRate
	}
	if h.joints[0].stage == home {
		c.homed()
	} else if j, lost := c.astray(now); lost {
		c.fail(wire.Fault{Code: wire.FaultHoming, Joint: j})
	}
}

// astray tells whether a switch should long have been found or left, and whose.
func (c *Controller) astray(now time.Duration) (joint uint8, lost bool) {
	for j, q := range c.homing.joints {
		whole := float64(c.setup.limits.Max[j]-c.setup.limits.Min[j]) / subSteps
		if q.stage == seek && q.gone > 1.1*whole || q.stage == leave && q.gone > 0.1*whole {
			return uint8(j), true
		}
	}
	return 0, now-c.homing.since > homingLimit
}

// guard looks for a switch that is closed where the position says it is far, and for a joint that is further out than positions
// are counted: the position is not to be believed.
func (c *Controller) guard() {
	const (
		far       = 2                               // degrees
		outermost = wire.MaxPosition + 256*subSteps // a ramp from limits that are as far out as may be goes beyond them
	)
	m := &c.motion
	if !m.homed {
		return
	}
	for j, p := range m.position() {
		if p < -outermost || p > outermost {
			m.homed = false
			c.fail(wire.Fault{Code: wire.FaultLimit, Joint: uint8(j), Detail: p})
			return
		}
		away := float64(c.setup.homing.Switch[j]-p) / subSteps / c.world.truth.StepsPerDegree
		if c.setup.homing.Fast[j] < 0 {
			away = -away
		}
		if away > far && c.world.onSwitch(j) {
			m.halt(c.world)
			c.fail(wire.Fault{Code: wire.FaultSwitch, Joint: uint8(j)})
			return
		}
	}
}

// approach is the speed of one joint's homing in this millisecond, steps/s.
func (c *Controller) approach(j int) float64 {
	const perSecond = 1e6 / wire.TickMicros
	q := &c.homing.joints[j]
	fast := float64(c.setup.homing.Fast[j]) / (1 << 32) * perSecond
	slow := float64(c.setup.homing.Slow[j]) / (1 << 32) * perSecond
	decel := float64(c.setup.rates.StopAccel[j]) / (1 << 40) * perSecond * perSecond / sampleRate
	want := fast
	closed, stage := c.world.onSwitch(j), q.stage
	switch q.stage {
	case seek:
		if closed {
			q.stage = brake
		}
	case brake:
		want = 0
		if q.speed == 0 {
			q.stage = leave
		}
	case leave:
		want = -math.Copysign(slow, fast)
		if !closed {
			q.stage, q.speed, want = home, 0, 0
		}
	}
	q.speed += min(max(want-q.speed, -decel), decel)
	if q.gone += math.Abs(q.speed) / sampleRate; q.stage != stage {
		q.gone = 0
	}
	return q.speed
}

// onSwitch tells whether a joint's limit switch is closed.
func (w *World) onSwitch(j int) bool {
	if w.wires.open[j] {
		return false
	}
	if j == 0 {
		return w.arm.motor[j] < w.truth.Switches[j]
	}
	return w.arm.motor[j] > w.truth.Switches[j]
}

// homed makes the switches' places the position.
func (c *Controller) homed() {
	c.homing = homing{}
	m := &c.motion
	c.world.watch.home()
	for j := range m.axes {
		m.axes[j].Rest(c.setup.homing.Switch[j])
		m.offset[j] = c.world.motor()[j] - float64(c.setup.homing.Switch[j])/subSteps
	}
	m.settle()
	m.homed = true
	c.world.watch.rest(m.steps())
	c.world.watch.limits = witnessed(&c.setup)
	c.show()
}
