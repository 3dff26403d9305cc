package ctest

import (
	"math"
	"slices"
	"testing"
	"time"

	"crownhead/firmware/link"
	"crownhead/firmware/link/wire"
	"crownhead/kinematics"
)

// Handshake, set-up and homing: the position is right afterwards, and the arm only rises before its base turns.
func TestUpAndHome(t *testing.T) { onBothTargets(t, upAndHome) }

func upAndHome(t *testing.T, on target) {
	b := newDaemonRig(t, on)
	if e := b.awaitEvent(link.EventUp); e.Virtual || e.Homed {
		t.Errorf("%+v", e)
	}
	lowest := b.angle(1)
	b.each = func() {
		if lowest = min(lowest, b.angle(1)); b.steps(0) != 0 && b.angle(1) < 99 {
			t.Fatalf("the base turns while the upper arm stands at %.1f°", b.angle(1))
		}
	}
	if err := b.host.Home(); err != nil {
		t.Fatal(err)
	}
	b.awaitEvent(link.EventHomed)
	if lowest < atPowerOn[1] {
		t.Errorf("the arm has sunk to %.1f°", lowest)
	}
	for j, at := range switchesAt {
		if math.Abs(b.angle(j)-at) > 0.02 {
			t.Errorf("joint %d stands at %.3f°, its switch at %v°", j, b.angle(j), at)
		}
	}
	if !b.standsRight() {
		t.Errorf("position %v", b.host.State().Status.Position)
	}
}

// A chain of segments is followed to within a step at every millisecond, all joints at the same time, and ends
// exactly.
func TestFollowsSegments(t *testing.T) { onBothTargets(t, followsSegments) }

func followsSegments(t *testing.T, on target) {
	b := newHomedRig(t, on)
	from := b.host.State().Status.Position
	stood := b.allSteps()
	chain := b.queueTravel(220, 40, 64)
	var seen [][3]int64
	b.each = func() {
		seen = append(seen, [3]int64{b.steps(0) - stood[0], b.steps(1) - stood[1], b.steps(2) - stood[2]})
	}
	b.runToRest()
	b.run(10 * time.Millisecond)
	want := profile(from, chain.Segments)
	best := int64(math.MaxInt64)
	for late := 0; late < 2000 && best > 1; late++ { // ticks from the first look to the beginning of the motion
		best = min(best, deviation(seen, want, late))
	}
	if best > 1 {
		t.Errorf("%d steps off the profile, however late it began", best)
	}
	if p := b.host.State().Status.Position; p != [3]int32(chain.End) || !b.standsRight() {
		t.Errorf("ends at %v, want %v", p, chain.End)
	}
}

// profile is where each motor stands after each tick, in steps from where it began.
func profile(from [3]int32, segments []kinematics.Segment) (want [][3]int64) {
	var axes [3]wire.Cubic
	var begun [3]int64
	for j := range axes {
		axes[j].RestAt(from[j])
		begun[j] = int64(axes[j].WholeSteps())
	}
	for _, s := range segments {
		for j := range axes {
			axes[j].Start(s.Ticks, s.End[j], s.Exit[j])
		}
		for range s.Ticks {
			var at [3]int64
			for j := range axes {
				axes[j].Tick()
				at[j] = int64(axes[j].WholeSteps()) - begun[j]
			}
			want = append(want, at)
		}
	}
	return want
}

// deviation is the greatest difference between what was seen at every millisecond and the profile begun so many
// ticks late.
func deviation(seen, want [][3]int64, late int) (worst int64) {
	for ms, at := range seen {
		var should [3]int64
		if tick := (ms+1)*20 - late; tick > 0 {
			should = want[min(tick, len(want))-1]
		}
		for j := range at {
			worst = max(worst, at[j]-should[j], should[j]-at[j])
		}
	}
	return worst
}

// The red button bounces and gives one press, with the field of that moment.
func TestPressAndField(t *testing.T) { onBothTargets(t, pressAndField) }

func pressAndField(t *testing.T, on target) {
	b := newDaemonRig(t, on)
	b.awaitEvent(link.EventUp)
	b.field = 0xfff00fff
	b.run(30 * time.Millisecond)
	if got := b.host.State().Bits; got != b.field {
		t.Errorf("field %08x", got)
	}
	for _, down := range []uint8{1, 0, 1} {
		b.buttons = down
		b.run(3 * time.Millisecond)
	}
	pressed := b.now
	if e := b.awaitEvent(link.EventPress); e.Bits != b.field || e.Count != 1 {
		t.Errorf("%+v", e)
	}
	if d := b.now - pressed; d > 15*time.Millisecond {
		t.Errorf("told after %v", d)
	}
	b.run(200 * time.Millisecond)
	b.buttons = 0
	b.run(200 * time.Millisecond)
	if slices.ContainsFunc(b.events, func(e link.Event) bool { return e.Kind == link.EventPress }) {
		t.Error("a second press")
	}
	b.field ^= 1 << 5
	b.run(2 * time.Millisecond) // one scan only
	b.field ^= 1 << 5
	b.run(50 * time.Millisecond)
	if slices.ContainsFunc(b.events, func(e link.Event) bool { return e.Kind == link.EventOccupancy && e.Bits != b.field }) {
		t.Error("a flicker was believed")
	}
}

// Eyes show what was sent; servos go there at their own pace; the lamp blinks.
func TestShows(t *testing.T) { onBothTargets(t, showsNewestOnly) }

func showsNewestOnly(t *testing.T, on target) {
	b := newDaemonRig(t, on)
	b.awaitEvent(link.EventUp)
	rows := [16]uint8{1, 2, 4, 8, 16, 32, 64, 128, 129, 130, 132, 136, 144, 160, 192, 255}
	b.host.Leds(rows)
	b.host.Servos([4]uint16{1500, 1500, 1500, 100})
	b.host.ButtonLed(wire.LedSlow)
	b.run(300 * time.Millisecond)
	if got := b.eyes(); got != toHex(rows[:]) {
		t.Errorf("eyes %s", got)
	}
	if got := b.servos(); !slices.Equal(got, []string{"1500", "1500", "1500", "500"}) {
		t.Errorf("servos %v", got)
	}
	b.host.Servos([4]uint16{2100, 1500, 1500, 0})
	last, lit := int64(1500), map[bool]bool{}
	b.each = func() {
		if us := b.wordInt(8); us-last > 24 || us < last {
			t.Fatalf("from %d to %d in a moment", last, us)
		}
		last = b.wordInt(8)
		lit[b.lampLit()] = true
	}
	b.run(1200 * time.Millisecond)
	if last != 2100 || b.servos()[3] != "0" || len(lit) != 2 {
		t.Errorf("servo at %d, tilt %s, lamp %v", last, b.servos()[3], lit)
	}
}

// The set-up button, held for three seconds, frees the motors; the host hears of it and is given no motion until
// it was held again.
func TestSetUpMode(t *testing.T) { onBothTargets(t, setUpMode) }

func setUpMode(t *testing.T, on target) {
	b := newHomedRig(t, on)
	hold := func() {
		b.buttons = 2
		b.pace = 10
		b.run(3200 * time.Millisecond)
		b.pace = 1
		b.buttons = 0
		b.run(300 * time.Millisecond)
	}
	hold()
	if e := b.awaitEvent(link.EventRefused); e.Refusal != link.RefusedMode {
		t.Errorf("%+v", e)
	}
	if b.driversOn() {
		t.Error("the motors hold the arm")
	}
	hold()
	if e := b.awaitEvent(link.EventUp); e.Homed || !b.driversOn() {
		t.Errorf("%+v, drivers %t", e, b.driversOn())
	}
	if b.controllerState() != wire.StateStopped {
		t.Errorf("state %d: a person has to clear it", b.controllerState())
	}
}
