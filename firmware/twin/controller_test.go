package twin

import (
	"testing"
	"time"

	"crownhead/board"
	"crownhead/firmware/link/wire"
)

func TestHelloSaysVirtual(t *testing.T) {
	h := newHost(t, exactWorld(t, board.Start(), board.White))
	h.connect(7)
	if h.hello.Flags&wire.HelloVirtual == 0 || h.hello.Major != wire.Major || h.hello.SetupCRC != 0 {
		t.Errorf("%+v", h.hello)
	}
	if h.hello.Cause != wire.ResetPower {
		t.Errorf("reset cause %d", h.hello.Cause)
	}
}

func TestGreetsUnaskedUntilASessionOpens(t *testing.T) {
	h := newHost(t, exactWorld(t, board.Start(), board.White))
	h.hello.Nonce = 99
	h.run(2 * time.Second)
	if h.hello.Boot != h.controller().Boot() || h.hello.Nonce != 0 {
		t.Errorf("%+v, boot %x", h.hello, h.controller().Boot())
	}
}

// A carry by hand-made frames: the checker arrives, the field sees it go and come, and nothing is counted against it.
func TestPickAndPlaceByFrames(t *testing.T) {
	for _, exact := range []bool{true, false} {
		w := exactWorld(t, board.Start(), board.White)
		if !exact {
			w = NewWorld(NewTruth(5), 5)
			w.Setup(board.Start(), board.White, 3)
		}
		h := homedHost(t, w)
		man := w.on(square(t, "c3"))
		fx, fy := h.spot("c3")
		tx, ty := h.spot("d4")
		h.carry(fx, fy, tx, ty, 17)
		if where := w.where(man); where != "d4" {
			t.Errorf("the man is on %s: %+v", where, man)
		}
		h.run(200 * time.Millisecond)
		want := uint32(0xfff00fff)&^(1<<square(t, "c3")) | 1<<square(t, "d4")
		if h.snapshot.Bits != want {
			t.Errorf("the field reads %08x, want %08x", h.snapshot.Bits, want)
		}
		if c := w.Counts(); c.MotionFaults != 0 || c.Picks != 1 || c.PickMisses != 0 || c.Drops != 0 {
			t.Errorf("%+v", c)
		}
		if len(h.faults) != 0 {
			t.Errorf("faults %+v", h.faults)
		}
	}
}

func TestPickFromTheTray(t *testing.T) {
	h := startHost(t)
	slot := h.w.truth.Tray.Spares[0]
	h.over(slot.X, slot.Y)
	h.lower(slot.X, slot.Y, 5.5)
	h.pump(1, 0, 300)
	h.lower(slot.X, slot.Y, 65)
	if h.w.nozzle.held == unset || !h.w.checkers[h.w.nozzle.held].King {
		t.Fatal("no king in the nozzle")
	}
	if c := h.w.Counts(); c.MotionFaults != 0 {
		t.Errorf("%+v", c)
	}
}

func TestPickMissesWhatIsTooFarAway(t *testing.T) {
	for name, off := range map[string]struct{ x, z float64 }{"aside": {5.5, 0.5}, "above": {0, 4.5}} {
		h := startHost(t)
		x, y := h.spot("c3")
		h.over(x+off.x, y)
		h.lower(x+off.x, y, 17+off.z)
		h.pump(1, 0, 300)
		h.lower(x+off.x, y, 65)
		h.pump(0, 1, 300)
		if c := h.w.Counts(); c.Picks != 0 {
			t.Errorf("%s: %+v", name, c)
		}
		if name == "aside" && h.w.Counts().PickMisses != 1 {
			t.Errorf("%s: the miss is not counted", name)
		}
	}
}

func TestMissFaultFailsPicks(t *testing.T) {
	h := startHost(t)
	h.w.SetMiss(1)
	x, y := h.spot("c3")
	h.carry(x, y, x, y, 17)
	if c := h.w.Counts(); c.Picks != 0 || c.PickMisses != 1 {
		t.Errorf("%+v", c)
	}
}

// Let go high above the board, a checker falls straight down; on another checker it is a heap and a mismatch.
func TestVacuumOffDropsTheChecker(t *testing.T) {
	h := startHost(t)
	fx, fy := h.spot("c3")
	tx, ty := h.spot("e3")
	h.over(fx, fy)
	h.lower(fx, fy, 17.5)
	h.pump(1, 0, 300)
	h.lower(fx, fy, 65)
	h.over(tx, ty)
	h.pump(0, 0, 300)
	if c := h.w.Counts(); c.Drops != 1 || h.w.nozzle.held != unset {
		t.Fatalf("%+v", c)
	}
	after := board.Start()
	after.White &^= 1 << square(t, "c3")
	h.w.Handover(after, h.now)
	if c := h.w.Counts(); c.BoardMismatches != 1 {
		t.Errorf("a heap on e3 is no mismatch: %+v", c)
	}
}

func TestPressIsDebounced(t *testing.T) {
	h := startHost(t)
	h.w.Press(h.now)
	h.run(500 * time.Millisecond)
	if len(h.presses) != 1 || h.presses[0].Count != 1 || h.presses[0].Bits != 0xfff00fff {
		t.Fatalf("%+v", h.presses)
	}
	h.w.Press(h.now)
	h.run(500 * time.Millisecond)
	if len(h.presses) != 2 || h.presses[1].Count != 2 || h.snapshot.Presses != 2 {
		t.Errorf("%+v", h.presses)
	}
}

func TestSoftStopRampsDownAndIsLatched(t *testing.T) {
	h := startHost(t)
	to := aim(220, 0, 65)
	for i := range 12 {
		h.send(h.knot(to, float64(i+1)/60, 1.0/60/1000, 1000))
	}
	h.run(400 * time.Millisecond)
	done := h.status.Done
	h.in = h.channel.Append(nil, wire.Stop{Kind: wire.StopSoft, Nonce: 3})
	h.run(time.Second)
	if h.status.State != wire.StateStopped || h.status.Cause != wire.CauseSoft || h.status.Flags&wire.FlagHomed == 0 {
		t.Fatalf("%+v", h.status)
	}
	if len(h.confirms) == 0 || h.confirms[0].Nonce != 3 || done == 0 {
		t.Errorf("confirms %+v, done %d", h.confirms, done)
	}
	if c := h.w.Counts(); c.MotionFaults != 0 {
		t.Errorf("%+v", c)
	}
	h.send(wire.Clear{Nonce: 2})
	h.run(100 * time.Millisecond)
	if h.status.State != wire.StateStopped {
		t.Fatalf("cleared for another stop: %+v", h.status)
	}
	h.send(wire.Clear{Nonce: 3})
	h.run(100 * time.Millisecond)
	if h.status.State != wire.StateReady {
		t.Fatalf("after clear %+v", h.status)
	}
	for j, p := range h.status.Position {
		h.at[j] = float64(p) / 256 / stepsPerDegree
	}
	h.over(220, 0)
	if c := h.w.Counts(); c.MotionFaults != 0 || h.status.State != wire.StateReady || len(h.faults) != 0 {
		t.Errorf("after the stop: %+v %+v %+v", c, h.status, h.faults)
	}
}

func TestEmergencyGivesUpPositionAndVacuum(t *testing.T) {
	h := startHost(t)
	x, y := h.spot("c3")
	h.over(x, y)
	h.lower(x, y, 17.5)
	h.pump(1, 0, 300)
	h.lower(x, y, 30)
	h.in = h.channel.Append(nil, wire.Stop{Kind: wire.StopEmergency, Nonce: 4})
	h.run(200 * time.Millisecond)
	if h.status.State != wire.StateStopped || h.status.Flags&(wire.FlagHomed|wire.FlagPump) != 0 || h.w.nozzle.held != unset {
		t.Fatalf("%+v", h.status)
	}
	h.send(wire.Clear{Nonce: 4})
	h.run(100 * time.Millisecond)
	if h.status.State != wire.StateUnhomed {
		t.Fatalf("after clear %+v", h.status)
	}
	h.home()
	if c := h.w.Counts(); c.MotionFaults != 0 {
		t.Errorf("%+v", c)
	}
}

func TestEmergencyButtonHoldsTheLatch(t *testing.T) {
	h := startHost(t)
	h.w.Estop(true)
	h.run(200 * time.Millisecond)
	if h.status.Cause != wire.CauseButton || h.snapshot.Buttons != 4 {
		t.Fatalf("%+v %+v", h.status, h.snapshot)
	}
	h.send(wire.Clear{})
	h.run(100 * time.Millisecond)
	if h.status.State != wire.StateStopped || len(h.faults) != 1 || h.faults[0].Code != wire.FaultEstop {
		t.Fatalf("cleared with the button in: %+v %+v", h.status, h.faults)
	}
	h.w.Estop(false)
	h.send(wire.Clear{})
	h.run(100 * time.Millisecond)
	if h.status.State != wire.StateUnhomed {
		t.Errorf("%+v", h.status)
	}
}

// The host falls silent with a checker in the nozzle: the arm comes to rest, the vacuum holds for a minute.
func TestSilenceHoldsArmAndVacuum(t *testing.T) {
	h := startHost(t)
	x, y := h.spot("c3")
	h.over(x, y)
	h.lower(x, y, 17.5)
	h.pump(1, 0, 300)
	h.lower(x, y, 65)
	to := aim(220, 40, 65)
	for i := range 15 {
		h.send(h.knot(to, float64(i+1)/60, 1.0/60/1000, 1000))
	}
	h.run(100 * time.Millisecond)
	h.mute = true
	h.run(900 * time.Millisecond)
	if h.status.State != wire.StateStopped || h.status.Cause != wire.CauseSilence || h.w.nozzle.held == unset {
		t.Fatalf("%+v held %d", h.status, h.w.nozzle.held)
	}
	h.run(58 * time.Second)
	if h.w.nozzle.held == unset {
		t.Fatal("dropped too early")
	}
	h.run(3 * time.Second)
	if h.w.nozzle.held != unset {
		t.Error("held for ever")
	}
	if c := h.w.Counts(); c.MotionFaults != 0 {
		t.Errorf("%+v", c)
	}
}

func TestResetLosesPositionSessionAndVacuum(t *testing.T) {
	h := startHost(t)
	x, y := h.spot("c3")
	h.over(x, y)
	h.lower(x, y, 17.5)
	h.pump(1, 0, 300)
	h.lower(x, y, 65)
	boot := h.controller().Boot()
	h.c.Reset(h.now, wire.ResetExternal)
	h.channel.Reset(0)
	h.run(400 * time.Millisecond)
	if h.controller().Boot() == boot || h.hello.Boot != h.controller().Boot() || h.hello.Nonce != 0 || h.hello.Cause != wire.ResetExternal {
		t.Errorf("%+v", h.hello)
	}
	if h.w.nozzle.held != unset {
		t.Error("the checker did not drop")
	}
	h.connect(8)
	h.setUp(500)
	if h.status.Flags&wire.FlagHomed != 0 {
		t.Error("still homed")
	}
	h.id = 0
	h.home()
	h.over(x, y)
	if tip := h.w.arm.tip; apart(tip.X, tip.Y, x, y) > 0.1 {
		t.Errorf("homed wrongly: tip at %+v, wanted (%.1f, %.1f)", tip, x, y)
	}
}

// Frames are lost and spoiled in both directions, and all the same everything happens once and in order.
func TestNoiseDoesNotChangeWhatHappens(t *testing.T) {
	h := startHost(t)
	bad := Faults{Drop: 0.002, Flip: 0.002}
	h.c.fromHost, h.c.toHost = newNoise(bad, 3, streamFromHost), newNoise(bad, 3, streamToHost)
	x, y := h.spot("c3")
	tx, ty := h.spot("d4")
	h.carry(x, y, tx, ty, 17)
	if c := h.w.Counts(); c.MotionFaults != 0 || c.Picks != 1 || h.w.on(square(t, "d4")) == nil {
		t.Errorf("%+v", c)
	}
	if h.controller().decoder.Errors.Total() == 0 || h.decoder.Errors.Total() == 0 {
		t.Error("the cable was not bad at all")
	}
}

// The world says that the arm moves while it does, and no longer: nothing may happen for a long time afterwards.
func TestStateSaysMoving(t *testing.T) {
	h := startHost(t)
	h.glide([3]float64{-60, 80, 0}, 30)
	h.send(wire.Home{})
	h.run(100 * time.Millisecond)
	if !h.w.State(h.now).Arm.Moving {
		t.Error("homing, and the arm is said to stand")
	}
	h.run(time.Minute)
	if h.w.State(h.now).Arm.Moving {
		t.Error("the arm stands at home and is said to move")
	}
}
