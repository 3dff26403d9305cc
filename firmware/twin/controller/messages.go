package controller

import (
	"time"

	"crownhead/firmware/link/wire"
)

// receiveFrame handles one frame that the decoder found whole.
func (c *Controller) receiveFrame(now time.Duration, f wire.Frame) {
	if f.Type == wire.TypeHelloRequest {
		c.answerHello(now, f)
		return
	}
	if !c.channel.Receive(now, f) {
		return
	}
	c.lastFrameAt = now
	m, err := wire.Unmarshal(f.Type, f.Payload)
	if err != nil {
		c.sendMessage(wire.Fault{Code: wire.FaultBadObject, Detail: int32(f.Type)})
		return
	}
	c.handleMessage(now, m)
}

// answerHello opens a session, or answers again in the same one.
func (c *Controller) answerHello(now time.Duration, f wire.Frame) {
	m, err := wire.Unmarshal(f.Type, f.Payload)
	request, ok := m.(wire.HelloRequest)
	if err != nil || !ok || request.Session() == 0 {
		return
	}
	if request.Major != wire.Major { // the host learns which controller this is, but gets no session
		c.sendNow(c.helloMessage(request.Nonce))
		return
	}
	if request.Nonce != c.sessionNonce || c.channel.Session() == 0 {
		c.sessionNonce, c.stopNonce = request.Nonce, 0
		c.channel.Reset(request.Session())
		c.setup.accepted, c.setup.haveLimits, c.setup.haveHoming = false, false, false
		c.holdWithoutHost(now)
		c.motion.done = 0
		c.reports.nextStatusAt, c.reports.snapshotDue = now, true
	}
	c.lastFrameAt = now
	c.sendNow(c.helloMessage(c.sessionNonce))
}

// handleMessage carries out one message.
func (c *Controller) handleMessage(now time.Duration, m wire.Message) {
	switch m := m.(type) {
	case wire.SetupLimits:
		c.setup.offered.limits, c.setup.haveLimits, c.setup.accepted = m, true, false
	case wire.SetupHoming:
		c.setup.offered.homing, c.setup.haveHoming, c.setup.accepted = m, true, false
	case wire.SetupRates:
		c.commitSetup(m)
	case wire.Home:
		c.startHoming(now)
	case wire.Segment:
		c.acceptItem(now, item{id: m.ID, ticks: m.Ticks, end: m.End, exit: m.Exit})
	case wire.Actuate:
		dwell := int(m.DwellMs) * ticksPerMs
		c.acceptItem(now, item{id: m.ID, actuate: true, pump: m.Pump != 0, valve: m.Valve != 0, dwell: dwell})
	case wire.Stop:
		c.handleStop(now, m)
	case wire.Clear:
		c.handleClear(m)
	case wire.Heartbeat:
		c.heartbeat = m.Nonce
	default:
		c.setIndicators(m)
	}
}

// setIndicators carries out the messages for what people see: servos, eyes and the button's light.
func (c *Controller) setIndicators(m wire.Message) {
	d := c.world.Outputs()
	switch m := m.(type) {
	case wire.Servos:
		d.Servos = clampPulses(m.Micros)
	case wire.Leds:
		d.LEDs = m.Rows
	case wire.ButtonLed:
		d.ButtonLED = m.Mode
	default:
		return
	}
	c.world.SetOutputs(d)
}

// clampPulses keeps the servos' pulses within what the servos can follow; zero switches one off.
func clampPulses(micros [4]uint16) [4]uint16 {
	for i, us := range micros {
		if us != 0 {
			micros[i] = min(max(us, 500), 2500)
		}
	}
	return micros
}
