package ctest

import (
	"testing"
	"time"

	"crownhead/firmware/link/wire"
)

// unacknowledged makes the firmware say something that it repeats as long as nobody acknowledges it, and returns
// its number.
func (h *rawHost) unacknowledged() uint8 {
	h.t.Helper()
	h.sendReliable(wire.Clear{}) // nothing is latched: fault 14
	h.deaf = true
	f, ok := awaitMessage[wire.Fault](h, 50*ms)
	if !ok || f.Code != wire.FaultNotHeld {
		h.t.Fatalf("%+v", f)
	}
	h.run(100 * ms)
	repeated := 0
	var seq uint8
	for _, w := range h.heard {
		if w.message == wire.Message(f) {
			repeated, seq = repeated+1, w.frame.Seq
		}
	}
	if repeated < 2 || repeated > 3 { // after 30 and 60 ms
		h.t.Errorf("repeated %d times in 100 ms", repeated)
	}
	h.forgetHeard()
	return seq
}

// An acknowledgement ends the repetitions; one of a frame that was never sent ends nothing.
func showAck(t *testing.T, h *rawHost, _ *wiredFirmware) {
	h.beat = wire.Never
	seq := h.unacknowledged()
	h.sendRaw(wire.Frame{Type: wire.TypeAck, Session: h.channel.Session(), Ack: seq + 9})
	h.run(260 * ms)
	if len(heardOfType[wire.Fault](h)) == 0 {
		t.Error("an acknowledgement of what was not sent is believed")
	}
	for _, w := range h.heard {
		if w.frame.Type.Sequenced() && w.frame.Seq != seq {
			t.Fatalf("%s has number %d, and only %d was ever sent", w.frame.Type, w.frame.Seq, seq)
		}
	}
	h.sendRaw(wire.Frame{Type: wire.TypeAck, Session: h.channel.Session(), Ack: seq})
	h.run(2 * ms)
	h.forgetHeard()
	h.run(260 * ms)
	if n := len(heardOfType[wire.Fault](h)); n != 0 {
		t.Errorf("repeated %d times after the acknowledgement", n)
	}
}

// A NAK has what is not acknowledged sent again at once.
func showNak(t *testing.T, h *rawHost, _ *wiredFirmware) {
	h.beat = wire.Never
	seq := h.unacknowledged()
	h.sendRaw(wire.Frame{Type: wire.TypeNak, Session: h.channel.Session(), Ack: seq - 1})
	h.run(4 * ms)
	if n := len(heardOfType[wire.Fault](h)); n != 1 {
		t.Errorf("repeated %d times at once", n)
	}
}

// After a reset the firmware says twice a second that it is in no session, and nothing else.
func showHello(t *testing.T, h *rawHost, r *wiredFirmware) {
	was := h.shakeHands(h.nonce + 1).Boot
	r.reset()
	h.channel.Reset(0)
	h.decoder = wire.Decoder{}
	h.run(1200 * ms)
	greetings := heardOfType[wire.Hello](h)
	if n := len(greetings); n < 2 || n > 3 || n != len(h.heard) {
		t.Fatalf("heard %+v", h.heard)
	}
	for _, g := range greetings {
		if g.Nonce != 0 || g.Major != wire.Major || g.Cause != wire.ResetExternal || g.Flags != 0 ||
			g.Boot == was || g.SetupCRC != 0 || g.Firmware == 0 && r.on == board {
			t.Errorf("%+v; the boot before was %d", g, was)
		}
	}
	if r.driversOn() || r.pumping() || r.venting() || r.lampLit() {
		t.Error("a pin is not in its safe state")
	}
	h.setUpSession()
	if h.status.State != wire.StateUnhomed {
		t.Errorf("%+v", h.status)
	}
	h.homeArm()
}

// The echo says what is wrong with a set-up; each is refused with its own reason, and then nothing may move.
func showSetupEcho(t *testing.T, h *rawHost, _ *wiredFirmware) {
	for result, spoil := range map[uint8]func(l *wire.SetupLimits, s *wire.SetupHoming, r *wire.SetupRates){
		wire.SetupLimit: func(l *wire.SetupLimits, _ *wire.SetupHoming, _ *wire.SetupRates) { l.Min[1] = l.Max[1] },
		wire.SetupSpeed: func(_ *wire.SetupLimits, _ *wire.SetupHoming, r *wire.SetupRates) { r.MaxSpeed[2] = wire.MaxSpeed + 1 },
		wire.SetupAccel: func(_ *wire.SetupLimits, _ *wire.SetupHoming, r *wire.SetupRates) { r.StopAccel[0] = 1000 },
		wire.SetupHome:  func(_ *wire.SetupLimits, s *wire.SetupHoming, _ *wire.SetupRates) { s.Fast[1] = -s.Fast[1] },
		wire.SetupTime:  func(_ *wire.SetupLimits, _ *wire.SetupHoming, r *wire.SetupRates) { r.SilenceMs = 5001 },
	} {
		l, s, r := limits, homing, rates
		spoil(&l, &s, &r)
		h.sendReliable(l, s, r)
		if e, ok := awaitMessage[wire.SetupEcho](h, 50*ms); !ok || e.Result != result {
			t.Errorf("%+v, want %s", e, wire.SetupReason(result))
		}
		h.run(5 * ms)
		if h.status.State != wire.StateUnset {
			t.Errorf("%s: state %d", wire.SetupReason(result), h.status.State)
		}
	}
	h.shakeHands(h.nonce + 1)
	h.sendReliable(limits, rates)
	if e, ok := awaitMessage[wire.SetupEcho](h, 50*ms); !ok || e.Result != wire.SetupOrder {
		t.Errorf("a part is missing: %+v", e)
	}
	h.setUpSession()
	h.sendReliable(h.hopSegment(1, 0.8, 2048))
	h.run(20 * ms)
	h.shakeHands(h.nonce + 1) // the arm slows down
	h.sendReliable(limits, homing, rates)
	if e, ok := awaitMessage[wire.SetupEcho](h, 50*ms); !ok || e.Result != wire.SetupMoving {
		t.Errorf("while moving: %+v", e)
	}
	h.run(300 * ms)
	h.setUpSession()
	h.clearStop(0)
}

// A press is told once, with the field of that moment, and counted.
func showPress(t *testing.T, h *rawHost, r *wiredFirmware) {
	r.field = 0x00F0A501
	h.run(30 * ms)
	r.buttons = 1
	p, ok := awaitMessage[wire.Press](h, 15*ms)
	if !ok || p.Bits != r.field {
		t.Errorf("%+v", p)
	}
	h.run(50 * ms)
	r.buttons = 0
	h.run(50 * ms)
	if n := len(heardOfType[wire.Press](h)); n != 0 {
		t.Errorf("told %d times more", n)
	}
	if s := heardOfType[wire.Snapshot](h); len(s) == 0 || s[len(s)-1].Presses != p.Count {
		t.Errorf("%+v", s)
	}
}

// A payload that no sender may send is refused with its type, and changes nothing.
func showFault(t *testing.T, h *rawHost, r *wiredFirmware) {
	for _, m := range []wire.Message{
		wire.Actuate{ID: 1, Pump: 2}, wire.Actuate{ID: 1, Valve: 2}, wire.ButtonLed{Mode: 4},
	} {
		h.sendReliable(m)
		if f, ok := awaitMessage[wire.Fault](h, 50*ms); !ok ||
			f != (wire.Fault{Code: wire.FaultBadObject, Detail: int32(m.Type())}) {
			t.Errorf("%+v", f)
		}
	}
	h.sendOnce(wire.Stop{Kind: 3, Nonce: 1})
	if f, ok := awaitMessage[wire.Fault](h, 50*ms); !ok || f.Detail != int32(wire.TypeStop) {
		t.Errorf("%+v", f)
	}
	h.run(10 * ms)
	if h.status.State != wire.StateReady || r.pumping() || r.lampLit() {
		t.Errorf("%+v, pump %t, lamp %t", h.status, r.pumping(), r.lampLit())
	}
}

// The status comes every 100 ms, and at once when something has changed.
func showStatus(t *testing.T, h *rawHost, _ *wiredFirmware) {
	h.run(520 * ms)
	if n := len(heardOfType[wire.Status](h)); n < 5 || n > 6 {
		t.Errorf("%d in 520 ms", n)
	}
	if s := h.status; s.Free != wire.QueueLen || s.SupplyMv < 11900 || s.SupplyMv > 12100 ||
		s.Flags != wire.FlagHomed|wire.FlagSetup {
		t.Errorf("%+v", s)
	}
	h.sendReliable(wire.Actuate{ID: 1, Pump: 1, DwellMs: 30})
	h.runUntil(5*ms, "told of the pump", func() bool {
		return h.status.Flags&wire.FlagPump != 0 && h.status.Free == wire.QueueLen-1
	})
	h.sendReliable(wire.Actuate{ID: 2})
	h.runUntil(100*ms, "done", func() bool { return h.status.Done == 2 })
}

// The snapshot comes every 100 ms, and within two scans when the field has changed; each has the next number.
func showSnapshot(t *testing.T, h *rawHost, r *wiredFirmware) {
	h.run(520 * ms)
	all := heardOfType[wire.Snapshot](h)
	if n := len(all); n < 5 || n > 6 {
		t.Errorf("%d in 520 ms", n)
	}
	for i := 1; i < len(all); i++ {
		if all[i].Counter != all[i-1].Counter+1 {
			t.Errorf("%d after %d", all[i].Counter, all[i-1].Counter)
		}
	}
	h.forgetHeard()
	r.field ^= 1<<31 | 1
	h.runUntil(45*ms, "seen", func() bool {
		s := heardOfType[wire.Snapshot](h)
		return len(s) > 0 && s[len(s)-1].Bits == r.field
	})
	r.buttons = 2
	h.run(20 * ms)
	if s := heardOfType[wire.Snapshot](h); s[len(s)-1].Buttons != 2 {
		t.Errorf("%+v", s)
	}
	r.buttons = 0
	h.run(20 * ms)
}

// A stop is confirmed every time that it arrives, whatever it finds.
func showStopConfirm(t *testing.T, h *rawHost, _ *wiredFirmware) {
	for range 3 {
		h.sendOnce(wire.Stop{Kind: wire.StopSoft, Nonce: 0x1234})
		if m, ok := awaitMessage[wire.StopConfirm](h, 5*ms); !ok ||
			m != (wire.StopConfirm{Kind: wire.StopSoft, Nonce: 0x1234}) {
			t.Errorf("%+v", m)
		}
	}
	h.clearStop(0x1234)
}

// A frame that is reserved is ignored like any from a newer minor version: no fault, no answer.
func showAnalogue(t *testing.T, h *rawHost, _ *wiredFirmware) {
	h.run(time.Second / 10)
	h.forgetHeard()
	h.sendOnce(wire.Analogue{})
	h.run(20 * ms)
	for _, w := range h.heard {
		if k := w.frame.Type; k != wire.TypeStatus && k != wire.TypeSnapshot {
			t.Errorf("answered by %s", k)
		}
	}
}
