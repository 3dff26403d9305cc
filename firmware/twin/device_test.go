package twin

import (
	"math"
	"testing"
	"time"

	"crownhead/board"
	"crownhead/firmware/link/wire"
)

// faultyHost is a host before a device with faults, homed.
func faultyHost(t *testing.T, f Faults) *host {
	t.Helper()
	h := newHost(t, exactWorld(t, board.Start(), board.White))
	h.c = NewDevice(h.w, f, ControllerConfig{Seed: 1, Boot: 100 * time.Millisecond})
	h.connect(7)
	h.setUp(500)
	h.home()
	return h
}

// A cut line carries nothing either way, for as long as it lasts; the controller itself goes on.
func TestCut(t *testing.T) {
	const at = 30 * time.Second
	h := faultyHost(t, Faults{Troubles: []Trouble{{Kind: LineCut, At: at, For: 5 * time.Second}}})
	h.run(at - h.now - time.Millisecond)
	boot := h.controller().Boot()
	counter := h.snapshot.Counter
	h.run(4 * time.Second)
	if h.snapshot.Counter > counter+1 {
		t.Errorf("snapshots come through the cut line: %d, then %d", counter, h.snapshot.Counter)
	}
	if h.controller().heard > at {
		t.Errorf("frames come through the cut line, the last at %v", h.controller().heard)
	}
	h.run(2 * time.Second)
	if h.snapshot.Counter <= counter+1 || h.controller().heard < at+5*time.Second {
		t.Error("nothing comes through the line once it is whole")
	}
	if h.controller().Boot() != boot {
		t.Error("a cut line resets the controller")
	}
}

// A reset comes at its time, without being asked for, and once.
func TestResetAtItsTime(t *testing.T) {
	h := faultyHost(t, Faults{Troubles: []Trouble{{Kind: ControllerReset, At: 32 * time.Second}, {Kind: ControllerReset, At: 31 * time.Second}}})
	boot := h.controller().Boot()
	h.run(31*time.Second - h.now - time.Millisecond)
	if h.controller().Boot() != boot {
		t.Fatal("reset too early")
	}
	h.run(time.Millisecond)
	second := h.controller().Boot()
	if second == boot || h.controller().motion.homed || h.controller().cause != wire.ResetWatchdog {
		t.Fatalf("boot %x after %x, homed %v, cause %d", second, boot, h.controller().motion.homed, h.controller().cause)
	}
	h.run(5 * time.Second)
	if h.controller().Boot() == second || h.controller().boots != 32*time.Second+100*time.Millisecond {
		t.Errorf("the second reset: at %v", h.controller().boots)
	}
}

// What is to slip falls on the way, at the latest above the end of it, and is counted; it always does when the chance is one.
func TestSlip(t *testing.T) {
	h := faultyHost(t, Faults{Slip: 1})
	lying := map[string]int{}
	for n := range 20 {
		x, y := h.spot("c3")
		if err := h.w.MoveTo(1, x, y); err != nil {
			t.Fatal(err)
		}
		tx, ty := h.spot("h6")
		h.carry(x, y, tx, ty, 17)
		c := h.w.byID(1)
		if counts := h.w.Counts(); counts.Slips != n+1 || counts.Picks < n+1 || h.w.nozzle.held != unset {
			t.Fatalf("%+v", counts)
		}
		if apart(c.X, c.Y, x, y) < firstSlip-4*h.w.truth.FallSigma {
			t.Errorf("it never left its square: (%.1f, %.1f)", c.X, c.Y)
		}
		lying[h.w.where(c)]++
	}
	if lying["h6"] == 20 || len(lying) < 3 {
		t.Errorf("they all fall at the same place: %v", lying)
	}
}

// A checker that has slipped between the squares is no mistake of the robot's, which can't know of it; one that lies where
// a sensor sees it is.
func TestWitnessForgivesWhatNoSensorSees(t *testing.T) {
	w := exactWorld(t, board.Start(), board.White)
	c := w.on(square(t, "c3"))
	after, err := board.ParseFEN("B:Wa1,c1,e1,g1,b2,d2,f2,h2,a3,e3,g3:Ba7,c7,e7,g7,b8,d8,f8,h8,b6,d6,f6,h6")
	if err != nil {
		t.Fatal(err)
	}
	mismatches := func(x, y float64, slipped bool) int {
		w.counts.BoardMismatches = 0
		w.lay(c, x, y)
		c.slipped = slipped
		w.Handover(after, 0)
		return w.counts.BoardMismatches
	}
	x, y := w.spot(square(t, "d4"))
	ox, oy := w.spot(square(t, "e3"))
	for _, at := range []struct {
		x, y    float64
		slipped bool
		want    int
	}{{x, y, true, 1}, {x + 8, y, true, 0}, {x + 8, y, false, 1}, {x + 18.75, y, true, 0}, {x + 18.75, y, false, 1}, {ox, oy, true, 0}, {ox, oy, false, 1}} {
		if got := mismatches(at.x, at.y, at.slipped); got != at.want {
			t.Errorf("at (%v, %v) from its square's middle, slipped %v: %d mismatches, want %d",
				math.Round(at.x-x), math.Round(at.y-y), at.slipped, got, at.want)
		}
	}
}
