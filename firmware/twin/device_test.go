package twin

import (
	"math"
	"slices"
	"testing"
	"time"

	"crownhead/board"
	"crownhead/firmware/link/wire"
	"crownhead/firmware/twin/groundtruth"
)

// A cut line carries nothing either way while the cut lasts; the controller itself goes on.
func TestCut(t *testing.T) {
	const at = 30 * time.Second
	h := homedHost(t, FaultConfig{Timed: []TimedFault{{Kind: LineCut, At: at, For: 5 * time.Second}}})
	h.Run(at - h.Now - time.Millisecond)
	boot := h.controller.BootID()
	counter := h.Snapshot.Counter
	h.Run(4 * time.Second)
	if h.Snapshot.Counter > counter+1 {
		t.Errorf("snapshots come through the cut line: %d, then %d", counter, h.Snapshot.Counter)
	}
	if h.controller.lastBytesAt > at {
		t.Errorf("frames come through the cut line, the last at %v", h.controller.lastBytesAt)
	}
	h.Run(2 * time.Second)
	if h.Snapshot.Counter <= counter+1 || h.controller.lastBytesAt < at+5*time.Second {
		t.Error("nothing comes through the line once it is whole")
	}
	if h.controller.BootID() != boot {
		t.Error("a cut line resets the controller")
	}
}

// An injected reset comes at its time, and once.
func TestResetAtItsTime(t *testing.T) {
	h := homedHost(t, FaultConfig{Timed: []TimedFault{
		{Kind: ControllerReset, At: 32 * time.Second},
		{Kind: ControllerReset, At: 31 * time.Second},
	}})
	boot := h.controller.BootID()
	h.Run(31*time.Second - h.Now - time.Millisecond)
	if h.controller.BootID() != boot {
		t.Fatal("reset too early")
	}
	h.Run(time.Millisecond)
	second := h.controller.BootID()
	if second == boot || h.World.Outputs().Homed {
		t.Fatalf("boot %x after %x, homed %v", second, boot, h.World.Outputs().Homed)
	}
	h.Run(5 * time.Second)
	want := []reset{{31 * time.Second, wire.ResetWatchdog}, {32 * time.Second, wire.ResetWatchdog}}
	if h.controller.BootID() == second || !slices.Equal(h.controller.resets, want) {
		t.Errorf("resets %v, want %v", h.controller.resets, want)
	}
}

// With chance one every checker falls on its way, at the latest when the nozzle comes down to lay it,
// and every fall is counted.
func TestTransitDrop(t *testing.T) {
	h := homedHost(t, FaultConfig{TransitDrop: 1})
	lying := map[string]int{}
	for n := range 20 {
		x, y := h.SquareCentre("c3")
		if err := h.World.MoveID(1, x, y); err != nil {
			t.Fatal(err)
		}
		tx, ty := h.SquareCentre("h6")
		h.Carry(x, y, tx, ty, 17)
		c := h.World.Checkers()[0]
		if counts := h.World.Counts(); counts.DropsInTransit != n+1 || counts.Picks < n+1 || h.Gripped() != nil {
			t.Fatalf("%+v", counts)
		}
		if math.Hypot(c.X-x, c.Y-y) < 10-4*h.World.Truth().FallSigma {
			t.Errorf("it never left its square: (%.1f, %.1f)", c.X, c.Y)
		}
		lying[h.Where(1)]++
	}
	if lying["h6"] == 20 || len(lying) < 3 {
		t.Errorf("they all fall at the same place: %v", lying)
	}
}

// Frames are lost and damaged in both directions; still everything happens once and in order.
func TestNoiseDoesNotChangeWhatHappens(t *testing.T) {
	h := homedHost(t, FaultConfig{})
	bad := FaultConfig{Drop: 0.002, Flip: 0.002}
	h.device.fromHost = newNoisyLine(bad, 3, groundtruth.StreamFromHost)
	h.device.toHost = newNoisyLine(bad, 3, groundtruth.StreamToHost)
	x, y := h.SquareCentre("c3")
	tx, ty := h.SquareCentre("d4")
	h.Carry(x, y, tx, ty, 17)
	if c := h.World.Counts(); c.Violations != 0 || c.Picks != 1 || h.CheckerOn("d4").Color != board.White {
		t.Errorf("%+v", c)
	}
	if h.controller.BadFrames() == 0 || h.Decoder.Errors.Total() == 0 {
		t.Error("the cable was not bad at all")
	}
}
