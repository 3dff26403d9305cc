package link

import (
	"errors"
	"slices"
	"testing"
	"time"

	"crownhead/firmware/link/wire"
)

// TestHome: homed is told when the controller says so, and not by a status
// that is older than the command.
func TestHome(t *testing.T) {
	b := upAndHomed(t)
	if err := b.host.Home(); err != nil {
		t.Fatal(err)
	}
	for range 3 {
		b.controller.sendOnce(b.controller.status) // ready and homed, before it has heard of it
		b.controller.deaf = true
		b.run(50 * ms)
	}
	if got := b.takeEvents(EventHomed); len(got) != 0 {
		t.Fatal("homed by an old status")
	}
	if err := b.host.Segment(wire.Segment{ID: 1, Ticks: 100}); !errors.Is(err, ErrNotHomed) {
		t.Errorf("motion while homing: %v", err)
	}
	if err := b.host.Home(); !errors.Is(err, ErrBusy) {
		t.Errorf("homing twice: %v", err)
	}
	b.controller.deaf = false
	b.controller.status.State, b.controller.status.Flags = wire.StateHoming, wire.FlagSetup
	b.run(200 * ms)
	b.controller.status.State, b.controller.status.Flags = wire.StateReady, wire.FlagSetup|wire.FlagHomed
	b.controller.status.Position = [3]int32{100, 200, 300}
	b.run(200 * ms)
	if got := b.takeEvents(EventHomed); len(got) != 1 {
		t.Errorf("%d times homed", len(got))
	}
	if got := messagesOfType[wire.Home](b.controller); len(got) != 1 {
		t.Errorf("asked for homing %d times", len(got))
	}
	if err := b.host.Segment(wire.Segment{ID: 1, Ticks: 100, End: [3]int32{100, 200, 300}}); err != nil {
		t.Errorf("standing still where homing ended: %v", err)
	}
}

// An arm that stands at its switches is home so soon that no status says it was under way, or the line loses the
// one that does: it is home all the same.
func TestHomeAtOnce(t *testing.T) {
	b := upAndHomed(t)
	for range 3 {
		if err := b.host.Home(); err != nil {
			t.Fatal(err)
		}
		b.run(250 * ms)
		if got := b.takeEvents(EventHomed); len(got) != 1 {
			t.Fatalf("%d times homed", len(got))
		}
	}
	if got := messagesOfType[wire.Home](b.controller); len(got) != 3 {
		t.Errorf("asked for homing %d times", len(got))
	}
}

// A refused HOME may be asked for again.
func TestHomeRefused(t *testing.T) {
	b := upAndHomed(t)
	b.controller.status.State, b.controller.status.Flags = wire.StateUnhomed, wire.FlagSetup
	b.run(200 * ms)
	for range 2 {
		if err := b.host.Home(); err != nil {
			t.Fatal(err)
		}
		b.run(100 * ms)
		if err := b.controller.channel.Send(wire.Fault{Code: wire.FaultState, Detail: wire.StateUnhomed}); err != nil {
			t.Fatal(err)
		}
		b.run(100 * ms)
	}
	if got := b.takeEvents(EventHomed); len(got) != 0 {
		t.Errorf("homed: %v", got)
	}
}

// TestUnhomed: no motion before homing.
func TestUnhomed(t *testing.T) {
	b := newHostRig(t)
	b.host.PortOpened(0)
	b.run(time.Second)
	if err := b.host.Segment(wire.Segment{ID: 1, Ticks: 100}); !errors.Is(err, ErrNotHomed) {
		t.Errorf("segment: %v", err)
	}
	if err := b.host.Actuate(wire.Actuate{ID: 1}); !errors.Is(err, ErrNotHomed) {
		t.Errorf("actuate: %v", err)
	}
}

// TestFlow: sixteen items, then as many as are done; in order, each once.
func TestFlow(t *testing.T) {
	b := upAndHomed(t)
	id := uint16(0)
	b.controller.status.Free = wire.QueueLen
	b.run(200 * ms)
	if !b.host.State().Idle {
		t.Error("at work before it was given any")
	}
	for len(b.host.queuedItems) < wire.QueueLen {
		id++
		if err := b.host.Segment(wire.Segment{ID: id, Ticks: 100}); err != nil {
			t.Fatal(err)
		}
	}
	if id != wire.QueueLen {
		t.Errorf("%d items taken", id)
	}
	if b.host.State().Idle {
		t.Error("nothing to do, by a status from before the items were sent")
	}
	if err := b.host.Actuate(wire.Actuate{ID: 17}); !errors.Is(err, ErrQueueFull) {
		t.Errorf("one more: %v", err)
	}
	b.controller.status.Done = 5
	b.run(200 * ms)
	if n := len(b.host.queuedItems); n != wire.QueueLen-5 {
		t.Errorf("%d items in flight after five were done", n)
	}
	if err := b.host.Actuate(wire.Actuate{ID: 17, Pump: 1, DwellMs: 300}); err != nil {
		t.Error(err)
	}
	b.run(200 * ms)
	if got := b.controller.got; len(got) != 17 || got[16] != (wire.Actuate{ID: 17, Pump: 1, DwellMs: 300}) {
		t.Errorf("told %+v", got)
	}
}

// TestMotionChecked: what the controller would refuse is not sent.
func TestMotionChecked(t *testing.T) {
	b := upAndHomed(t)
	for _, c := range []struct {
		name string
		s    wire.Segment
	}{
		{"no id", wire.Segment{Ticks: 100}},
		{"short", wire.Segment{ID: 1, Ticks: 5}},
		{"outside", wire.Segment{ID: 1, Ticks: 2000, End: [3]int32{0, 0, wire.MaxPosition}}},
		{"sudden", wire.Segment{ID: 1, Ticks: 100, End: [3]int32{2560, 0, 0}}},
	} {
		if err := b.host.Segment(c.s); !errors.Is(err, ErrMotion) {
			t.Errorf("%s: %v", c.name, err)
		}
	}
	if err := b.host.Segment(wire.Segment{
		ID: 1, Ticks: 1000, End: [3]int32{1280, 0, 0}, Exit: [3]int32{42949672, 0, 0},
	}); err != nil {
		t.Fatal(err)
	}
	if err := b.host.Actuate(wire.Actuate{ID: 2}); !errors.Is(err, ErrMotion) {
		t.Errorf("pump in motion: %v", err)
	}
	b.run(100 * ms)
	if len(b.controller.got) != 1 {
		t.Errorf("told %+v", b.controller.got)
	}
}

// TestStop: repeated until confirmed, latched until cleared, the queue gone.
func TestStop(t *testing.T) {
	b := upAndHomed(t)
	if err := b.host.Segment(wire.Segment{ID: 1, Ticks: 100}); err != nil {
		t.Fatal(err)
	}
	b.controller.noConfirm = true
	if err := b.host.Stop(wire.StopSoft); err != nil {
		t.Fatal(err)
	}
	b.run(220 * ms)
	if got := messagesOfType[wire.Stop](b.controller); len(got) != 5 {
		t.Errorf("stop said %d times in 220 ms without an answer, want 5", len(got))
	}
	b.controller.noConfirm = false
	b.run(60 * ms)
	b.controller.got = nil
	b.run(200 * ms)
	if got := messagesOfType[wire.Stop](b.controller); len(got) != 0 {
		t.Errorf("stop said %d times after it was confirmed", len(got))
	}
	if err := b.host.Segment(wire.Segment{ID: 2, Ticks: 100}); !errors.Is(err, ErrStopped) {
		t.Errorf("motion while stopped: %v", err)
	}
	if err := b.host.Clear(); !errors.Is(err, ErrNotStopped) {
		t.Errorf("cleared while slowing down: %v", err)
	}
	stopAtRest(b, wire.CauseSoft)
	if got := b.takeEvents(EventStopped); len(got) != 1 || got[0].Cause != wire.CauseSoft {
		t.Fatalf("stopped %+v", got)
	}
	clearAndGo(t, b)
}

func stopAtRest(b *hostRig, cause uint8) {
	b.controller.status.State, b.controller.status.Cause = wire.StateStopping, cause
	b.run(150 * ms)
	b.controller.status.State = wire.StateStopped
	b.controller.status.Position = [3]int32{77, 0, 0}
	b.run(150 * ms)
}

func clearAndGo(t *testing.T, b *hostRig) {
	t.Helper()
	if err := b.host.Clear(); err != nil {
		t.Fatal(err)
	}
	b.run(150 * ms)
	if got := messagesOfType[wire.Clear](b.controller); len(got) != 1 || got[0].Nonce != b.host.lastStopNonce {
		t.Errorf("cleared with %+v, the last stop was %d", got, b.host.lastStopNonce)
	}
	if !b.host.State().Stopped || len(b.takeEvents(EventCleared)) != 0 {
		t.Error("cleared before the controller said so")
	}
	b.controller.status.State, b.controller.status.Cause = wire.StateReady, 0
	b.run(150 * ms)
	if len(b.takeEvents(EventCleared)) != 1 || b.host.checkReady() != nil {
		t.Errorf("after clearing: %+v, %v", b.host.State(), b.host.checkReady())
	}
	if err := b.host.Segment(wire.Segment{ID: 3, Ticks: 100, End: [3]int32{77, 0, 0}}); err != nil {
		t.Errorf("goes on where it stopped: %v", err)
	}
}

// TestControllerStops: a stop that the host did not ask for latches too, and is
// cleared with nonce zero.
func TestControllerStops(t *testing.T) {
	b := upAndHomed(t)
	if err := b.host.Segment(wire.Segment{ID: 1, Ticks: 100}); err != nil {
		t.Fatal(err)
	}
	if err := b.controller.channel.Send(wire.Fault{Code: wire.FaultStarved, ID: 1}); err != nil {
		t.Fatal(err)
	}
	stopAtRest(b, wire.CauseFault)
	got := b.takeEvents(EventFault, EventStopped)
	if !slices.Equal(kinds(got), []EventKind{EventFault, EventStopped}) ||
		got[0].Fault.Code != wire.FaultStarved || got[1].Cause != wire.CauseFault {
		t.Fatalf("%+v", got)
	}
	if err := b.host.Home(); !errors.Is(err, ErrStopped) {
		t.Errorf("homing while latched: %v", err)
	}
	clearAndGo(t, b)
}

// TestEmergency: it overrides a soft stop and is not overridden by one.
func TestEmergency(t *testing.T) {
	b := upAndHomed(t)
	b.controller.noConfirm = true
	for _, kind := range []uint8{wire.StopSoft, wire.StopEmergency, wire.StopSoft} {
		if err := b.host.Stop(kind); err != nil {
			t.Fatal(err)
		}
	}
	b.run(100 * ms)
	got := messagesOfType[wire.Stop](b.controller)
	if len(got) == 0 || got[0].Kind != wire.StopEmergency {
		t.Errorf("told %+v", got)
	}
}

// TestLatchOutlivesLink: a controller found latched after the link came back
// says so, and its latch can be opened.
func TestLatchOutlivesLink(t *testing.T) {
	b := upAndHomed(t)
	b.controller.mute = true
	b.run(time.Second)
	b.controller.mute = false
	b.controller.status.State, b.controller.status.Cause = wire.StateStopped, wire.CauseSilence
	b.controller.status.Position = [3]int32{77, 0, 0}
	b.run(time.Second)
	wanted := []EventKind{EventDown, EventUp, EventStopped}
	if got := kinds(b.takeEvents(EventDown, EventUp, EventStopped)); !slices.Equal(got, wanted) {
		t.Fatalf("%v", got)
	}
	b.controller.got = nil
	clearAndGo(t, b)
}

// TestClearRefused: with the emergency button pressed the latch stays.
func TestClearRefused(t *testing.T) {
	b := upAndHomed(t)
	stopAtRest(b, wire.CauseButton)
	if err := b.host.Clear(); err != nil {
		t.Fatal(err)
	}
	if err := b.controller.channel.Send(wire.Fault{Code: wire.FaultEstop}); err != nil {
		t.Fatal(err)
	}
	b.run(150 * ms)
	if got := b.takeEvents(EventFault, EventCleared); len(got) != 1 || got[0].Fault.Code != wire.FaultEstop ||
		!b.host.State().Stopped {
		t.Errorf("%+v", got)
	}
}

// TestShows: the newest wins, at most twenty a second, again every second.
func TestShows(t *testing.T) {
	b := upAndHomed(t)
	for i := range 100 {
		b.host.Leds([16]uint8{uint8(i)})
		b.run(10 * ms)
	}
	got := messagesOfType[wire.Leds](b.controller)
	if len(got) < 19 || len(got) > 21 {
		t.Errorf("%d frames in a second", len(got))
	}
	b.run(100 * ms)
	if got := messagesOfType[wire.Leds](b.controller); len(got) != 1 || got[0].Rows[0] != 99 {
		t.Errorf("the last was not shown: %+v", got)
	}
	b.run(5 * time.Second)
	if got := messagesOfType[wire.Leds](b.controller); len(got) < 4 || len(got) > 5 {
		t.Errorf("shown again %d times in 5 s", len(got))
	}
	b.host.Servos([4]uint16{1500, 1500, 1500, 1500})
	b.controller.reset()
	b.run(500 * ms)
	if got := messagesOfType[wire.Servos](b.controller); len(got) == 0 {
		t.Error("a controller that was reset is not told the servos")
	}
}

// TestLamp: the button's lamp survives a lost link.
func TestLamp(t *testing.T) {
	b := upAndHomed(t)
	b.host.ButtonLed(wire.LedSlow)
	b.host.ButtonLed(wire.LedSlow)
	b.host.ButtonLed(200)
	b.run(100 * ms)
	if got := messagesOfType[wire.ButtonLed](b.controller); len(got) != 1 || got[0].Mode != wire.LedSlow {
		t.Errorf("told %+v", got)
	}
	b.controller.reset()
	b.run(500 * ms)
	if got := messagesOfType[wire.ButtonLed](b.controller); len(got) != 1 || got[0].Mode != wire.LedSlow {
		t.Errorf("after a reset told %+v", got)
	}
}
