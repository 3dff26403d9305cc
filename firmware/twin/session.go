package twin

import (
	"time"

	"crownhead/firmware/link/wire"
)

// setup is what the host has told about limits and rates.
type setup struct {
	limits                 wire.SetupLimits
	homing                 wire.SetupHoming
	rates                  wire.SetupRates
	offer                  offer
	haveLimits, haveHoming bool
	told                   bool   // once since the reset
	accepted               bool   // in this session
	crc                    uint16 // of what was accepted last
}

// An offer becomes the set-up when it is accepted as a whole: the arm may be in motion by the present one.
type offer struct {
	limits wire.SetupLimits
	homing wire.SetupHoming
}

// joint is one joint's bounds.
func (s *setup) joint(j int) wire.Limits {
	return wire.Limits{
		Min: s.limits.Min[j], Max: s.limits.Max[j], MaxSpeed: s.rates.MaxSpeed[j], MaxAccel: s.rates.MaxAccel[j],
	}
}

// receive takes one good frame.
func (c *Controller) receive(now time.Duration, f wire.Frame) {
	if f.Type == wire.TypeHelloRequest {
		c.hello(now, f)
		return
	}
	if !c.channel.Receive(now, f) {
		return
	}
	c.heard = now
	m, err := wire.Unmarshal(f.Type, f.Payload)
	if err != nil {
		c.send(wire.Fault{Code: wire.FaultBadObject, Detail: int32(f.Type)})
		return
	}
	c.obey(now, m)
}

// hello opens a session, or answers again in the same one.
func (c *Controller) hello(now time.Duration, f wire.Frame) {
	m, err := wire.Unmarshal(f.Type, f.Payload)
	request, ok := m.(wire.HelloRequest)
	if err != nil || !ok || request.Session() == 0 {
		return
	}
	if request.Major != wire.Major { // it hears whom it speaks to, and gets no session
		c.out = c.channel.Append(c.out, c.greeting(request.Nonce))
		return
	}
	if request.Nonce != c.nonce || c.channel.Session() == 0 {
		c.nonce, c.stopNo = request.Nonce, 0
		c.channel.Reset(request.Session())
		c.setup.accepted, c.setup.haveLimits, c.setup.haveHoming = false, false, false
		c.stopFor(now, wire.CauseSilence)
		c.motion.done = 0
		c.reports.status, c.reports.unseen = now, true
	}
	c.heard = now
	c.out = c.channel.Append(c.out, c.greeting(c.nonce))
}

func (c *Controller) greeting(nonce uint32) wire.Hello {
	return wire.Hello{
		Major: wire.Major, Minor: wire.Minor, Flags: wire.HelloVirtual, Cause: c.cause,
		Firmware: firmwareHash, Boot: c.boot, Nonce: nonce, SetupCRC: c.setup.crc,
	}
}

// send queues a sequenced message; with the backlog full the host has long been gone, and a new session clears it.
func (c *Controller) send(m wire.Message) {
	if c.channel.Session() != 0 {
		_ = c.channel.Send(m)
	}
}

// obey carries out one message.
func (c *Controller) obey(now time.Duration, m wire.Message) {
	switch m := m.(type) {
	case wire.SetupLimits:
		c.setup.offer.limits, c.setup.haveLimits, c.setup.accepted = m, true, false
	case wire.SetupHoming:
		c.setup.offer.homing, c.setup.haveHoming, c.setup.accepted = m, true, false
	case wire.SetupRates:
		c.setUp(m)
	case wire.Home:
		c.startHoming(now)
	case wire.Segment:
		c.enqueue(now, item{id: m.ID, ticks: m.Ticks, end: m.End, exit: m.Exit})
	case wire.Actuate:
		dwell := int(m.DwellMs) * ticksPerMs
		c.enqueue(now, item{id: m.ID, actuate: true, pump: m.Pump != 0, vent: m.Valve != 0, dwell: dwell})
	case wire.Stop:
		c.stop(now, m)
	case wire.Clear:
		c.clear(m)
	case wire.Heartbeat:
		c.beat = m.Nonce
	case wire.Servos:
		c.world.shown.servos, c.world.changed = clamped(m.Micros), true
	case wire.Leds:
		c.world.shown.leds, c.world.changed = m.Rows, true
	case wire.ButtonLed:
		c.world.shown.buttonLED, c.world.changed = m.Mode, true
	}
}

// clamped keeps the servos' pulses within what they can follow; zero is off.
func clamped(micros [4]uint16) [4]uint16 {
	for i, us := range micros {
		if us != 0 {
			micros[i] = min(max(us, 500), 2500)
		}
	}
	return micros
}

// setUp closes the set-up and echoes what is held.
func (c *Controller) setUp(rates wire.SetupRates) {
	s := &c.setup
	result := uint8(wire.SetupOK)
	switch {
	case !s.haveLimits || !s.haveHoming:
		result = wire.SetupOrder
	case c.motion.working() || c.homing.active:
		result = wire.SetupMoving
	default:
		result = wire.CheckSetup(s.offer.limits, s.offer.homing, rates)
	}
	if result == wire.SetupOK {
		s.limits, s.homing, s.rates = s.offer.limits, s.offer.homing, rates
		s.accepted, s.told = true, true
		s.crc = wire.SetupCRC(s.limits, s.homing, rates)
		c.world.watch.limits = witnessed(s)
	}
	c.send(wire.SetupEcho{Result: result, CRC: s.crc})
	c.reports.status = 0
}

// witnessed turns a set-up into the figures that the witness holds the motion against.
func witnessed(s *setup) Limits {
	const perSecond = 1e6 / wire.TickMicros
	var l Limits
	for j := range 3 {
		l.Min[j], l.Max[j] = float64(s.limits.Min[j])/subSteps, float64(s.limits.Max[j])/subSteps
		l.MaxSpeed[j] = float64(s.rates.MaxSpeed[j]) / (1 << 32) * perSecond
		l.MaxAccel[j] = float64(s.rates.MaxAccel[j]) / (1 << 40) * perSecond * perSecond
	}
	return l
}

// state is the controller's state as Status says it.
func (c *Controller) state() uint8 {
	switch {
	case c.motion.latched && c.motion.ramping:
		return wire.StateStopping
	case c.motion.latched:
		return wire.StateStopped
	case !c.setup.accepted:
		return wire.StateUnset
	case c.homing.active:
		return wire.StateHoming
	case !c.motion.homed:
		return wire.StateUnhomed
	default:
		return wire.StateReady
	}
}

// enqueue takes a queue item or refuses it.
func (c *Controller) enqueue(now time.Duration, it item) {
	if c.motion.latched {
		return // it was on the way when the arm stopped
	}
	if state := c.state(); state != wire.StateReady {
		c.world.fault(now, FaultUnhomed, "item %d", it.id)
		c.send(wire.Fault{Code: wire.FaultState, ID: it.id, Detail: int32(state)})
		return
	}
	if fault := c.judge(now, it); fault.Code != 0 {
		c.fail(fault)
		return
	}
	c.smooth(now, it)
	c.motion.push(it)
}

// refusals names the witness's kind of what the controller refuses.
var refusals = map[uint8]string{
	wire.FaultTicks: FaultSpeed, wire.FaultLimit: FaultLimit, wire.FaultSpeed: FaultSpeed, wire.FaultAccel: FaultAccel,
}

// judge checks a queue item against its place in the queue and the set-up.
func (c *Controller) judge(now time.Duration, it item) wire.Fault {
	m := &c.motion
	switch {
	case len(m.queue) >= wire.QueueLen:
		return wire.Fault{Code: wire.FaultQueue, ID: it.id}
	case it.actuate && !m.atRest():
		return wire.Fault{Code: wire.FaultMoving, ID: it.id}
	case it.actuate:
		return wire.Fault{}
	}
	for j := range 3 {
		to := wire.Knot{Position: it.end[j], Velocity: it.exit[j]}
		if code, detail := wire.CheckSegment(m.last[j], to, it.ticks, c.setup.joint(j)); code != 0 {
			c.world.fault(now, refusals[code], "item %d refused: joint %d, %d", it.id, j+1, detail)
			return wire.Fault{Code: code, Joint: uint8(j), ID: it.id, Detail: detail}
		}
	}
	return wire.Fault{}
}
