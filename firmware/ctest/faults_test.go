package ctest

import (
	"flag"
	"math"
	"testing"
	"time"

	"crownhead/firmware/link"
	"crownhead/firmware/link/wire"
)

// long has the faults that take a minute of the robot's time happen to the real binary, too: go test
// ./firmware/ctest -long.
var long = flag.Bool("long", false, "the long faults on the real binary, too")

const ramp = 500 * ms // longer than any ramp down takes

// A fault happens in the middle of a move, with the vacuum on: what is told then, and how the pins stand.
type fault struct {
	spoil, mend func(b *daemonRig)
	code        uint8         // of the fault that the firmware tells, 0: none
	cause       uint8         // why it says that it stopped
	within      time.Duration // no pulse after so long
	homed       bool          // the position is still known
	pumping     bool
}

var faults = map[string]fault{
	"soft stop": {
		spoil: func(b *daemonRig) { b.stopArm(link.StopSoft) },
		cause: wire.CauseSoft, within: ramp, homed: true, pumping: true,
	},
	"emergency stop": {
		spoil: func(b *daemonRig) { b.stopArm(link.StopEmergency) },
		cause: wire.CauseEmergency, within: 3 * ms,
	},
	"emergency button": {
		spoil: func(b *daemonRig) { b.buttons = 4 },
		mend:  pullOut,
		cause: wire.CauseButton, within: 15 * ms,
	},
	"silent host": {
		spoil: func(b *daemonRig) { b.cut = true },
		mend:  func(b *daemonRig) { b.cut = false },
		cause: wire.CauseSilence, within: 600*ms + ramp, homed: true, pumping: true,
	},
	"starved queue": {
		spoil: func(*daemonRig) {}, // the way has no end
		code:  wire.FaultStarved, cause: wire.CauseFault, within: 1200 * ms, homed: true, pumping: true,
	},
	"sagging supply": {
		spoil: func(b *daemonRig) { b.supply = 9000 },
		mend:  func(b *daemonRig) { b.supply = 12000 },
		code:  wire.FaultSupply, cause: wire.CauseFault, within: 150*ms + ramp, homed: true, pumping: true,
	},
	"switch closed where it should be open": {
		spoil: func(b *daemonRig) { b.closed[0] = true },
		mend:  func(b *daemonRig) { b.closed[0] = false },
		code:  wire.FaultSwitch, cause: wire.CauseFault, within: 3 * ms, pumping: true,
	},
}

func TestFaults(t *testing.T) {
	for name, f := range faults {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			onBothTargets(t, f.checkOn)
		})
	}
}

func (f fault) checkOn(t *testing.T, on target) {
	b := newHomedRig(t, on)
	part := 1.0
	if f.code == wire.FaultStarved {
		part = 0.5
	}
	b.inMidMove(part)
	f.spoil(b)
	b.chain = nil
	b.run(f.within)
	b.checkStaysStill(100 * ms)
	if !b.driversOn() || b.pumping() != f.pumping || b.venting() {
		t.Errorf("drivers %t, pump %t, valve %t", b.driversOn(), b.pumping(), b.venting())
	}
	if f.mend != nil {
		f.mend(b)
	}
	if f.code != 0 {
		if e := b.awaitEvent(link.EventFault); e.Fault.Code != f.code {
			t.Errorf("%+v", e)
		}
	}
	if e := b.awaitEvent(link.EventStopped); e.Cause != f.cause || e.Homed != f.homed {
		t.Errorf("%+v, want cause %d, homed %t", e, f.cause, f.homed)
	}
	b.checkStaysStill(50 * ms) // until somebody clears it
	b.goesOn()
}

// inMidMove is in the middle of a long way, or of a part of it, with the vacuum on.
func (b *daemonRig) inMidMove(part float64) {
	b.t.Helper()
	b.startPump()
	b.queueTravel(220, 40, 64)
	b.chain = b.chain[:int(part*float64(len(b.chain)))]
	b.run(600 * ms)
	if before := b.allSteps(); !b.pumping() || !b.driversOn() {
		b.t.Fatalf("pump %t, drivers %t", b.pumping(), b.driversOn())
	} else if b.run(10 * ms); b.allSteps() == before {
		b.t.Fatal("the arm does not move")
	}
}

// checkStaysStill demands that no pulse leaves for a while.
func (b *daemonRig) checkStaysStill(d time.Duration) {
	b.t.Helper()
	before := b.allSteps()
	if b.run(d); b.allSteps() != before {
		b.t.Errorf("turned %v, and then %v", before, b.allSteps())
	}
}

// goesOn clears what is latched, homes where the position is lost, and moves the arm to another place, where it
// must arrive.
func (b *daemonRig) goesOn() {
	b.t.Helper()
	b.runUntil("up", func() bool { return b.host.State().Up })
	if b.host.State().Stopped {
		b.runUntil("at rest", func() bool { return b.host.State().Resting })
		if !b.host.State().Homed {
			if err := b.host.Home(); err == nil {
				b.t.Error("it is homed while it is stopped")
			}
		}
		if err := b.host.Clear(); err != nil {
			b.t.Fatal(err)
		}
		b.awaitEvent(link.EventCleared)
	}
	if !b.host.State().Homed {
		if err := b.host.Home(); err != nil {
			b.t.Fatal(err)
		}
		b.awaitEvent(link.EventHomed)
	}
	b.side = 20 - b.side
	chain := b.queueTravel(200, b.side, 70)
	b.runToRest()
	b.run(5 * ms)
	if p := b.host.State().Status.Position; p != [3]int32(chain.End) || !b.standsRight() {
		b.t.Errorf("ends at %v, want %v; stands there: %t", p, chain.End, b.standsRight())
	}
}

func (b *daemonRig) runUntil(what string, so func() bool) {
	b.t.Helper()
	for range 30_000 {
		if so() {
			return
		}
		b.advanceBoth()
	}
	b.t.Fatalf("never %s: %+v, events %+v", what, b.host.State(), b.events)
}

// pullOut shows that the button's latch cannot be cleared before the button is out.
func pullOut(b *daemonRig) {
	b.t.Helper()
	b.runUntil("at rest", func() bool { return b.host.State().Resting })
	if err := b.host.Clear(); err != nil {
		b.t.Fatal(err)
	}
	if e := b.awaitEvent(link.EventFault); e.Fault.Code != wire.FaultEstop {
		b.t.Errorf("%+v", e)
	}
	b.buttons = 0
	b.run(50 * ms)
	b.events = append(b.events, link.Event{Kind: link.EventStopped, Cause: b.host.State().Status.Cause, Homed: b.host.State().Homed})
}

// A stop that comes between the last tick of a segment and the next one ramps down like any other.
func TestSoftStopBetweenSegments(t *testing.T) {
	b := newHomedRig(t, host)
	b.queueTravel(220, 40, 64)
	b.run(600 * time.Millisecond)
	b.command("held")
	b.chain = nil
	began := b.now
	if e := b.awaitEvent(link.EventStopped); e.Cause != wire.CauseSoft || !e.Homed {
		t.Errorf("%+v", e)
	}
	if took := b.now - began; took > time.Second {
		t.Errorf("the arm stands after %v", took)
	}
	if !b.standsRight() {
		t.Error("the position is not where the motors are")
	}
}

// A controller that is reset in mid-move lets go of everything, says that it is another boot, and has to be homed.
func TestResetInMidMove(t *testing.T) { onBothTargets(t, resetInMidMove) }

func resetInMidMove(t *testing.T, on target) {
	b := newHomedRig(t, on)
	b.host.ButtonLed(wire.LedOn)
	b.inMidMove(1)
	boot := b.host.State().Boot
	b.reset()
	b.chain, b.out = nil, nil
	b.run(2 * ms)
	if b.driversOn() || b.pumping() || b.venting() || b.lampLit() {
		t.Errorf("drivers %t, pump %t, valve %t, lamp %t", b.driversOn(), b.pumping(), b.venting(), b.lampLit())
	}
	b.checkStaysStill(20 * ms)
	if e := b.awaitEvent(link.EventReset); e.Boot == boot {
		t.Errorf("%+v, the boot before was %d", e, boot)
	}
	if e := b.awaitEvent(link.EventUp); e.Homed {
		t.Errorf("%+v", e)
	}
	b.goesOn()
}

// A switch that never closes, or never opens, is given up: the arm rests where it is, and can be homed when it
// is mended.
func TestSwitchFaults(t *testing.T) {
	for name, spoil := range map[string]func(b *daemonRig, bad bool) (joint uint8){
		"never closes": func(b *daemonRig, bad bool) uint8 { b.nothing[2] = bad; return 2 },
		"never opens":  func(b *daemonRig, bad bool) uint8 { b.closed[1] = bad; return 1 },
	} {
		t.Run(name, func(t *testing.T) {
			onBothTargets(t, func(t *testing.T, on target) {
				b := newDaemonRigAt(t, on, nearSwitches)
				b.awaitEvent(link.EventUp)
				joint := spoil(b, true)
				if err := b.host.Home(); err != nil {
					t.Fatal(err)
				}
				b.pace = 5
				if e := b.awaitEvent(link.EventFault); e.Fault.Code != wire.FaultHoming || e.Fault.Joint != joint {
					t.Errorf("%+v", e.Fault)
				}
				b.pace = 1
				if e := b.awaitEvent(link.EventStopped); e.Cause != wire.CauseFault || e.Homed || !b.driversOn() {
					t.Errorf("%+v, drivers %t", e, b.driversOn())
				}
				b.checkStaysStill(50 * ms)
				spoil(b, false)
				b.stood[joint] += nearSwitches[joint] - b.angle(int(joint)) // somebody moves it back
				b.goesOn()
			})
		})
	}
}

// Without a word from the host the arm holds for as long as it takes, and the vacuum for a minute.
func TestLongSilence(t *testing.T) { onBothTargets(t, longSilence) }

func longSilence(t *testing.T, on target) {
	if on == board && !*long {
		t.Skip("takes a minute of its time: -long")
	}
	b := newHomedRig(t, on)
	b.inMidMove(1)
	b.cut, b.chain = true, nil
	b.run(600*ms + ramp)
	b.pace = 20
	b.checkStaysStill(30 * time.Second)
	b.pace = 1
	b.cut = false
	b.goesOn() // the vacuum was kept
	if !b.pumping() {
		t.Error("the vacuum was given up within half a minute")
	}
	b.cut = true
	b.pace = 20
	b.run(60 * time.Second)
	if !b.pumping() {
		t.Error("the vacuum was given up too early")
	}
	if b.run(time.Second); b.pumping() {
		t.Error("the vacuum was never given up")
	}
	b.pace = 1
	b.cut = false
	b.goesOn()
}

// Motors run beside the switches' wires: what a switch reads for one or two milliseconds only is believed
// neither in homing, which would take any place for the switch's, nor afterwards, where it would cost the
// position.
func TestSwitchGlitches(t *testing.T) {
	b := newDaemonRig(t, host)
	b.stood = [3]float64{-70, 92, 3}
	b.awaitEvent(link.EventUp)
	ms := 0
	b.each = func() { // two wrong readings in every seven
		ms++
		for j := range b.flip {
			b.flip[j] = (ms+2*j)%7 < 2
		}
	}
	if err := b.host.Home(); err != nil {
		t.Fatal(err)
	}
	b.awaitEvent(link.EventHomed)
	for j, at := range switchesAt {
		if math.Abs(b.angle(j)-at) > 0.05 {
			t.Errorf("joint %d stands at %.3f°, its switch at %v°", j, b.angle(j), at)
		}
	}
	b.queueTravel(220, 40, 64)
	b.runToRest()
	b.run(time.Second)
	if !b.host.State().Homed || !b.standsRight() {
		t.Errorf("position lost: %+v", b.host.State().Status)
	}
}
