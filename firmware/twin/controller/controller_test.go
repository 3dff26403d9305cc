package controller

import (
	"math"
	"testing"
	"time"

	"crownhead/board"
	"crownhead/firmware/link/wire"
	"crownhead/firmware/twin/groundtruth"
	"crownhead/firmware/twin/twintest"
	"crownhead/firmware/twin/world"
)

func TestHelloSaysVirtual(t *testing.T) {
	h := newHost(t, exactStart())
	h.Connect(7)
	if h.Hello.Flags&wire.HelloVirtual == 0 || h.Hello.Major != wire.Major || h.Hello.SetupCRC != 0 {
		t.Errorf("%+v", h.Hello)
	}
	if h.Hello.Cause != wire.ResetPower {
		t.Errorf("reset cause %d", h.Hello.Cause)
	}
}

func TestGreetsUnaskedUntilASessionOpens(t *testing.T) {
	h := newHost(t, exactStart())
	h.Hello.Nonce = 99
	h.Run(2 * time.Second)
	if h.Hello.Boot != h.c.BootID() || h.Hello.Nonce != 0 {
		t.Errorf("%+v, boot %x", h.Hello, h.c.BootID())
	}
}

// A carry by hand-made frames: the checker arrives, the Hall sensors see it go and come, and nothing is
// counted as wrong.
func TestPickAndPlaceByFrames(t *testing.T) {
	for _, exact := range []bool{true, false} {
		w := exactStart()
		if !exact {
			w = world.New(groundtruth.New(5), 5)
			w.PlacePosition(board.Start(), board.White, 3)
		}
		h := homedHost(t, w)
		man := h.CheckerOn("c3")
		fx, fy := h.SquareCentre("c3")
		tx, ty := h.SquareCentre("d4")
		h.Carry(fx, fy, tx, ty, 17)
		if where := h.Where(man.ID); where != "d4" {
			t.Errorf("the man is on %s: %+v", where, man)
		}
		h.Run(200 * time.Millisecond)
		want := uint32(0xfff00fff)&^(1<<twintest.Square(t, "c3")) | 1<<twintest.Square(t, "d4")
		if h.Snapshot.Bits != want {
			t.Errorf("the sensors read %08x, want %08x", h.Snapshot.Bits, want)
		}
		if c := w.Counts(); c.Violations != 0 || c.Picks != 1 || c.PickMisses != 0 || c.Drops != 0 {
			t.Errorf("%+v", c)
		}
		if len(h.Faults) != 0 {
			t.Errorf("faults %+v", h.Faults)
		}
	}
}

func TestPickFromTheTray(t *testing.T) {
	h := startHost(t)
	slot := h.World.Truth().Tray.Spares[0]
	h.MoveAbove(slot.X, slot.Y)
	h.MoveZ(slot.X, slot.Y, 5.5)
	h.SwitchVacuum(1, 0, 300)
	h.MoveZ(slot.X, slot.Y, 65)
	if c := h.Gripped(); c == nil || !c.King {
		t.Fatal("no king in the nozzle")
	}
	if c := h.World.Counts(); c.Violations != 0 {
		t.Errorf("%+v", c)
	}
}

func TestPickMissesWhatIsTooFarAway(t *testing.T) {
	for name, off := range map[string]struct{ x, z float64 }{"aside": {5.5, 0.5}, "above": {0, 4.5}} {
		h := startHost(t)
		x, y := h.SquareCentre("c3")
		h.MoveAbove(x+off.x, y)
		h.MoveZ(x+off.x, y, 17+off.z)
		h.SwitchVacuum(1, 0, 300)
		h.MoveZ(x+off.x, y, 65)
		h.SwitchVacuum(0, 1, 300)
		if c := h.World.Counts(); c.Picks != 0 {
			t.Errorf("%s: %+v", name, c)
		}
		if name == "aside" && h.World.Counts().PickMisses != 1 {
			t.Errorf("%s: the miss is not counted", name)
		}
	}
}

func TestMissFaultFailsPicks(t *testing.T) {
	h := startHost(t)
	h.World.SetPickMissChance(1)
	x, y := h.SquareCentre("c3")
	h.Carry(x, y, x, y, 17)
	if c := h.World.Counts(); c.Picks != 0 || c.PickMisses != 1 {
		t.Errorf("%+v", c)
	}
}

// A checker that is let go high above the board falls straight down; on another checker it is a mismatch.
func TestVacuumOffDropsTheChecker(t *testing.T) {
	h := startHost(t)
	fx, fy := h.SquareCentre("c3")
	tx, ty := h.SquareCentre("e3")
	h.MoveAbove(fx, fy)
	h.MoveZ(fx, fy, 17.5)
	h.SwitchVacuum(1, 0, 300)
	h.MoveZ(fx, fy, 65)
	h.MoveAbove(tx, ty)
	h.SwitchVacuum(0, 0, 300)
	if c := h.World.Counts(); c.Drops != 1 || h.Gripped() != nil {
		t.Fatalf("%+v", c)
	}
	after := board.Start()
	after.White &^= 1 << twintest.Square(t, "c3")
	h.World.VerifyPosition(after, h.Now)
	if c := h.World.Counts(); c.BoardMismatches != 1 {
		t.Errorf("a heap on e3 is no mismatch: %+v", c)
	}
}

func TestPressIsDebounced(t *testing.T) {
	h := startHost(t)
	h.World.Press(h.Now)
	h.Run(500 * time.Millisecond)
	if len(h.Presses) != 1 || h.Presses[0].Count != 1 || h.Presses[0].Bits != 0xfff00fff {
		t.Fatalf("%+v", h.Presses)
	}
	h.World.Press(h.Now)
	h.Run(500 * time.Millisecond)
	if len(h.Presses) != 2 || h.Presses[1].Count != 2 || h.Snapshot.Presses != 2 {
		t.Errorf("%+v", h.Presses)
	}
}

func TestSoftStopRampsDownAndIsLatched(t *testing.T) {
	h := startHost(t)
	to := twintest.SolveIK(220, 0, 65)
	for i := range 12 {
		h.Send(h.SegmentTo(to, float64(i+1)/60, 1.0/60/1000, 1000))
	}
	h.Run(400 * time.Millisecond)
	done := h.Status.Done
	h.In = h.Channel.AppendUnsequenced(nil, wire.Stop{Kind: wire.StopSoft, Nonce: 3})
	h.Run(time.Second)
	if h.Status.State != wire.StateStopped || h.Status.Cause != wire.CauseSoft || h.Status.Flags&wire.FlagHomed == 0 {
		t.Fatalf("%+v", h.Status)
	}
	if len(h.Confirms) == 0 || h.Confirms[0].Nonce != 3 || done == 0 {
		t.Errorf("confirms %+v, done %d", h.Confirms, done)
	}
	if c := h.World.Counts(); c.Violations != 0 {
		t.Errorf("%+v", c)
	}
	h.Send(wire.Clear{Nonce: 2})
	h.Run(100 * time.Millisecond)
	if h.Status.State != wire.StateStopped {
		t.Fatalf("cleared for another stop: %+v", h.Status)
	}
	h.Send(wire.Clear{Nonce: 3})
	h.Run(100 * time.Millisecond)
	if h.Status.State != wire.StateReady {
		t.Fatalf("after clear %+v", h.Status)
	}
	for j, p := range h.Status.Position {
		h.At[j] = float64(p) / wire.SubSteps / twintest.StepsPerDegree
	}
	h.MoveAbove(220, 0)
	if c := h.World.Counts(); c.Violations != 0 || h.Status.State != wire.StateReady || len(h.Faults) != 0 {
		t.Errorf("after the stop: %+v %+v %+v", c, h.Status, h.Faults)
	}
}

func TestEmergencyGivesUpPositionAndVacuum(t *testing.T) {
	h := startHost(t)
	x, y := h.SquareCentre("c3")
	h.MoveAbove(x, y)
	h.MoveZ(x, y, 17.5)
	h.SwitchVacuum(1, 0, 300)
	h.MoveZ(x, y, 30)
	h.In = h.Channel.AppendUnsequenced(nil, wire.Stop{Kind: wire.StopEmergency, Nonce: 4})
	h.Run(200 * time.Millisecond)
	if h.Status.State != wire.StateStopped || h.Status.Flags&(wire.FlagHomed|wire.FlagPump) != 0 || h.Gripped() != nil {
		t.Fatalf("%+v", h.Status)
	}
	h.Send(wire.Clear{Nonce: 4})
	h.Run(100 * time.Millisecond)
	if h.Status.State != wire.StateUnhomed {
		t.Fatalf("after clear %+v", h.Status)
	}
	h.Home()
	if c := h.World.Counts(); c.Violations != 0 {
		t.Errorf("%+v", c)
	}
}

func TestEmergencyButtonHoldsTheLatch(t *testing.T) {
	h := startHost(t)
	h.World.Estop(true)
	h.Run(200 * time.Millisecond)
	if h.Status.Cause != wire.CauseButton || h.Snapshot.Buttons != 4 {
		t.Fatalf("%+v %+v", h.Status, h.Snapshot)
	}
	h.Send(wire.Clear{})
	h.Run(100 * time.Millisecond)
	if h.Status.State != wire.StateStopped || len(h.Faults) != 1 || h.Faults[0].Code != wire.FaultEstop {
		t.Fatalf("cleared with the button in: %+v %+v", h.Status, h.Faults)
	}
	h.World.Estop(false)
	h.Send(wire.Clear{})
	h.Run(100 * time.Millisecond)
	if h.Status.State != wire.StateUnhomed {
		t.Errorf("%+v", h.Status)
	}
}

// When the host falls silent with a checker on the nozzle, the arm comes to rest and the vacuum holds for a minute.
func TestSilenceHoldsArmAndVacuum(t *testing.T) {
	h := startHost(t)
	x, y := h.SquareCentre("c3")
	h.MoveAbove(x, y)
	h.MoveZ(x, y, 17.5)
	h.SwitchVacuum(1, 0, 300)
	h.MoveZ(x, y, 65)
	to := twintest.SolveIK(220, 40, 65)
	for i := range 15 {
		h.Send(h.SegmentTo(to, float64(i+1)/60, 1.0/60/1000, 1000))
	}
	h.Run(100 * time.Millisecond)
	h.Mute = true
	h.Run(900 * time.Millisecond)
	if h.Status.State != wire.StateStopped || h.Status.Cause != wire.CauseSilence || h.Gripped() == nil {
		t.Fatalf("%+v held %v", h.Status, h.Gripped())
	}
	h.Run(58 * time.Second)
	if h.Gripped() == nil {
		t.Fatal("dropped too early")
	}
	h.Run(3 * time.Second)
	if h.Gripped() != nil {
		t.Error("held for ever")
	}
	if c := h.World.Counts(); c.Violations != 0 {
		t.Errorf("%+v", c)
	}
}

func TestResetLosesPositionSessionAndVacuum(t *testing.T) {
	h := startHost(t)
	x, y := h.SquareCentre("c3")
	h.MoveAbove(x, y)
	h.MoveZ(x, y, 17.5)
	h.SwitchVacuum(1, 0, 300)
	h.MoveZ(x, y, 65)
	boot := h.c.BootID()
	h.c.Reset(h.Now, wire.ResetExternal)
	h.Channel.Reset(0)
	h.Run(400 * time.Millisecond)
	if h.c.BootID() == boot || h.Hello.Boot != h.c.BootID() ||
		h.Hello.Nonce != 0 || h.Hello.Cause != wire.ResetExternal {
		t.Errorf("%+v", h.Hello)
	}
	if h.Gripped() != nil {
		t.Error("the checker did not drop")
	}
	h.Connect(8)
	h.SetUp(500)
	if h.Status.Flags&wire.FlagHomed != 0 {
		t.Error("still homed")
	}
	h.ID = 0
	h.Home()
	h.MoveAbove(x, y)
	if tip := h.World.Tip(); math.Hypot(tip.X-x, tip.Y-y) > 0.1 {
		t.Errorf("homed wrongly: tip at %+v, wanted (%.1f, %.1f)", tip, x, y)
	}
}

// The world publishes that the arm moves while it does, and no longer, although the controller may not be
// called for a long time afterwards.
func TestStateSaysMoving(t *testing.T) {
	h := startHost(t)
	h.MoveJoints([3]float64{-60, 80, 0}, 30)
	h.Send(wire.Home{})
	h.Run(100 * time.Millisecond)
	if !h.World.State(h.Now).Arm.Moving {
		t.Error("homing, and the arm is said to stand")
	}
	h.Run(time.Minute)
	if h.World.State(h.Now).Arm.Moving {
		t.Error("the arm stands at home and is said to move")
	}
}
