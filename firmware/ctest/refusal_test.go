package ctest

import (
	"testing"
	"time"

	"crownhead/firmware/link/wire"
)

// What a host that lies, or speaks another version, gets from the firmware: nothing moves, and the reason where there is one.
func TestRefusals(t *testing.T) { both(t, refusals) }

func refusals(t *testing.T, on target) {
	r := newWired(t, on, nearSwitches)
	h := newTalker(t, r)
	h.run(50 * ms)
	for _, c := range []struct {
		name string
		lie  func(t *testing.T, h *talker, r *wired)
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
			h.greet(h.nonce + 1)
			c.lie(t, h, r)
		})
		h.t = t
	}
}

// ready is a homed arm in a new session.
func (h *talker) ready() {
	h.t.Helper()
	h.fresh()
	if h.status.State == wire.StateStopped {
		h.clear(0)
	}
	if h.status.Flags&wire.FlagHomed == 0 {
		h.home()
	}
	h.forget()
}

// A host of another major version hears which one the firmware speaks, and gets no session.
func lieVersion(t *testing.T, h *talker, r *wired) {
	for _, major := range []uint8{wire.Major - 1, wire.Major + 1} {
		q := wire.HelloRequest{Major: major, Nonce: h.nonce + 1}
		h.raw(wire.Frame{Type: q.Type(), Session: q.Session(), Payload: wire.Marshal(q)})
		if m, ok := await[wire.Hello](h, 50*ms); !ok || m.Nonce != q.Nonce || m.Major != wire.Major {
			t.Errorf("major %d is answered by %+v", major, m)
		}
		h.raw(wire.Frame{Type: wire.TypeButtonLed, Session: q.Session(), Seq: 1, Payload: []byte{wire.LedOn}})
		h.run(20 * ms)
		if r.lit() {
			t.Errorf("major %d is obeyed", major)
		}
	}
}

func lieUnset(t *testing.T, h *talker, r *wired) { h.refusedIn(t, r, wire.StateUnset) }

func lieUnhomed(t *testing.T, h *talker, r *wired) {
	h.fresh()
	h.refusedIn(t, r, wire.StateUnhomed)
}

// refusedIn sends what moves the arm, and what only a homed one may do.
func (h *talker) refusedIn(t *testing.T, r *wired, state uint8) {
	t.Helper()
	before := r.turned()
	for _, m := range []wire.Message{h.hop(1, 0.5, 2048), wire.Actuate{ID: 1, Pump: 1}, wire.Home{}} {
		if m.Type() == wire.TypeHome && state == wire.StateUnhomed {
			continue
		}
		h.say(m)
		if f, ok := await[wire.Fault](h, 50*ms); !ok || f.Code != wire.FaultState || f.Detail != int32(state) {
			t.Errorf("%s in state %d: %+v", m.Type(), state, f)
		}
	}
	if h.run(20 * ms); h.status.State != state || r.turned() != before || r.pumping() {
		t.Errorf("state %d; turned %v, then %v; pump %t", h.status.State, before, r.turned(), r.pumping())
	}
}

// What belongs to an earlier handshake, or to none, is thrown away, STOP as well; it is no sign of life either.
func lieSession(t *testing.T, h *talker, r *wired) {
	h.ready()
	for _, session := range []uint8{0, h.channel.Session() - 1} {
		for _, m := range []wire.Message{wire.ButtonLed{Mode: wire.LedOn}, wire.Stop{Kind: wire.StopEmergency, Nonce: 1}, wire.Home{}} {
			f := wire.Frame{Type: m.Type(), Session: session, Payload: wire.Marshal(m)}
			if f.Type.Sequenced() {
				f.Seq = h.channel.LastSeq() + 1
			}
			h.raw(f)
		}
	}
	h.run(30 * ms)
	if h.status.State != wire.StateReady || r.lit() || len(said[wire.StopConfirm](h)) > 0 || len(said[wire.Ack](h)) > 0 {
		t.Errorf("%+v, lamp %t; heard %+v", h.status, r.lit(), h.heard)
	}
}

// A frame that is spoiled in whatever way is neither obeyed nor acknowledged, and the next good one is taken.
func lieFrame(t *testing.T, h *talker, r *wired) {
	h.ready()
	lamp := wire.Frame{Type: wire.TypeButtonLed, Session: h.channel.Session(), Seq: h.channel.LastSeq() + 1, Payload: []byte{wire.LedOn}}
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
		if r.lit() || len(said[wire.Ack](h)) > 0 {
			t.Errorf("%s: lamp %t; heard %+v", name, r.lit(), h.heard)
		}
	}
	h.raw(lamp)
	if _, ok := await[wire.Ack](h, 10*ms); !ok {
		t.Error("the good frame is not acknowledged")
	}
	if h.run(3 * ms); !r.lit() {
		t.Error("the good frame is not obeyed")
	}
	h.raw(wire.Frame{Type: lamp.Type, Session: lamp.Session, Seq: lamp.Seq + 1, Payload: []byte{wire.LedOff}})
	h.run(10 * ms)
}

// A sequenced frame that comes twice is executed once, and acknowledged twice.
func lieTwice(t *testing.T, h *talker, r *wired) {
	h.ready()
	before := r.turned()
	s := h.hop(1, 0.3, 2048)
	f := wire.Frame{Type: s.Type(), Session: h.channel.Session(), Seq: h.channel.LastSeq() + 1, Payload: wire.Marshal(s)}
	for range 2 {
		h.raw(f)
		h.run(5 * ms)
	}
	if n := len(said[wire.Ack](h)); h.status.Free != wire.QueueLen-1 || n+len(said[wire.Status](h)) < 2 {
		t.Errorf("%d places free; heard %+v", h.status.Free, h.heard)
	}
	h.until(time.Second, "done", func() bool { return h.status.Done == 1 && h.status.Flags&wire.FlagMoving == 0 })
	h.raw(f)
	h.run(150 * ms)
	if turned := r.turned(); turned[0]-before[0] > 28 || h.status.State != wire.StateReady || len(said[wire.Fault](h)) > 0 {
		t.Errorf("turned %v, then %v; %+v", before, turned, h.status)
	}
}

// A frame behind a gap is not executed but asked for by a NAK; when the gap is filled it has to come again.
func lieEarly(t *testing.T, h *talker, r *wired) {
	h.ready()
	next := h.channel.LastSeq() + 1
	lamp := func(seq, mode uint8) {
		h.raw(wire.Frame{Type: wire.TypeButtonLed, Session: h.channel.Session(), Seq: seq, Payload: []byte{mode}})
	}
	lamp(next+1, wire.LedOn)
	if _, ok := await[wire.Nak](h, 5*ms); !ok || r.lit() {
		t.Errorf("no NAK, or obeyed: lamp %t", r.lit())
	}
	lamp(next, wire.LedOff)
	h.run(5 * ms)
	if r.lit() {
		t.Error("what was thrown away is executed")
	}
	lamp(next+1, wire.LedOn)
	h.run(5 * ms)
	if !r.lit() {
		t.Error("the repeated frame is not executed")
	}
	lamp(next+2, wire.LedOff)
	lamp(next+200, wire.LedOn) // far outside the window: an old one
	h.run(5 * ms)
	if r.lit() || len(said[wire.Nak](h)) > 0 {
		t.Errorf("lamp %t, heard %+v", r.lit(), h.heard)
	}
}

// An item that fails its check stops the arm, and says why; nothing of it is executed.
func lieItems(t *testing.T, h *talker, r *wired) {
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
		h.ready()
		before := r.turned()
		s := h.hop(1, 0.5, 2048)
		bad.spoil(&s)
		h.say(s)
		if f, ok := await[wire.Fault](h, 50*ms); !ok || f.Code != bad.code || f.ID != 1 {
			t.Errorf("%s: %+v", name, f)
		}
		h.say(h.hop(2, 0.1, 2048))
		if h.run(50 * ms); h.status.State != wire.StateStopped || h.status.Cause != wire.CauseFault || r.turned() != before {
			t.Errorf("%s: %+v; turned %v, then %v", name, h.status, before, r.turned())
		}
		h.clear(0)
	}
	h.ready()
	behind := h.hop(1, 0.2, 2048)
	behind.Exit[1] = -speed(1)
	h.say(behind, wire.Actuate{ID: 2, Pump: 1})
	if f, ok := await[wire.Fault](h, 50*ms); !ok || f.Code != wire.FaultMoving || f.ID != 2 || r.pumping() {
		t.Errorf("pump behind motion: %+v", f)
	}
	h.clear(0)
	h.ready()
	for id := range uint16(wire.QueueLen + 1) {
		h.say(wire.Actuate{ID: id + 1, DwellMs: 1000})
	}
	if f, ok := await[wire.Fault](h, 200*ms); !ok || f.Code != wire.FaultQueue || f.ID != wire.QueueLen+1 {
		t.Errorf("one item too many: %+v", f)
	}
}
