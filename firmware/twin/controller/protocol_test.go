package controller

import (
	"testing"
	"time"

	"crownhead/board"
	"crownhead/firmware/link/wire"
	"crownhead/firmware/twin/groundtruth"
	"crownhead/firmware/twin/twintest"
)

// PROTOCOL.md has a table of what each state does with a command: it refuses it with a fault, or (0)
// accepts or ignores it.
func TestCommandsByState(t *testing.T) {
	segment := func(h *host) wire.Message { return h.SegmentTo([3]float64{-80, 100, 10}, 1, 0, 1000) }
	states := map[uint8]func(h *host){
		wire.StateUnset:   func(*host) {},
		wire.StateUnhomed: func(h *host) { h.SetUp(500) },
		wire.StateHoming:  func(h *host) { h.SetUp(500); h.Send(wire.Home{}); h.Run(100 * time.Millisecond) },
		wire.StateReady:   func(h *host) { h.SetUp(500); h.Home() },
		wire.StateStopped: func(h *host) {
			h.SetUp(500)
			h.In = h.Channel.AppendUnsequenced(h.In, wire.Stop{Kind: wire.StopSoft, Nonce: 1})
			h.Run(100 * time.Millisecond)
		},
	}
	for _, c := range []struct {
		state   uint8
		name    string
		message func(h *host) wire.Message
		fault   uint8
	}{
		{wire.StateUnset, "home", func(*host) wire.Message { return wire.Home{} }, wire.FaultState},
		{wire.StateUnset, "segment", segment, wire.FaultState},
		{wire.StateUnset, "clear", func(*host) wire.Message { return wire.Clear{} }, wire.FaultNotHeld},
		{wire.StateUnhomed, "segment", segment, wire.FaultState},
		{wire.StateHoming, "home", func(*host) wire.Message { return wire.Home{} }, wire.FaultState},
		{wire.StateHoming, "segment", segment, wire.FaultState},
		{wire.StateReady, "segment", segment, 0},
		{wire.StateReady, "clear", func(*host) wire.Message { return wire.Clear{} }, wire.FaultNotHeld},
		{wire.StateStopped, "home", func(*host) wire.Message { return wire.Home{} }, 0},
		{wire.StateStopped, "segment", segment, 0},
		{wire.StateStopped, "clear of another stop", func(*host) wire.Message { return wire.Clear{Nonce: 9} }, 0},
	} {
		h := newHost(t, exactStart())
		h.Connect(7)
		states[c.state](h)
		h.Run(50 * time.Millisecond)
		if h.Status.State != c.state {
			t.Fatalf("state %d, wanted %d", h.Status.State, c.state)
		}
		h.Send(c.message(h))
		h.Run(60 * time.Millisecond)
		if got := len(h.Faults); got > 1 || got == 1 != (c.fault != 0) || got == 1 && h.Faults[0].Code != c.fault {
			t.Errorf("state %d, %s: faults %+v, wanted %d", c.state, c.name, h.Faults, c.fault)
		}
		if h.Status.State != c.state {
			t.Errorf("state %d, %s: now %d", c.state, c.name, h.Status.State)
		}
	}
}

// A queue item that fails its check stops the arm: its successors would start from another place.
func TestBadItemStops(t *testing.T) {
	beyond := [3]int32{twintest.Position(-91), twintest.Position(100), twintest.Position(10)}
	for name, item := range map[string]struct {
		message wire.Message
		code    uint8
	}{
		"ticks":  {wire.Segment{ID: 1, Ticks: 19}, wire.FaultTicks},
		"limits": {wire.Segment{ID: 1, Ticks: 2000, End: beyond}, wire.FaultLimit},
	} {
		h := startHost(t)
		h.Send(item.message)
		h.Run(200 * time.Millisecond)
		if len(h.Faults) != 1 || h.Faults[0].Code != item.code ||
			h.Status.State != wire.StateStopped || h.Status.Cause != wire.CauseFault {
			t.Errorf("%s: %+v %+v", name, h.Faults, h.Status)
		}
	}
}

func TestSeventeenthItemIsRefused(t *testing.T) {
	h := startHost(t)
	for id := range uint16(wire.QueueLen) {
		h.Send(wire.Actuate{ID: id + 1, DwellMs: 1000})
		h.Run(20 * time.Millisecond)
	}
	if h.Status.State != wire.StateReady || h.c.statusMessage().Free != 0 {
		t.Fatalf("%+v", h.Status)
	}
	h.Send(wire.Actuate{ID: 17})
	h.Run(100 * time.Millisecond)
	if len(h.Faults) != 1 || h.Faults[0].Code != wire.FaultQueue {
		t.Errorf("%+v", h.Faults)
	}
}

// Pump and valve wait for rest.
func TestActuateBehindMotionIsRefused(t *testing.T) {
	h := startHost(t)
	h.Send(h.SegmentTo(twintest.SolveIK(220, 0, 65), 0.05, 1.0/20/1000, 1000), wire.Actuate{ID: 2, Pump: 1})
	h.Run(200 * time.Millisecond)
	if len(h.Faults) == 0 || h.Faults[0].Code != wire.FaultMoving {
		t.Errorf("%+v", h.Faults)
	}
}

// A homing gives up a switch that is not where it should be, after some time or some way.
func TestHomingGivesUp(t *testing.T) {
	w := twintest.ExactWorld(board.Start(), board.White, func(t *groundtruth.Robot) { t.Switches[1] = 1000 })
	h := newHost(t, w)
	h.Connect(7)
	h.SetUp(500)
	h.Send(wire.Home{})
	h.Run(20 * time.Second)
	if len(h.Faults) != 1 || h.Faults[0].Code != wire.FaultHoming || h.Faults[0].Joint != 1 {
		t.Fatalf("%+v", h.Faults)
	}
	if h.Status.State != wire.StateStopped || h.Status.Flags&wire.FlagHomed != 0 {
		t.Errorf("%+v", h.Status)
	}
}

// After lost steps a switch closes although the position says that it is far away.
func TestSwitchWhereItShouldBeOpen(t *testing.T) {
	h := startHost(t)
	h.MoveJoints([3]float64{-60, 100, 10}, 30)
	h.LoseSteps(0, 14) // 10°
	h.MoveJoints([3]float64{-76, 100, 10}, 30)
	if len(h.Faults) == 0 || h.Faults[0].Code != wire.FaultSwitch || h.Status.Flags&wire.FlagHomed != 0 {
		t.Errorf("%+v %+v", h.Faults, h.Status)
	}
}

// A new session in mid-motion brings the arm to rest and counts items anew; the position stays known.
func TestNewSessionStopsAndKeepsThePosition(t *testing.T) {
	h := startHost(t)
	for i := range 12 {
		h.Send(h.SegmentTo(twintest.SolveIK(220, 0, 65), float64(i+1)/60, 1.0/60/1000, 1000))
	}
	h.Run(300 * time.Millisecond)
	h.Connect(8)
	h.Run(500 * time.Millisecond)
	if h.Status.State != wire.StateStopped || h.Status.Cause != wire.CauseSilence || h.Status.Done != 0 {
		t.Fatalf("%+v", h.Status)
	}
	h.SetUp(500)
	h.Send(wire.Clear{})
	h.Run(100 * time.Millisecond)
	if h.Status.State != wire.StateReady || h.Status.Flags&wire.FlagHomed == 0 {
		t.Errorf("%+v", h.Status)
	}
	if c := h.World.Counts(); c.Violations != 0 {
		t.Errorf("%+v", c)
	}
}
