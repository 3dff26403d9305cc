package link

import (
	"testing"
	"time"

	"crownhead/firmware/link/wire"
)

const ms = time.Millisecond

// peer is a controller just clever enough to test the host's end: it shakes
// hands, echoes the set-up and notes what it is told. The rest is said by the
// test through status and say.
type peer struct {
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
	channel wire.Channel
	decoder wire.Decoder
	out     []byte
	got     []wire.Message // sequenced ones and STOP, SERVOS, LEDS
	hellos  []wire.HelloRequest
}

func newPeer() *peer {
	return &peer{boot: 100, major: wire.Major, status: wire.Status{State: wire.StateUnhomed}}
}

func (p *peer) take(t *testing.T, now time.Duration, b []byte) {
	p.decoder.Feed(b, func(f wire.Frame) {
		m, err := wire.Unmarshal(f.Type, f.Payload)
		if err != nil {
			t.Fatalf("the host sent %+v: %v", f, err)
		}
		if r, ok := m.(wire.HelloRequest); ok {
			p.hello(r)
			return
		}
		if p.channel.Receive(now, f) {
			p.hear(m)
		}
	})
	if n := p.decoder.Errors.Total(); n > 0 {
		t.Fatalf("the host sent %d broken frames", n)
	}
}

func (p *peer) hello(r wire.HelloRequest) {
	p.hellos = append(p.hellos, r)
	if r.Nonce != p.nonce {
		p.nonce = r.Nonce
		p.channel.Reset(r.Session())
		p.status.Flags &^= wire.FlagSetup
		p.status.Done = 0
	}
	p.say(wire.Hello{Major: p.major, Minor: p.minor, Flags: p.flags, Firmware: p.build, Boot: p.boot, Nonce: r.Nonce})
}

func (p *peer) hear(m wire.Message) {
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
			p.say(wire.StopConfirm(v))
		}
	case wire.Heartbeat:
		p.status.Beat = v.Nonce
		p.say(p.status)
		return
	case wire.Ack, wire.Nak:
		return
	}
	p.got = append(p.got, m)
}

func (p *peer) say(m wire.Message) { p.out = p.channel.Append(p.out, m) }

// reset is what opening the port does to a real one.
func (p *peer) reset() {
	*p = peer{boot: p.boot + 1, major: p.major, status: wire.Status{State: wire.StateUnhomed}, hellos: p.hellos}
	p.say(wire.Hello{Major: p.major, Cause: wire.ResetBrownout, Boot: p.boot})
}

// bench runs machine and peer against each other, a millisecond a step.
type bench struct {
	t      *testing.T
	m      *Machine
	p      *peer
	now    time.Duration
	events []Event
	sent   []byte // all that the host has sent
}

func newTestSetup() Setup {
	j := Joint{Min: -85, Max: 105, Speed: 80, Accel: 250, Stop: 250}
	return Setup{StepsPerDegree: 800.0 / 9, Joints: [3]Joint{j, j, j}}
}

func newBench(t *testing.T) *bench {
	t.Helper()
	c := DefaultConfig()
	c.Quiet = 0.3
	m, err := New(c, newTestSetup(), 250)
	if err != nil {
		t.Fatal(err)
	}
	return &bench{t: t, m: m, p: newPeer()}
}

func (b *bench) run(d time.Duration) {
	b.t.Helper()
	for end := b.now + d; b.now < end; b.now += ms {
		in := b.p.out
		b.p.out = nil
		if b.p.mute {
			in = nil
		}
		out, events, next := b.m.Advance(b.now, in)
		if next <= b.now {
			b.t.Fatalf("at %v the next deadline is %v", b.now, next)
		}
		b.sent = append(b.sent, out...)
		b.events = append(b.events, events...)
		if !b.p.deaf {
			b.p.take(b.t, b.now, out)
			b.p.out, _ = b.p.channel.Advance(b.now, b.p.out)
		}
	}
}

// take returns the events so far of the given kinds and forgets all.
func (b *bench) take(kinds ...Kind) []Event {
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

// heard returns what the peer was told of one type and forgets all.
func heard[M wire.Message](p *peer) []M {
	var some []M
	for _, m := range p.got {
		if v, ok := m.(M); ok {
			some = append(some, v)
		}
	}
	p.got = nil
	return some
}

// up brings the link up and homes the arm.
func upAndHomed(t *testing.T) *bench {
	t.Helper()
	b := newBench(t)
	b.m.Open(0)
	b.p.status.State, b.p.status.Flags = wire.StateReady, wire.FlagHomed
	b.run(time.Second)
	if !b.m.State().Up || !b.m.State().Homed {
		t.Fatalf("not up: %+v", b.events)
	}
	b.events, b.p.got = nil, nil
	return b
}
