package link

import (
	"testing"
	"time"

	"crownhead/firmware/link/wire"
)

const ms = time.Millisecond

// fakeController is a controller just clever enough to test the host's end: it shakes
// hands, echoes the set-up and notes what it is told. The rest is said by the
// test through status and sendOnce.
type fakeController struct {
	boot, nonce uint32
	build       uint32
	major       uint8
	minor       uint8
	flags       uint8
	spoil       uint16 // added to the echoed CRC
	result      uint8  // of the echo
	deaf, mute  bool
	noConfirm   bool

	limits  wire.SetupLimits
	homing  wire.SetupHoming
	status  wire.Status
	channel wire.ReliableLink
	decoder wire.Decoder
	out     []byte
	got     []wire.Message // sequenced ones and STOP, SERVOS, LEDS
	hellos  []wire.HelloRequest
}

func newFakeController() *fakeController {
	return &fakeController{boot: 100, major: wire.Major, status: wire.Status{State: wire.StateUnhomed}}
}

func (p *fakeController) receiveBytes(t *testing.T, now time.Duration, b []byte) {
	p.decoder.Feed(b, func(f wire.Frame) {
		m, err := wire.Unmarshal(f.Type, f.Payload)
		if err != nil {
			t.Fatalf("the host sent %+v: %v", f, err)
		}
		if r, ok := m.(wire.HelloRequest); ok {
			p.answerHello(r)
			return
		}
		if p.channel.Receive(now, f) {
			p.handleMessage(m)
		}
	})
	if n := p.decoder.Errors.Total(); n > 0 {
		t.Fatalf("the host sent %d broken frames", n)
	}
}

func (p *fakeController) answerHello(r wire.HelloRequest) {
	p.hellos = append(p.hellos, r)
	if r.Nonce != p.nonce {
		p.nonce = r.Nonce
		p.channel.Reset(r.Session())
		p.status.Flags &^= wire.FlagSetup
		p.status.Done = 0
	}
	p.sendOnce(wire.Hello{Major: p.major, Minor: p.minor, Flags: p.flags, Firmware: p.build, Boot: p.boot, Nonce: r.Nonce})
}

func (p *fakeController) handleMessage(m wire.Message) {
	switch v := m.(type) {
	case wire.SetupLimits:
		p.limits = v
	case wire.SetupHoming:
		p.homing = v
	case wire.SetupRates:
		_ = p.channel.Send(wire.SetupEcho{Result: p.result, CRC: wire.SetupCRC(p.limits, p.homing, v) + p.spoil})
		p.status.Flags |= wire.FlagSetup
	case wire.Stop:
		if !p.noConfirm {
			p.sendOnce(wire.StopConfirm(v))
		}
	case wire.Heartbeat:
		p.status.Beat = v.Nonce
		p.sendOnce(p.status)
		return
	case wire.Ack, wire.Nak:
		return
	}
	p.got = append(p.got, m)
}

func (p *fakeController) sendOnce(m wire.Message) { p.out = p.channel.AppendUnsequenced(p.out, m) }

// reset is what opening the port does to a real one.
func (p *fakeController) reset() {
	*p = fakeController{boot: p.boot + 1, major: p.major, status: wire.Status{State: wire.StateUnhomed}, hellos: p.hellos}
	p.sendOnce(wire.Hello{Major: p.major, Cause: wire.ResetBrownout, Boot: p.boot})
}

// hostRig runs the host's protocol and the controller against each other, a millisecond a step.
type hostRig struct {
	t          *testing.T
	host       *HostProtocol
	controller *fakeController
	now        time.Duration
	events     []Event
	sent       []byte // all that the host has sent
}

func newTestSetup() Setup {
	j := JointSetup{Min: -85, Max: 105, Speed: 80, Accel: 250, StopDecel: 250}
	return Setup{StepsPerDegree: 800.0 / 9, Joints: [3]JointSetup{j, j, j}}
}

func newHostRig(t *testing.T) *hostRig {
	t.Helper()
	c := DefaultConfig()
	c.Quiet = 0.3
	m, err := NewHostProtocol(c, newTestSetup(), 250)
	if err != nil {
		t.Fatal(err)
	}
	return &hostRig{t: t, host: m, controller: newFakeController()}
}

func (b *hostRig) run(d time.Duration) {
	b.t.Helper()
	for end := b.now + d; b.now < end; b.now += ms {
		in := b.controller.out
		b.controller.out = nil
		if b.controller.mute {
			in = nil
		}
		out, events, next := b.host.Advance(b.now, in)
		if next <= b.now {
			b.t.Fatalf("at %v the next deadline is %v", b.now, next)
		}
		b.sent = append(b.sent, out...)
		b.events = append(b.events, events...)
		if !b.controller.deaf {
			b.controller.receiveBytes(b.t, b.now, out)
			b.controller.out, _ = b.controller.channel.Advance(b.now, b.controller.out)
		}
	}
}

// takeEvents returns the events so far of the given kinds and forgets all.
func (b *hostRig) takeEvents(kinds ...EventKind) []Event {
	var some []Event
	for _, e := range b.events {
		for _, k := range kinds {
			if e.Kind == k {
				some = append(some, e)
			}
		}
	}
	b.events = nil
	return some
}

// messagesOfType returns what the controller was told of one type and forgets all.
func messagesOfType[M wire.Message](p *fakeController) []M {
	var some []M
	for _, m := range p.got {
		if v, ok := m.(M); ok {
			some = append(some, v)
		}
	}
	p.got = nil
	return some
}

// upAndHomed brings the link up and homes the arm.
func upAndHomed(t *testing.T) *hostRig {
	t.Helper()
	b := newHostRig(t)
	b.host.PortOpened(0)
	b.controller.status.State, b.controller.status.Flags = wire.StateReady, wire.FlagHomed
	b.run(time.Second)
	if !b.host.State().Up || !b.host.State().Homed {
		t.Fatalf("not up: %+v", b.events)
	}
	b.events, b.controller.got = nil, nil
	return b
}
