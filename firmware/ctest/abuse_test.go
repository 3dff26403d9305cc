package ctest

import (
	"testing"
	"time"

	"crownhead/firmware/link/wire"
)

// In the set-up mode a host that doesn't look at the flag gets no session: nothing moves and nothing sucks at
// its word.
func TestSetUpModeOpensNoSession(t *testing.T) { onBothTargets(t, setUpModeOpensNoSession) }

func setUpModeOpensNoSession(t *testing.T, on target) {
	r := newWiredFirmware(t, on, nearSwitches)
	h := newRawHost(t, r)
	h.run(50 * ms)
	h.makeReady()
	r.buttons, r.pace = 2, 10
	for range 320 {
		r.advance(nil)
	}
	r.buttons, r.pace = 0, 1
	if m := h.shakeHands(h.nonce + 1); m.Flags&wire.HelloSetupMode == 0 {
		t.Fatalf("%+v", m)
	}
	before := r.allSteps()
	h.sendReliable(limits, homing, rates, wire.Clear{}, wire.Home{})
	h.run(200 * ms)
	h.sendOnce(wire.Stop{Kind: wire.StopSoft, Nonce: 9})
	h.sendReliable(wire.Clear{Nonce: 9}, wire.Actuate{ID: 1, Pump: 1}, h.hopSegment(2, 0.5, 2048))
	h.run(500 * ms)
	if r.allSteps() != before || r.pumping() || r.venting() || r.driversOn() {
		t.Errorf("turned %v, then %v; pump %t, valve %t, drivers %t", before, r.allSteps(), r.pumping(), r.venting(), r.driversOn())
	}
	for _, w := range h.heard {
		if w.message.Type() != wire.TypeHello {
			t.Errorf("it says %+v", w.message)
		}
	}
}

// A valve that was open when its host fell silent, or died, does not stay so for ever: no more than a pump that
// was on.
func TestSilenceLetsTheValveGo(t *testing.T) { onBothTargets(t, silenceLetsTheValveGo) }

func silenceLetsTheValveGo(t *testing.T, on target) {
	r := newWiredFirmware(t, on, nearSwitches)
	h := newRawHost(t, r)
	h.run(50 * ms)
	h.shakeHands(h.nonce + 1)
	short := rates
	short.VacuumS = 1
	h.sendReliable(limits, homing, short)
	h.run(50 * ms)
	h.homeArm()
	for id, a := range []wire.Actuate{{Valve: 1, DwellMs: 20}, {Pump: 1, Valve: 1, DwellMs: 20}} {
		a.ID = uint16(id + 1)
		h.sendReliable(a)
		h.run(50 * ms)
		if !r.venting() || r.pumping() != (a.Pump == 1) {
			t.Fatalf("valve %t, pump %t", r.venting(), r.pumping())
		}
		h.forgetHeard()
		h.beat = wire.Never
		h.run(1400 * ms) // it acknowledges what it hears, and that is not much
		if !r.venting() {
			t.Error("the valve is given up too early")
		}
		h.run(400 * ms)
		if r.venting() || r.pumping() {
			t.Errorf("valve %t, pump %t", r.venting(), r.pumping())
		}
		h.beat = 0
		if f, ok := awaitMessage[wire.Fault](h, 300*ms); !ok || f.Code != wire.FaultVacuum {
			t.Errorf("%+v", f)
		}
		if h.run(50 * ms); h.status.State != wire.StateReady {
			t.Errorf("%+v", h.status)
		}
	}
}

// Limits as far out as may be leave a ramp no room. Before the count of steps overflows, and the arm would turn
// the long way round to its next target, its position is given up.
func TestPositionIsGivenUpBeforeItOverflows(t *testing.T) {
	for _, on := range []target{host, board} {
		t.Run(string(on), func(t *testing.T) { t.Parallel(); drivePastCount(t, newWiredFirmware(t, on, nearSwitches)) })
	}
	t.Run("virtual", func(t *testing.T) { drivePastCount(t, newVirtualController()) })
}

func drivePastCount(t *testing.T, far controllerSide) {
	const (
		slowest = 1<<25 - 1<<20 // Q.40: such a ramp takes almost as long as one may
		ticks   = 1900
		knots   = 4
	)
	h := newRawHost(t, far)
	h.run(50 * ms)
	h.shakeHands(h.nonce + 1)
	wide := wire.SetupLimits{Min: limits.Min, Max: limits.Max}
	wide.Max[0] = wire.MaxPosition
	begins := homing
	begins.Switch[0] = 31000 << 8
	slow := rates
	slow.MaxSpeed[0], slow.MaxAccel[0], slow.StopAccel[0] = wire.MaxSpeed, slowest, slowest
	begins.Fast[0] = -speed(60)
	h.sendReliable(wide, begins, slow)
	if m, ok := awaitMessage[wire.SetupEcho](h, 100*ms); !ok || m.Result != wire.SetupOK {
		t.Fatalf("%+v", m)
	}
	h.homeArm()
	h.forgetHeard()
	for k := int64(1); k <= knots; k++ {
		n := k * ticks
		s := wire.Segment{ID: uint16(k), Ticks: ticks, End: h.status.Position}
		s.End[0] += int32(slowest * n * n >> 33)
		s.Exit[0] = int32(slowest * n >> 8)
		h.sendReliable(s)
	}
	h.runUntil(5*time.Second, "at rest", func() bool { return h.status.State == wire.StateStopped })
	h.run(50 * ms)
	faults := heardOfType[wire.Fault](h)
	if len(faults) != 2 || faults[0].Code != wire.FaultStarved || faults[1].Code != wire.FaultLimit || faults[1].Detail <= wire.MaxPosition {
		t.Fatalf("%+v", faults)
	}
	if h.status.Flags&wire.FlagHomed != 0 {
		t.Errorf("%+v", h.status)
	}
	h.sendReliable(wire.Clear{})
	if h.run(50 * ms); h.status.State != wire.StateUnhomed {
		t.Errorf("%+v", h.status)
	}
}
