package twin

import (
	"math"
	"testing"
	"time"

	"crownhead/firmware/link/wire"
	"crownhead/firmware/twin/twintest"
	"crownhead/firmware/twin/world"
)

// In mid-move means with a checker on its way. The fault comes once, whatever the arm lifts afterwards.
func TestFaultInMidMove(t *testing.T) {
	h := homedHost(t, FaultConfig{Timed: []TimedFault{{Kind: ControllerReset, Pick: 2}}})
	x, y := h.SquareCentre("c3")
	tx, ty := h.SquareCentre("d4")
	boot := h.controller.BootID()
	h.Carry(x, y, tx, ty, 17)
	if h.controller.BootID() != boot {
		t.Fatal("reset at the first pick")
	}
	h.MoveZ(tx, ty, 17.5)
	h.SwitchVacuum(1, 0, 300)
	h.MoveZ(tx, ty, 65)
	if h.controller.BootID() != boot {
		t.Fatal("reset before the checker is on its way")
	}
	for i := 1.0; i <= 8; i++ {
		h.Send(h.SegmentTo(twintest.SolveIK(x, y, 65), i/8, 1.0/8000, 1000))
	}
	h.Run(time.Second)
	if h.controller.BootID() == boot || h.Gripped() != nil {
		t.Fatalf("boot %x, holds %v", h.controller.BootID(), h.Gripped())
	}
	if waiting, active := h.device.TimedFaults(); waiting != 0 || active != 0 {
		t.Errorf("%d faults waiting, %d active", waiting, active)
	}
}

// A silent host hears, but is not heard: the controller stops the arm in its motion.
func TestSilence(t *testing.T) {
	const at = 30 * time.Second
	h := homedHost(t, FaultConfig{Timed: []TimedFault{{Kind: HostSilent, At: at, For: 2 * time.Second}}})
	h.MoveJoints([3]float64{0, 80, 0}, 60)
	h.Run(at - 300*time.Millisecond - h.Now)
	h.Send(wire.Home{}) // lasts for several seconds
	h.Run(at + time.Second - h.Now)
	if h.Status.State != wire.StateStopped || h.Status.Cause != wire.CauseSilence {
		t.Errorf("the arm was not stopped: %+v", h.Status)
	}
	counter := h.Snapshot.Counter
	if h.controller.lastBytesAt > at {
		t.Errorf("heard at %v", h.controller.lastBytesAt)
	}
	h.Run(500 * time.Millisecond)
	if h.Snapshot.Counter <= counter {
		t.Error("the host hears nothing")
	}
	h.Run(time.Second)
	if h.controller.lastBytesAt < at+2*time.Second {
		t.Errorf("heard last at %v", h.controller.lastBytesAt)
	}
}

// The button stays in as long as one of the faults that press it lasts.
func TestEstopIsPulledOut(t *testing.T) {
	const at = 30 * time.Second
	h := homedHost(t, FaultConfig{Timed: []TimedFault{
		{Kind: EstopIn, At: at, For: 2 * time.Second},
		{Kind: EstopIn, At: at + time.Second, For: 2 * time.Second},
	}})
	for _, c := range []struct {
		after time.Duration
		in    bool
	}{{0, true}, {2500 * time.Millisecond, true}, {3100 * time.Millisecond, false}} {
		h.Run(at + c.after - h.Now)
		if h.World.EstopIn() != c.in {
			t.Errorf("after %v: in %t", c.after, h.World.EstopIn())
		}
	}
	if h.Status.Cause != wire.CauseButton {
		t.Errorf("%+v", h.Status)
	}
}

// A supply that sags stops an arm that moves, and only that.
func TestSaggingSupply(t *testing.T) {
	const at = 30 * time.Second
	h := homedHost(t, FaultConfig{Timed: []TimedFault{{Kind: SupplySag, At: at, For: 2 * time.Second}}})
	h.Run(at + time.Second - h.Now)
	if h.Status.State != wire.StateReady || h.Status.SupplyMv != world.SaggedSupplyMv {
		t.Fatalf("%+v", h.Status)
	}
	h.MoveAbove(220, 0)
	if len(h.Faults) != 1 || h.Faults[0].Code != wire.FaultSupply ||
		h.Faults[0].Detail != world.SaggedSupplyMv || h.Status.Cause != wire.CauseFault {
		t.Fatalf("%+v, %+v", h.Faults, h.Status)
	}
	h.Run(at + 2*time.Second - h.Now)
	if h.Status.SupplyMv != world.NominalSupplyMv {
		t.Errorf("%+v", h.Status)
	}
}

// An arm whose switch never closes turns until its mechanical end, where the motor stalls, and
// gives up. When the switch works again it homes, from wherever it stands.
func TestLimitSwitchNeverCloses(t *testing.T) {
	for joint, name := range jointNames {
		h := newHost(t, FaultConfig{Timed: []TimedFault{{Kind: SwitchStuckOpen, Joint: joint, For: 20 * time.Second}}})
		h.Connect(7)
		h.SetUp(500)
		h.Send(wire.Home{})
		h.Run(18 * time.Second)
		if len(h.Faults) != 1 || h.Faults[0].Code != wire.FaultHoming ||
			int(h.Faults[0].Joint) != joint || h.Status.State != wire.StateStopped {
			t.Fatalf("%s: %+v, %+v", name, h.Faults, h.Status)
		}
		ends := [][2]float64{{-95, 95}, {-20.5, 105.5}, {-102.5, 18.5}}[joint]
		if m := h.World.MotorSteps()[joint] / h.World.Truth().StepsPerDegree; m > ends[0]+0.01 && m < ends[1]-0.01 {
			t.Errorf("%s stands at %.1f°", name, m)
		}
		h.Run(3 * time.Second)
		h.Send(wire.Clear{})
		h.Home()
		h.MoveAbove(220, 0)
		if tip := h.World.Tip(); math.Hypot(tip.X-220, tip.Y-0) > 0.1 || h.World.Counts().Violations != 0 {
			t.Errorf("%s: tip at %+v, %v", name, tip, h.World.Counts().ViolationDetails)
		}
	}
}
