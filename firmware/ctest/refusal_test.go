package ctest

import (
	"math"
	"testing"
	"time"

	"crownhead/firmware/link/wire"
)

// What a host that lies, or speaks another version, gets from the firmware: nothing moves, and the reason where
// there is one.
func TestRefusals(t *testing.T) { onBothTargets(t, refusals) }

func refusals(t *testing.T, on target) {
	r := newWiredFirmware(t, on, nearSwitches)
	h := newRawHost(t, r)
	h.run(50 * ms)
	for _, c := range []struct {
		name string
		lie  func(t *testing.T, h *rawHost, r *wiredFirmware)
	}{
		{"another major version", lieVersion},
		{"motion before the set-up", lieUnset},
		{"motion before homing", lieUnhomed},
		{"another session", lieSession},
		{"damaged, unknown, of a wrong length", lieFrame},
		{"the same number twice", lieTwice},
		{"a number too early", lieEarly},
		{"impossible items", lieItems},
	} {
		t.Run(c.name, func(t *testing.T) {
			h.t = t
			h.run(300 * ms) // what was on the way has come to rest
			h.shakeHands(h.nonce + 1)
			c.lie(t, h, r)
		})
		h.t = t
	}
}

// makeReady is a homed arm in a new session.
func (h *rawHost) makeReady() {
	h.t.Helper()
	h.setUpSession()
	if h.status.State == wire.StateStopped {
		h.clearStop(0)
	}
	if h.status.Flags&wire.FlagHomed == 0 {
		h.homeArm()
	}
	h.forgetHeard()
}

// A host of another major version hears which one the firmware speaks, and gets no session.
func lieVersion(t *testing.T, h *rawHost, r *wiredFirmware) {
	for _, major := range []uint8{wire.Major - 1, wire.Major + 1} {
		q := wire.HelloRequest{Major: major, Nonce: h.nonce + 1}
		h.sendRaw(wire.Frame{Type: q.Type(), Session: q.Session(), Payload: wire.Marshal(q)})
		if m, ok := awaitMessage[wire.Hello](h, 50*ms); !ok || m.Nonce != q.Nonce || m.Major != wire.Major {
			t.Errorf("major %d is answered by %+v", major, m)
		}
		h.sendRaw(wire.Frame{Type: wire.TypeButtonLed, Session: q.Session(), Seq: 1, Payload: []byte{wire.LedOn}})
		h.run(20 * ms)
		if r.lampLit() {
			t.Errorf("major %d is obeyed", major)
		}
	}
}

func lieUnset(t *testing.T, h *rawHost, r *wiredFirmware) { h.refusedIn(t, r, wire.StateUnset) }

func lieUnhomed(t *testing.T, h *rawHost, r *wiredFirmware) {
	h.setUpSession()
	h.refusedIn(t, r, wire.StateUnhomed)
}

// refusedIn sends what moves the arm, and what only a homed one may do.
func (h *rawHost) refusedIn(t *testing.T, r *wiredFirmware, state uint8) {
	t.Helper()
	before := r.allSteps()
	for _, m := range []wire.Message{h.hopSegment(1, 0.5, 2048), wire.Actuate{ID: 1, Pump: 1}, wire.Home{}} {
		if m.Type() == wire.TypeHome && state == wire.StateUnhomed {
			continue
		}
		h.sendReliable(m)
		if f, ok := awaitMessage[wire.Fault](h, 50*ms); !ok || f.Code != wire.FaultState || f.Detail != int32(state) {
			t.Errorf("%s in state %d: %+v", m.Type(), state, f)
		}
	}
	if h.run(20 * ms); h.status.State != state || r.allSteps() != before || r.pumping() {
		t.Errorf("state %d; turned %v, then %v; pump %t", h.status.State, before, r.allSteps(), r.pumping())
	}
}

// What belongs to an earlier handshake, or to none, is thrown away, STOP as well; it is no sign of life either.
func lieSession(t *testing.T, h *rawHost, r *wiredFirmware) {
	h.makeReady()
	for _, session := range []uint8{0, h.channel.Session() - 1} {
		for _, m := range []wire.Message{
			wire.ButtonLed{Mode: wire.LedOn}, wire.Stop{Kind: wire.StopEmergency, Nonce: 1}, wire.Home{},
		} {
			f := wire.Frame{Type: m.Type(), Session: session, Payload: wire.Marshal(m)}
			if f.Type.Sequenced() {
				f.Seq = h.channel.LastSeq() + 1
			}
			h.sendRaw(f)
		}
	}
	h.run(30 * ms)
	if h.status.State != wire.StateReady || r.lampLit() || len(heardOfType[wire.StopConfirm](h)) > 0 ||
		len(heardOfType[wire.Ack](h)) > 0 {
		t.Errorf("%+v, lamp %t; heard %+v", h.status, r.lampLit(), h.heard)
	}
}

// A frame that is spoiled in whatever way is neither obeyed nor acknowledged, and the next good one is taken.
func lieFrame(t *testing.T, h *rawHost, r *wiredFirmware) {
	h.makeReady()
	lamp := wire.Frame{
		Type: wire.TypeButtonLed, Session: h.channel.Session(), Seq: h.channel.LastSeq() + 1,
		Payload: []byte{wire.LedOn},
	}
	long, short, unknown := lamp, lamp, lamp
	long.Payload, short.Payload, unknown.Type = []byte{wire.LedOn, 0}, nil, 0x3f
	damaged := wire.Encode(lamp)
	damaged[len(damaged)-2] ^= 4
	for name, line := range map[string][]byte{
		"damaged": damaged, "too long": wire.Encode(long), "too short": wire.Encode(short), "unknown": wire.Encode(unknown),
		"cut off": append(wire.Encode(lamp)[:6], 0),
	} {
		h.out = append(h.out, line...)
		h.run(10 * ms)
		if r.lampLit() || len(heardOfType[wire.Ack](h)) > 0 {
			t.Errorf("%s: lamp %t; heard %+v", name, r.lampLit(), h.heard)
		}
	}
	h.sendRaw(lamp)
	if _, ok := awaitMessage[wire.Ack](h, 10*ms); !ok {
		t.Error("the good frame is not acknowledged")
	}
	if h.run(3 * ms); !r.lampLit() {
		t.Error("the good frame is not obeyed")
	}
	h.sendRaw(wire.Frame{Type: lamp.Type, Session: lamp.Session, Seq: lamp.Seq + 1, Payload: []byte{wire.LedOff}})
	h.run(10 * ms)
}

// A sequenced frame that comes twice is executed once, and acknowledged twice.
func lieTwice(t *testing.T, h *rawHost, r *wiredFirmware) {
	h.makeReady()
	before := r.allSteps()
	s := h.hopSegment(1, 0.3, 2048)
	f := wire.Frame{Type: s.Type(), Session: h.channel.Session(), Seq: h.channel.LastSeq() + 1, Payload: wire.Marshal(s)}
	for range 2 {
		h.sendRaw(f)
		h.run(5 * ms)
	}
	if n := len(heardOfType[wire.Ack](h)); h.status.Free != wire.QueueLen-1 || n+len(heardOfType[wire.Status](h)) < 2 {
		t.Errorf("%d places free; heard %+v", h.status.Free, h.heard)
	}
	h.runUntil(time.Second, "done", func() bool { return h.status.Done == 1 && h.status.Flags&wire.FlagMoving == 0 })
	h.sendRaw(f)
	h.run(150 * ms)
	if turned := r.allSteps(); turned[0]-before[0] > 28 || h.status.State != wire.StateReady ||
		len(heardOfType[wire.Fault](h)) > 0 {
		t.Errorf("turned %v, then %v; %+v", before, turned, h.status)
	}
}

// A frame behind a gap is not executed but asked for by a NAK; when the gap is filled it has to come again.
func lieEarly(t *testing.T, h *rawHost, r *wiredFirmware) {
	h.makeReady()
	next := h.channel.LastSeq() + 1
	lamp := func(seq, mode uint8) {
		h.sendRaw(wire.Frame{Type: wire.TypeButtonLed, Session: h.channel.Session(), Seq: seq, Payload: []byte{mode}})
	}
	lamp(next+1, wire.LedOn)
	if _, ok := awaitMessage[wire.Nak](h, 5*ms); !ok || r.lampLit() {
		t.Errorf("no NAK, or obeyed: lamp %t", r.lampLit())
	}
	lamp(next, wire.LedOff)
	h.run(5 * ms)
	if r.lampLit() {
		t.Error("what was thrown away is executed")
	}
	lamp(next+1, wire.LedOn)
	h.run(5 * ms)
	if !r.lampLit() {
		t.Error("the repeated frame is not executed")
	}
	lamp(next+2, wire.LedOff)
	lamp(next+200, wire.LedOn) // far outside the window: an old one
	h.run(5 * ms)
	if r.lampLit() || len(heardOfType[wire.Nak](h)) > 0 {
		t.Errorf("lamp %t, heard %+v", r.lampLit(), h.heard)
	}
}

// An item that fails its check stops the arm, and says why; nothing of it is executed.
func lieItems(t *testing.T, h *rawHost, r *wiredFirmware) {
	for name, bad := range map[string]struct {
		spoil func(s *wire.Segment)
		code  uint8
	}{
		"too short":       {func(s *wire.Segment) { s.Ticks = wire.MinTicks - 1 }, wire.FaultTicks},
		"too long":        {func(s *wire.Segment) { s.Ticks = wire.MaxTicks + 1 }, wire.FaultTicks},
		"below the limit": {func(s *wire.Segment) { s.End[0] = limits.Min[0] - 1 }, wire.FaultLimit},
		"above the limit": {func(s *wire.Segment) { s.End[1] = limits.Max[1] + 1 }, wire.FaultLimit},
		"too fast":        {func(s *wire.Segment) { s.End[2] = limits.Min[2] }, wire.FaultSpeed},
		"too fast behind": {func(s *wire.Segment) { s.Exit[2] = rates.MaxSpeed[2] + 1 }, wire.FaultSpeed},
		"too hard":        {func(s *wire.Segment) { s.Ticks = 500 }, wire.FaultAccel},
	} {
		h.makeReady()
		before := r.allSteps()
		s := h.hopSegment(1, 0.5, 2048)
		bad.spoil(&s)
		h.sendReliable(s)
		if f, ok := awaitMessage[wire.Fault](h, 50*ms); !ok || f.Code != bad.code || f.ID != 1 {
			t.Errorf("%s: %+v", name, f)
		}
		h.sendReliable(h.hopSegment(2, 0.1, 2048))
		if h.run(50 * ms); h.status.State != wire.StateStopped || h.status.Cause != wire.CauseFault ||
			r.allSteps() != before {
			t.Errorf("%s: %+v; turned %v, then %v", name, h.status, before, r.allSteps())
		}
		h.clearStop(0)
	}
	h.makeReady()
	behind := h.hopSegment(1, 0.2, 2048)
	behind.Exit[1] = -speed(1)
	h.sendReliable(behind, wire.Actuate{ID: 2, Pump: 1})
	if f, ok := awaitMessage[wire.Fault](h, 50*ms); !ok || f.Code != wire.FaultMoving || f.ID != 2 || r.pumping() {
		t.Errorf("pump behind motion: %+v", f)
	}
	h.clearStop(0)
	h.makeReady()
	for id := range uint16(wire.QueueLen + 1) {
		h.sendReliable(wire.Actuate{ID: id + 1, DwellMs: 1000})
	}
	if f, ok := awaitMessage[wire.Fault](h, 200*ms); !ok || f.Code != wire.FaultQueue || f.ID != wire.QueueLen+1 {
		t.Errorf("one item too many: %+v", f)
	}
}

// A set-up counts when it has been accepted as a whole: what is offered in the middle of homing changes neither
// its speeds nor where the switches are, and is refused.
func TestOfferedSetupChangesNothing(t *testing.T) {
	r := newWiredFirmware(t, host, [3]float64{-70, 80, -10})
	h := newRawHost(t, r)
	h.setUpSession()
	h.sendReliable(wire.Home{})
	h.run(300 * ms)
	wild := wire.SetupHoming{
		Switch: [3]int32{1, 2, 3}, Fast: [3]int32{math.MinInt32, math.MaxInt32, math.MaxInt32}, Slow: [3]int32{1 << 30, 1 << 30, 1 << 30},
	}
	h.sendReliable(wire.SetupLimits{
		Min: limits.Min, Max: [3]int32{limits.Min[0] + 1, limits.Min[1] + 1, limits.Min[2] + 1},
	}, wild, rates)
	if m, ok := awaitMessage[wire.SetupEcho](h, 100*ms); !ok || m.Result != wire.SetupMoving ||
		m.CRC != wire.SetupCRC(limits, homing, rates) {
		t.Fatalf("%+v", m)
	}
	const most = 6 // steps in a millisecond: 60 °/s are 5.3
	before := r.allSteps()
	h.runUntil(20*time.Second, "at rest", func() bool {
		now := r.allSteps()
		for j := range now {
			if d := now[j] - before[j]; d > most || d < -most {
				t.Fatalf("joint %d makes %d steps in a millisecond", j, d)
			}
		}
		before = now
		return h.status.Flags&wire.FlagHomed != 0
	})
	h.run(50 * ms)
	if h.status.State != wire.StateUnset || h.status.Position != homing.Switch {
		t.Errorf("%+v, want %v", h.status, homing.Switch)
	}
}
