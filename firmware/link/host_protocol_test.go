package link

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"crownhead/firmware/link/wire"
)

func kinds(events []Event) []EventKind {
	all := make([]EventKind, len(events))
	for i, e := range events {
		all[i] = e.Kind
	}
	return all
}

// TestQuiet: the boot loader hears nothing, then the request is repeated.
func TestQuiet(t *testing.T) {
	b := newHostRig(t)
	b.controller.mute = true
	b.host.PortOpened(0)
	b.run(300 * ms)
	if len(b.sent) != 0 {
		t.Fatalf("%x was sent to the boot loader", b.sent)
	}
	b.run(900 * ms)
	if n := len(b.controller.hellos); n != 5 {
		t.Errorf("%d requests in 0.9 s, want 5", n)
	}
	for _, r := range b.controller.hellos {
		if r != b.controller.hellos[0] || r.Session() == 0 {
			t.Errorf("requests differ or have no session: %+v", b.controller.hellos)
		}
	}
}

// TestUp: set-up in order, up only after echo and status, told once.
func TestUp(t *testing.T) {
	b := newHostRig(t)
	b.controller.flags = wire.HelloVirtual
	b.host.PortOpened(0)
	b.run(time.Second)
	up := b.takeEvents(EventUp)
	if len(up) != 1 || !up[0].Virtual || up[0].Boot != 100 || up[0].Homed {
		t.Fatalf("up %+v", up)
	}
	want := []wire.Type{wire.TypeSetupLimits, wire.TypeSetupHoming, wire.TypeSetupRates, wire.TypeButtonLed}
	var got []wire.Type
	for _, m := range b.controller.got {
		got = append(got, m.Type())
	}
	if !slices.Equal(got, want) {
		t.Errorf("told %v, want %v", got, want)
	}
	if s := b.host.State(); !s.Up || s.Faults.Total() != 0 {
		t.Errorf("state %+v", s)
	}
}

// TestRefused: no session with a controller that cannot be trusted; told once,
// asked again, and forgiven when the firmware is right.
func TestRefused(t *testing.T) {
	for _, c := range []struct {
		name   string
		spoil  func(*fakeController)
		why    Refusal
		reason string
	}{
		{"version", func(p *fakeController) { p.major = 2 }, RefusedVersion, "protocol 2.0"},
		{"set-up mode", func(p *fakeController) { p.flags = wire.HelloSetupMode }, RefusedMode, "set-up mode"},
		{"echo", func(p *fakeController) { p.spoil = 1 }, RefusedSetup, "echoes other limits"},
		{"limits", func(p *fakeController) { p.result = wire.SetupAccel }, RefusedSetup, "acceleration"},
	} {
		b := newHostRig(t)
		c.spoil(b.controller)
		b.host.PortOpened(0)
		b.run(10 * time.Second)
		got := b.takeEvents(EventRefused, EventUp, EventDown)
		if len(got) != 1 || got[0].Kind != EventRefused || got[0].Refusal != c.why || !strings.Contains(got[0].Reason, c.reason) {
			t.Errorf("%s: %+v", c.name, got)
		}
		if want := fmt.Sprintf("%d.%d", b.controller.major, wire.Minor); b.host.State().Protocol != want {
			t.Errorf("%s: speaks %q, want %s", c.name, b.host.State().Protocol, want)
		}
		if n := len(b.controller.hellos); n < 4 || n > 6 {
			t.Errorf("%s: %d requests in 10 s", c.name, n)
		}
		if err := b.host.Home(); !errors.Is(err, ErrDown) {
			t.Errorf("%s: homing: %v", c.name, err)
		}
		b.controller.major, b.controller.flags, b.controller.spoil, b.controller.result = wire.Major, 0, 0, 0
		b.run(3 * time.Second)
		if got := b.takeEvents(EventUp); len(got) != 1 {
			t.Errorf("%s: not up afterwards", c.name)
		}
	}
}

// TestSetupWhileMoving: a controller that still ramps down is asked again.
func TestSetupWhileMoving(t *testing.T) {
	b := newHostRig(t)
	b.controller.result = wire.SetupMoving
	b.host.PortOpened(0)
	b.run(time.Second)
	b.controller.result = wire.SetupOK
	b.run(300 * ms)
	if got := b.takeEvents(EventUp, EventRefused); len(got) != 1 || got[0].Kind != EventUp {
		t.Errorf("%+v", got)
	}
}

// TestStaleHello: an answer to an earlier request opens no session.
func TestStaleHello(t *testing.T) {
	b := newHostRig(t)
	b.controller.deaf = true
	b.host.PortOpened(0)
	b.run(400 * ms)
	stale := wire.Hello{Major: wire.Major, Boot: 9, Nonce: b.host.nonce - 1}
	b.controller.out = wire.Encode(wire.Frame{Type: stale.Type(), Payload: wire.Marshal(stale)})
	b.run(10 * ms)
	if b.host.phase != phaseHello || b.host.boot != 0 {
		t.Errorf("phase %d, boot %d", b.host.phase, b.host.boot)
	}
}

// FuzzHostProtocol: no bytes from the line make the protocol panic, ask to be called
// in the past, or take a command without a handshake.
func FuzzHostProtocol(f *testing.F) {
	hello := wire.Hello{Major: wire.Major, Boot: 9, Nonce: 251}
	line := wire.Encode(wire.Frame{Type: hello.Type(), Session: 251, Payload: wire.Marshal(hello)})
	echo := wire.Encode(wire.Frame{Type: wire.TypeSetupEcho, Session: 251, Seq: 1, Ack: 3, Payload: []byte{0, 1, 2}})
	f.Add(line)
	f.Add(append(line, echo...))
	f.Add([]byte{0, 1, 1, 0, 255})
	f.Fuzz(func(t *testing.T, in []byte) {
		c := DefaultConfig()
		c.Quiet = 0
		m, err := NewHostProtocol(c, newTestSetup(), 250)
		if err != nil {
			t.Fatal(err)
		}
		m.PortOpened(0)
		m.Advance(0, nil)
		for now := ms; now < time.Second; now += 100 * ms {
			if _, _, next := m.Advance(now, in); next <= now {
				t.Fatalf("at %v the next deadline is %v", now, next)
			}
			if m.Segment(wire.Segment{ID: 1, Ticks: 100}) == nil && !m.State().Up {
				t.Fatal("motion without a link")
			}
		}
	})
}

// TestNoMotionBeforeUp: nothing that moves leaves before the echo.
func TestNoMotionBeforeUp(t *testing.T) {
	b := newHostRig(t)
	for _, open := range []bool{false, true} {
		if open {
			b.host.PortOpened(0)
			b.run(100 * ms)
		}
		for name, err := range map[string]error{
			"home": b.host.Home(), "segment": b.host.Segment(wire.Segment{ID: 1, Ticks: 100}),
			"actuate": b.host.Actuate(wire.Actuate{ID: 1}), "stop": b.host.Stop(wire.StopSoft), "clear": b.host.Clear(),
		} {
			if !errors.Is(err, ErrDown) {
				t.Errorf("%s: %v", name, err)
			}
		}
	}
}

// TestSilence: the line is taken for lost, and another session number asked for.
func TestSilence(t *testing.T) {
	b := upAndHomed(t)
	first := b.controller.nonce
	b.controller.mute = true
	b.run(380 * ms)
	if got := b.takeEvents(EventDown); len(got) != 0 {
		t.Fatal("down too early")
	}
	b.run(150 * ms)
	if got := b.takeEvents(EventDown); len(got) != 1 || got[0].Reason != "silence" {
		t.Fatalf("%+v", got)
	}
	if s := b.host.State(); s.Up || s.Homed || s.Faults.Downs != 1 {
		t.Errorf("state %+v", s)
	}
	b.controller.mute = false
	b.run(500 * ms)
	if got := b.takeEvents(EventUp, EventReset); len(got) != 1 || !got[0].Homed {
		t.Errorf("%+v: want up without a reset, the position still known", got)
	}
	if uint8(first) == uint8(b.controller.nonce) {
		t.Error("the same session number again")
	}
}

// TestReset: a controller that starts anew is noticed at once by its greeting,
// and at the latest by its boot id.
func TestReset(t *testing.T) {
	b := upAndHomed(t)
	b.controller.reset()
	b.run(300 * ms)
	if got := b.takeEvents(EventDown, EventReset, EventUp); !slices.Equal(kinds(got), []EventKind{EventDown, EventReset, EventUp}) || got[1].Reason != wire.ResetReason(wire.ResetBrownout) {
		t.Errorf("greeting heard: %+v", got)
	}
	b.controller.reset()
	b.controller.out = nil
	b.run(time.Second)
	if got := kinds(b.takeEvents(EventDown, EventReset, EventUp)); !slices.Equal(got, []EventKind{EventDown, EventReset, EventUp}) {
		t.Errorf("greeting lost: %v", got)
	}
	if s := b.host.State(); s.Boot != 102 || s.Homed {
		t.Errorf("state %+v", s)
	}
}

// TestClosed: a port that goes away is a link that is down; it comes back.
func TestClosed(t *testing.T) {
	b := upAndHomed(t)
	b.host.PortClosed(b.now)
	sent := len(b.sent)
	b.run(time.Second)
	if got := b.takeEvents(EventDown, EventUp); len(got) != 1 || got[0].Reason != "closed" || len(b.sent) != sent {
		t.Errorf("%+v, %d bytes sent", got, len(b.sent)-sent)
	}
	b.host.PortOpened(b.now)
	b.run(time.Second)
	if got := b.takeEvents(EventUp); len(got) != 1 {
		t.Error("not up again")
	}
}

// TestGarbage: noise and foreign sessions change nothing.
func TestGarbage(t *testing.T) {
	b := upAndHomed(t)
	stale := wire.Encode(wire.Frame{Type: wire.TypePress, Session: b.host.reliable.Session() + 1, Seq: 1, Payload: make([]byte, 5)})
	b.controller.out = append([]byte{1, 2, 3, 0, 255, 7, 0}, stale...)
	b.run(100 * ms)
	if got := b.takeEvents(EventPress, EventDown); len(got) != 0 {
		t.Errorf("%+v", got)
	}
	if s := b.host.State(); s.Faults.Bytes.Total() != 2 {
		t.Errorf("faults %+v", s.Faults)
	}
}

// TestSensors: presses once each, bits when they change, no old snapshot.
func TestSensors(t *testing.T) {
	b := upAndHomed(t)
	b.controller.sendOnce(wire.Snapshot{Counter: 65535, Bits: 1})
	b.controller.sendOnce(wire.Snapshot{Counter: 0, Bits: 1})
	b.controller.sendOnce(wire.Snapshot{Counter: 1, Bits: 3})
	b.controller.sendOnce(wire.Snapshot{Counter: 0, Bits: 1})
	if err := b.controller.channel.Send(wire.Press{Count: 4, Bits: 3}); err != nil {
		t.Fatal(err)
	}
	b.run(200 * ms)
	got := b.takeEvents(EventOccupancy, EventPress)
	if len(got) != 3 || got[0].Bits != 1 || got[1].Bits != 3 || got[2].Kind != EventPress || got[2].Count != 4 {
		t.Errorf("%+v", got)
	}
	if s := b.host.State(); s.Bits != 3 || !s.HasBits {
		t.Errorf("state %+v", s)
	}
}

// TestBadSetup: what cannot be told to a controller is refused by New.
func TestBadSetup(t *testing.T) {
	for _, c := range []struct {
		name  string
		spoil func(*Config, *Setup)
		want  string
	}{
		{"far", func(_ *Config, s *Setup) { s.Joints[1].Max = 400 }, "upper arm"},
		{"fast", func(_ *Config, s *Setup) { s.Joints[2].Speed = 120 }, "forearm"},
		{"not a number", func(_ *Config, s *Setup) { s.StepsPerDegree /= 0 * s.StepsPerDegree }, "base"},
		{"sluggish", func(_ *Config, s *Setup) { s.Joints[0].StopDecel = 1 }, "0.8 s"},
		{"deaf", func(c *Config, _ *Setup) { c.Silence = 1 }, "silence"},
	} {
		config, s := DefaultConfig(), newTestSetup()
		c.spoil(&config, &s)
		if _, err := NewHostProtocol(config, s, 0); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v", c.name, err)
		}
	}
}

// TestWaitsForThePort: with no port there is nothing to do, not even to look.
func TestWaitsForThePort(t *testing.T) {
	m, err := NewHostProtocol(DefaultConfig(), newTestSetup(), 1)
	if err != nil {
		t.Fatal(err)
	}
	if out, events, next := m.Advance(0, nil); len(out)+len(events) > 0 || next != wire.Never {
		t.Errorf("wants to write %x, tells %v, wants to be called again after %v", out, events, next)
	}
}
