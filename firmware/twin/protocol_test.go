package twin

import (
	"testing"
	"time"

	"crownhead/board"
	"crownhead/firmware/link/wire"
)

// PROTOCOL.md's table of what each state does with a command: refused with this fault, or (0) taken or thrown away.
func TestCommandsByState(t *testing.T) {
	segment := func(h *host) wire.Message { return h.knot([3]float64{-80, 100, 10}, 1, 0, 1000) }
	states := map[uint8]func(h *host){
		wire.StateUnset:   func(*host) {},
		wire.StateUnhomed: func(h *host) { h.setUp(500) },
		wire.StateHoming:  func(h *host) { h.setUp(500); h.send(wire.Home{}); h.run(100 * time.Millisecond) },
		wire.StateReady:   func(h *host) { h.setUp(500); h.home() },
		wire.StateStopped: func(h *host) {
			h.setUp(500)
			h.in = h.channel.Append(h.in, wire.Stop{Kind: wire.StopSoft, Nonce: 1})
			h.run(100 * time.Millisecond)
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
		h := newHost(t, exactWorld(t, board.Start(), board.White))
		h.connect(7)
		states[c.state](h)
		h.run(50 * time.Millisecond)
		if h.status.State != c.state {
			t.Fatalf("state %d, wanted %d", h.status.State, c.state)
		}
		h.send(c.message(h))
		h.run(60 * time.Millisecond)
		if got := len(h.faults); got > 1 || got == 1 != (c.fault != 0) || got == 1 && h.faults[0].Code != c.fault {
			t.Errorf("state %d, %s: faults %+v, wanted %d", c.state, c.name, h.faults, c.fault)
		}
		if h.status.State != c.state {
			t.Errorf("state %d, %s: now %d", c.state, c.name, h.status.State)
		}
	}
}

// A queue item that fails its check stops the arm: its successors would start from another place.
func TestBadItemStops(t *testing.T) {
	for name, item := range map[string]struct {
		message wire.Message
		code    uint8
	}{
		"ticks":  {wire.Segment{ID: 1, Ticks: 19}, wire.FaultTicks},
		"limits": {wire.Segment{ID: 1, Ticks: 2000, End: [3]int32{position(-91), position(100), position(10)}}, wire.FaultLimit},
	} {
		h := startHost(t)
		h.send(item.message)
		h.run(200 * time.Millisecond)
		if len(h.faults) != 1 || h.faults[0].Code != item.code || h.status.State != wire.StateStopped || h.status.Cause != wire.CauseFault {
			t.Errorf("%s: %+v %+v", name, h.faults, h.status)
		}
	}
}

func TestSeventeenthItemIsRefused(t *testing.T) {
	h := startHost(t)
	for id := range uint16(wire.QueueLen) {
		h.send(wire.Actuate{ID: id + 1, DwellMs: 1000})
		h.run(20 * time.Millisecond)
	}
	if h.status.State != wire.StateReady || h.controller().status().Free != 0 {
		t.Fatalf("%+v", h.status)
	}
	h.send(wire.Actuate{ID: 17})
	h.run(100 * time.Millisecond)
	if len(h.faults) != 1 || h.faults[0].Code != wire.FaultQueue {
		t.Errorf("%+v", h.faults)
	}
}

// Pump and valve wait for rest.
func TestActuateBehindMotionIsRefused(t *testing.T) {
	h := startHost(t)
	h.send(h.knot(aim(220, 0, 65), 0.05, 1.0/20/1000, 1000), wire.Actuate{ID: 2, Pump: 1})
	h.run(200 * time.Millisecond)
	if len(h.faults) == 0 || h.faults[0].Code != wire.FaultMoving {
		t.Errorf("%+v", h.faults)
	}
}

// A switch that is not where it should be is not looked for to the end of time, and not without end in space.
func TestHomingGivesUp(t *testing.T) {
	w := exactWorld(t, board.Start(), board.White)
	w.truth.Switches[1] = 1000
	h := newHost(t, w)
	h.connect(7)
	h.setUp(500)
	h.send(wire.Home{})
	h.run(20 * time.Second)
	if len(h.faults) != 1 || h.faults[0].Code != wire.FaultHoming || h.faults[0].Joint != 1 {
		t.Fatalf("%+v", h.faults)
	}
	if h.status.State != wire.StateStopped || h.status.Flags&wire.FlagHomed != 0 {
		t.Errorf("%+v", h.status)
	}
}

// Steps were lost: the switch closes where the position says that it is far.
func TestSwitchWhereItShouldBeOpen(t *testing.T) {
	h := startHost(t)
	h.glide([3]float64{-60, 100, 10}, 30)
	h.w.watch.slipped[0] = 10 * stepsPerDegree
	h.glide([3]float64{-76, 100, 10}, 30)
	if len(h.faults) == 0 || h.faults[0].Code != wire.FaultSwitch || h.status.Flags&wire.FlagHomed != 0 {
		t.Errorf("%+v %+v", h.faults, h.status)
	}
}

// A new session in mid-motion brings the arm to rest and begins its numbers anew; the position stays known.
func TestNewSessionStopsAndKeepsThePosition(t *testing.T) {
	h := startHost(t)
	for i := range 12 {
		h.send(h.knot(aim(220, 0, 65), float64(i+1)/60, 1.0/60/1000, 1000))
	}
	h.run(300 * time.Millisecond)
	h.connect(8)
	h.run(500 * time.Millisecond)
	if h.status.State != wire.StateStopped || h.status.Cause != wire.CauseSilence || h.status.Done != 0 {
		t.Fatalf("%+v", h.status)
	}
	h.setUp(500)
	h.send(wire.Clear{})
	h.run(100 * time.Millisecond)
	if h.status.State != wire.StateReady || h.status.Flags&wire.FlagHomed == 0 {
		t.Errorf("%+v", h.status)
	}
	if c := h.w.Counts(); c.MotionFaults != 0 {
		t.Errorf("%+v", c)
	}
}
