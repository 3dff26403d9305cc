package ctest

import (
	"testing"
	"time"

	"crownhead/firmware/link/wire"
)

// A typeCase shows one type of frame at work between a host and the homed firmware, on its pins where it has any.
type typeCase func(t *testing.T, h *rawHost, r *wiredFirmware)

// Every type of the protocol is understood, or sent, by the firmware.
func TestEveryType(t *testing.T) { onBothTargets(t, everyType) }

func everyType(t *testing.T, on target) {
	r := newWiredFirmware(t, on, nearSwitches)
	h := newRawHost(t, r)
	h.run(50 * ms)
	h.setUpSession()
	h.homeArm()
	cases := typeCases()
	for code := range 256 {
		kind := wire.Type(code)
		if _, known := kind.Size(); !known {
			continue
		}
		show := cases[kind]
		if show == nil {
			t.Errorf("%s has no test against the firmware", kind)
			continue
		}
		t.Run(kind.String(), func(t *testing.T) {
			h.t = t
			h.deaf = false
			h.setUpSession()
			show(t, h, r)
		})
		h.t = t
	}
}

func typeCases() map[wire.Type]typeCase {
	return map[wire.Type]typeCase{
		wire.TypeHelloRequest: showHelloRequest,
		wire.TypeSetupLimits:  showSetupLimits,
		wire.TypeSetupHoming:  showSetupHoming,
		wire.TypeSetupRates:   showSetupRates,
		wire.TypeHome:         showHome,
		wire.TypeSegment:      showSegment,
		wire.TypeActuate:      showActuate,
		wire.TypeClear:        showClear,
		wire.TypeButtonLed:    showButtonLed,
		wire.TypeHeartbeat:    showHeartbeat,
		wire.TypeStop:         showStop,
		wire.TypeServos:       showServos,
		wire.TypeLeds:         showLeds,
		wire.TypeAck:          showAck,
		wire.TypeNak:          showNak,
		wire.TypeHello:        showHello,
		wire.TypeSetupEcho:    showSetupEcho,
		wire.TypePress:        showPress,
		wire.TypeFault:        showFault,
		wire.TypeStatus:       showStatus,
		wire.TypeSnapshot:     showSnapshot,
		wire.TypeStopConfirm:  showStopConfirm,
		wire.TypeAnalogue:     showAnalogue,
	}
}

// The same nonce again begins nothing anew; one whose low byte is zero is none.
func showHelloRequest(t *testing.T, h *rawHost, _ *wiredFirmware) {
	again := wire.HelloRequest{Major: wire.Major, Nonce: h.nonce}
	h.sendRaw(wire.Frame{Type: again.Type(), Session: again.Session(), Payload: wire.Marshal(again)})
	if m, ok := awaitMessage[wire.Hello](h, 20*ms); !ok || m.Nonce != h.nonce || m.SetupCRC != wire.SetupCRC(limits, homing, rates) {
		t.Errorf("answered %+v", m)
	}
	none := wire.HelloRequest{Major: wire.Major, Nonce: 0x700}
	h.sendRaw(wire.Frame{Type: none.Type(), Payload: wire.Marshal(none)})
	h.run(20 * ms)
	if n := len(heardOfType[wire.Hello](h)); n != 0 || h.status.Flags&wire.FlagSetup == 0 {
		t.Errorf("%d answers to session zero; %+v", n, h.status)
	}
}

// A segment beyond the limits that were sent is refused with its end.
func showSetupLimits(t *testing.T, h *rawHost, _ *wiredFirmware) {
	s := h.hopSegment(1, 0.5, 2048)
	s.End[2] = limits.Max[2] + 1
	h.sendReliable(s)
	want := wire.Fault{Code: wire.FaultLimit, Joint: 2, ID: 1, Detail: s.End[2]}
	if f, ok := awaitMessage[wire.Fault](h, 50*ms); !ok || f != want {
		t.Errorf("%+v, want %+v", f, want)
	}
	h.clearStop(0)
}

// The position after homing is what was sent as the switches' places.
func showSetupHoming(t *testing.T, h *rawHost, _ *wiredFirmware) {
	elsewhere := homing
	elsewhere.Switch[0] += 256
	h.sendReliable(limits, elsewhere, rates)
	if e, ok := awaitMessage[wire.SetupEcho](h, 50*ms); !ok || e.CRC != wire.SetupCRC(limits, elsewhere, rates) {
		t.Errorf("%+v", e)
	}
	h.homeArm()
	if h.status.Position != elsewhere.Switch {
		t.Errorf("home at %v, want %v", h.status.Position, elsewhere.Switch)
	}
	h.setUpSession()
	h.homeArm()
}

// A segment faster than was allowed is refused with its velocity; the silence is as long as was sent.
func showSetupRates(t *testing.T, h *rawHost, _ *wiredFirmware) {
	slower := rates
	slower.MaxSpeed[1], slower.SilenceMs = speed(52), 300
	h.sendReliable(limits, homing, slower)
	if e, ok := awaitMessage[wire.SetupEcho](h, 50*ms); !ok || e.CRC != wire.SetupCRC(limits, homing, slower) {
		t.Fatalf("%+v", e)
	}
	s := h.hopSegment(1, 0, 2048)
	s.End[1] -= position(4) // 59°/s half-way
	h.sendReliable(s)
	if f, ok := awaitMessage[wire.Fault](h, 50*ms); !ok || f.Code != wire.FaultSpeed || f.Joint != 1 || f.Detail >= 0 {
		t.Errorf("%+v", f)
	}
	h.clearStop(0)
	h.sendReliable(wire.Actuate{ID: 2, DwellMs: 1000})
	h.run(60 * ms)
	silent := h.now
	h.beat = wire.Never
	h.runUntil(time.Second, "stopped", func() bool { return h.status.Cause == wire.CauseSilence })
	if took := h.now - silent; took < 200*ms || took > 310*ms {
		t.Errorf("stopped after %v of silence", took)
	}
	h.beat = 0
	h.runUntil(time.Second, "at rest", func() bool { return h.status.State == wire.StateStopped })
	h.clearStop(0)
}

// Homing turns the joints, says so, and ends at the switches.
func showHome(t *testing.T, h *rawHost, r *wiredFirmware) {
	h.sendReliable(wire.Home{})
	h.run(20 * ms)
	if h.status.State != wire.StateHoming || h.status.Flags&wire.FlagHomed != 0 || h.status.Flags&wire.FlagMoving == 0 {
		t.Errorf("%+v", h.status)
	}
	before := r.allSteps()
	h.runUntil(10*time.Second, "home", func() bool { return h.status.State == wire.StateReady })
	if r.allSteps() == before || h.status.Position != homing.Switch {
		t.Errorf("turned %v, then %v; at %v", before, r.allSteps(), h.status.Position)
	}
}

// A segment turns each joint by the steps that it says, and is done.
func showSegment(t *testing.T, h *rawHost, r *wiredFirmware) {
	before, from := r.allSteps(), h.status.Position
	s := h.hopSegment(7, 0.8, 2048)
	h.sendReliable(s)
	h.runUntil(time.Second, "done", func() bool { return h.status.Done == s.ID })
	h.run(2 * ms)
	for j, n := range r.allSteps() {
		if want := int64(s.End[j]-from[j]) / 256; n-before[j] < want-1 || n-before[j] > want+1 {
			t.Errorf("joint %d turned by %d steps, want %d", j, n-before[j], want)
		}
	}
	if h.status.Position != s.End {
		t.Errorf("at %v, want %v", h.status.Position, s.End)
	}
}

// Pump and valve are switched in turn, and the item is done after its dwell.
func showActuate(t *testing.T, h *rawHost, r *wiredFirmware) {
	for i, a := range []wire.Actuate{{ID: 1, Pump: 1, DwellMs: 40}, {ID: 2, Valve: 1, DwellMs: 40}, {ID: 3}} {
		began := h.now
		h.sendReliable(a)
		h.runUntil(time.Second, "done", func() bool { return h.status.Done == a.ID })
		if took := h.now - began; took < time.Duration(a.DwellMs)*ms || took > time.Duration(a.DwellMs)*ms+10*ms {
			t.Errorf("item %d is done after %v", i+1, took)
		}
		if r.pumping() != (a.Pump == 1) || r.venting() != (a.Valve == 1) {
			t.Errorf("item %d: pump %t, valve %t", i+1, r.pumping(), r.venting())
		}
	}
}

// The latch opens for the stop that is named, and for no other.
func showClear(t *testing.T, h *rawHost, _ *wiredFirmware) {
	h.sendOnce(wire.Stop{Kind: wire.StopSoft, Nonce: 5})
	h.run(20 * ms)
	h.sendReliable(wire.Clear{Nonce: 4})
	h.run(20 * ms)
	if h.status.State != wire.StateStopped {
		t.Errorf("state %d after the clear of another stop", h.status.State)
	}
	h.clearStop(5)
}

// clearStop opens the latch.
func (h *rawHost) clearStop(nonce uint16) {
	h.t.Helper()
	h.runUntil(2*time.Second, "at rest", func() bool { return h.status.State == wire.StateStopped })
	h.sendReliable(wire.Clear{Nonce: nonce})
	h.runUntil(50*ms, "cleared", func() bool { return h.status.State < wire.StateStopping })
}

func showButtonLed(t *testing.T, h *rawHost, r *wiredFirmware) {
	for _, on := range []bool{true, false} {
		h.sendReliable(wire.ButtonLed{Mode: map[bool]uint8{true: wire.LedOn, false: wire.LedOff}[on]})
		h.run(10 * ms)
		if r.lampLit() != on {
			t.Errorf("the lamp is lit: %t, want %t", r.lampLit(), on)
		}
	}
}

// The newest heartbeat's number comes back in the status.
func showHeartbeat(t *testing.T, h *rawHost, _ *wiredFirmware) {
	h.beat = wire.Never
	h.sendOnce(wire.Heartbeat{Nonce: 0xBEA7})
	h.runUntil(150*ms, "told", func() bool { return h.status.Beat == 0xBEA7 })
}

// Soft, a stop brings the arm to rest and keeps its position; as an emergency it gives both up at once.
func showStop(t *testing.T, h *rawHost, r *wiredFirmware) {
	h.sendReliable(h.hopSegment(1, 0.8, 2048))
	h.run(50 * ms)
	h.sendOnce(wire.Stop{Kind: wire.StopSoft, Nonce: 1})
	h.runUntil(time.Second, "stopped", func() bool { return h.status.State == wire.StateStopped })
	if h.status.Cause != wire.CauseSoft || h.status.Flags&wire.FlagHomed == 0 || h.status.Done != 0 {
		t.Errorf("%+v", h.status)
	}
	h.clearStop(1)
	h.sendReliable(wire.Actuate{ID: 2, Pump: 1})
	h.runUntil(100*ms, "done", func() bool { return h.status.Done == 2 })
	h.sendReliable(h.hopSegment(3, 0.8, 2048))
	h.run(50 * ms)
	h.sendOnce(wire.Stop{Kind: wire.StopEmergency, Nonce: 2})
	h.run(2 * ms)
	stood := r.allSteps()
	h.run(20 * ms)
	if h.status.State != wire.StateStopped || h.status.Cause != wire.CauseEmergency || h.status.Flags&wire.FlagHomed != 0 {
		t.Errorf("%+v", h.status)
	}
	if r.allSteps() != stood || r.pumping() || !r.driversOn() {
		t.Errorf("turned %v, then %v; pump %t, drivers %t", stood, r.allSteps(), r.pumping(), r.driversOn())
	}
	h.clearStop(2)
	h.homeArm()
}

// A servo that was off is where it is told to be; one beyond its reach goes to the end of it; zero is off.
func showServos(t *testing.T, h *rawHost, r *wiredFirmware) {
	h.sendOnce(wire.Servos{Micros: [4]uint16{1500, 3000, 100, 0}})
	h.run(50 * ms)
	if s := r.servos(); s[0] != "1500" || s[1] != "2500" || s[2] != "500" || s[3] != "0" {
		t.Errorf("servos %v", s)
	}
}

func showLeds(t *testing.T, h *rawHost, r *wiredFirmware) {
	rows := [16]uint8{1, 2, 4, 8, 16, 32, 64, 128, 129, 130, 132, 136, 144, 160, 192, 255}
	h.sendOnce(wire.Leds{Rows: rows})
	h.run(20 * ms)
	if r.eyes() != toHex(rows[:]) {
		t.Errorf("eyes %s", r.eyes())
	}
}
