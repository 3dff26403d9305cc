package twin

import (
	"testing"
	"time"

	"crownhead/board"
	"crownhead/firmware/link/wire"
)

// In mid-move means with a checker on its way. The trouble comes once, whatever is picked up afterwards.
func TestTroubleInMidMove(t *testing.T) {
	h := faultyHost(t, Faults{Troubles: []Trouble{{Kind: ControllerReset, Pick: 2}}})
	x, y := h.spot("c3")
	tx, ty := h.spot("d4")
	boot := h.controller().Boot()
	h.carry(x, y, tx, ty, 17)
	if h.controller().Boot() != boot {
		t.Fatal("reset at the first pick")
	}
	h.lower(tx, ty, 17.5)
	h.pump(1, 0, 300)
	h.lower(tx, ty, 65)
	if h.controller().Boot() != boot {
		t.Fatal("reset before the checker is on its way")
	}
	for i := 1.0; i <= 8; i++ {
		h.send(h.knot(aim(x, y, 65), i/8, 1.0/8000, 1000))
	}
	h.run(time.Second)
	if h.controller().Boot() == boot || h.w.nozzle.held != unset {
		t.Fatalf("boot %x, holds %d", h.controller().Boot(), h.w.nozzle.held)
	}
	if waiting, present := h.c.Troubles(); waiting != 0 || present != 0 {
		t.Errorf("%d troubles waiting, %d present", waiting, present)
	}
}

// A silent host hears what he isn't heard to answer: the arm holds.
func TestSilence(t *testing.T) {
	const at = 30 * time.Second
	h := faultyHost(t, Faults{Troubles: []Trouble{{Kind: HostSilent, At: at, For: 2 * time.Second}}})
	h.run(at + time.Second - h.now)
	counter := h.snapshot.Counter
	if h.controller().heard > at {
		t.Errorf("heard at %v", h.controller().heard)
	}
	h.run(500 * time.Millisecond)
	if h.snapshot.Counter <= counter {
		t.Error("the host hears nothing")
	}
	h.run(time.Second)
	if h.controller().heard < at+2*time.Second {
		t.Errorf("heard last at %v", h.controller().heard)
	}
}

// The button stays in as long as one of the troubles that press it lasts.
func TestEstopIsPulledOut(t *testing.T) {
	const at = 30 * time.Second
	h := faultyHost(t, Faults{Troubles: []Trouble{{Kind: EstopIn, At: at, For: 2 * time.Second}, {Kind: EstopIn, At: at + time.Second, For: 2 * time.Second}}})
	for _, c := range []struct {
		after time.Duration
		in    bool
	}{{0, true}, {2500 * time.Millisecond, true}, {3100 * time.Millisecond, false}} {
		h.run(at + c.after - h.now)
		if h.w.estop != c.in {
			t.Errorf("after %v: in %t", c.after, h.w.estop)
		}
	}
	if h.status.Cause != wire.CauseButton {
		t.Errorf("%+v", h.status)
	}
}

// A supply that sags stops an arm that moves, and only that.
func TestSaggingSupply(t *testing.T) {
	const at = 30 * time.Second
	h := faultyHost(t, Faults{Troubles: []Trouble{{Kind: SupplySags, At: at, For: 2 * time.Second}}})
	h.run(at + time.Second - h.now)
	if h.status.State != wire.StateReady || h.status.SupplyMv != saggedMv {
		t.Fatalf("%+v", h.status)
	}
	h.over(220, 0)
	if len(h.faults) != 1 || h.faults[0].Code != wire.FaultSupply || h.faults[0].Detail != saggedMv || h.status.Cause != wire.CauseFault {
		t.Fatalf("%+v, %+v", h.faults, h.status)
	}
	h.run(at + 2*time.Second - h.now)
	if h.status.SupplyMv != supplyMv {
		t.Errorf("%+v", h.status)
	}
}

// An arm whose switch never closes turns until its mechanical end, where the motor stalls, and gives up. When the switch works
// again it homes, from wherever it stands.
func TestLimitSwitchNeverCloses(t *testing.T) {
	for joint := range 3 {
		h := newHost(t, exactWorld(t, board.Start(), board.White))
		h.c = NewDevice(h.w, Faults{Troubles: []Trouble{{Kind: LimitOpen, Joint: joint, For: 20 * time.Second}}}, ControllerConfig{Seed: 1, Boot: 100 * time.Millisecond})
		h.connect(7)
		h.setUp(500)
		h.send(wire.Home{})
		h.run(18 * time.Second)
		if len(h.faults) != 1 || h.faults[0].Code != wire.FaultHoming || int(h.faults[0].Joint) != joint || h.status.State != wire.StateStopped {
			t.Fatalf("%s: %+v, %+v", jointNames[joint], h.faults, h.status)
		}
		if m := h.w.arm.motor[joint]; m > jointLow[joint]+0.01 && m < jointHigh[joint]-0.01 {
			t.Errorf("%s stands at %.1f°", jointNames[joint], m)
		}
		h.run(3 * time.Second)
		h.send(wire.Clear{})
		h.home()
		h.over(220, 0)
		if tip := h.w.arm.tip; apart(tip.X, tip.Y, 220, 0) > 0.1 || h.w.Counts().MotionFaults != 0 {
			t.Errorf("%s: tip at %+v, %v", jointNames[joint], tip, h.w.Counts().Motion)
		}
	}
}
