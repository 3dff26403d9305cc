package twin

import (
	"testing"
	"time"

	"crownhead/board"
	"crownhead/firmware/link/wire"
)

// Every kind of motion fault can be provoked by frames, and is counted as what it is.
func TestWitnessCountsEachKindOfMotionFault(t *testing.T) {
	for kind, provoke := range map[string]func(h *host){
		FaultUnhomed: func(h *host) {
			h.c.Reset(h.now, wire.ResetExternal)
			h.connect(9)
			h.setUp(500)
			h.send(h.knot(aim(220, 0, 65), 0.1, 1e-6, 1000))
			h.run(100 * time.Millisecond)
		},
		FaultLimit: func(h *host) {
			h.send(h.knot([3]float64{-95, 100, 10}, 1, 0, 2000))
			h.run(100 * time.Millisecond)
		},
		FaultSpeed: func(h *host) {
			h.send(h.knot([3]float64{-70, 100, 10}, 1, 0, 1000))
			h.run(100 * time.Millisecond)
		},
		FaultAccel: func(h *host) {
			h.send(h.knot([3]float64{-77, 100, 10}, 1, 0, 1000))
			h.run(100 * time.Millisecond)
		},
		FaultJerk: func(h *host) {
			for i := range 14 {
				h.send(h.knot([3]float64{-79, 100, 10}, float64(i+1)/14, -1.0/14/1000, 1000)) // velocities of the wrong sign
				h.run(30 * time.Millisecond)
			}
			h.run(time.Second)
		},
		FaultElbow: func(h *host) { h.glide([3]float64{0, 90, -75}, 60) },
		FaultStarved: func(h *host) {
			for i := range 4 {
				h.send(h.knot(aim(220, 0, 65), float64(i+1)/40, 1.0/40/1000, 1000))
			}
			h.run(time.Second)
		},
		FaultPressed: func(h *host) {
			x, y := h.spot("d4")
			h.over(x, y)
			h.lower(x, y, 12-3.3)
		},
		FaultCollision: func(h *host) {
			x, y := h.spot("d4")
			h.over(x, y)
			h.lower(x, y, 14)
			tx, ty := h.spot("c3")
			h.glide(aim(tx, ty, 14), 30)
		},
	} {
		h := startHost(t)
		provoke(h)
		c := h.w.Counts()
		if c.MotionFaults == 0 || c.Kinds[kind] == 0 || len(c.Kinds) != 1 {
			t.Errorf("%s: counted %v, faults %+v", kind, c.Motion, h.faults)
		}
	}
}

// The watch looks at the motion itself, not at what was asked for.
func TestWatchSeesSpeedAccelerationAndLostSteps(t *testing.T) {
	limits := Limits{MaxSpeed: [3]float64{5000, 5000, 5000}, MaxAccel: [3]float64{40000, 40000, 40000}}
	for _, c := range []struct {
		name  string
		speed func(s float64) float64 // steps/s after s seconds
		want  map[string]int
	}{
		{"within", func(s float64) float64 { return min(40000*s, 5000) }, nil},
		{"5 % more", func(s float64) float64 { return min(41500*s, 5200) }, nil},
		{"fast", func(s float64) float64 { return min(40000*s, 5300) }, map[string]int{FaultSpeed: 1}},
		{"hard", func(s float64) float64 { return min(50000*s, 5000) }, map[string]int{FaultAccel: 1}},
		{"jerked", func(s float64) float64 { return 5000 }, map[string]int{FaultAccel: 1, FaultSteps: 1}},
	} {
		w := exactWorld(t, board.Position{}, board.White)
		w.watch.limits = limits
		at := w.motor()
		w.watch.rest(at)
		for ms := range 160 {
			at[0] -= c.speed(float64(ms)/1000) / 1000
			w.move(time.Duration(ms)*time.Millisecond, at)
		}
		got := w.Counts().Kinds
		if len(got) != len(c.want) || got[FaultSpeed] != c.want[FaultSpeed] || got[FaultAccel] != c.want[FaultAccel] || got[FaultSteps] != c.want[FaultSteps] {
			t.Errorf("%s: %v, want %v", c.name, w.Counts().Motion, c.want)
		}
	}
}

// Lost steps displace the arm until it is homed again.
func TestLostStepsDisplaceTheArm(t *testing.T) {
	h := startHost(t)
	h.w.watch.slipped[0] = slipSteps
	h.over(220, 0)
	if tip := h.w.arm.tip; apart(tip.X, tip.Y, 220, 0) < 2 {
		t.Errorf("tip at %+v", tip)
	}
	h.home()
	h.over(220, 0)
	if tip := h.w.arm.tip; apart(tip.X, tip.Y, 220, 0) > 0.1 {
		t.Errorf("after homing: tip at %+v", tip)
	}
}

// What is swept into moves aside; a checker set down beside another's edge does not share its space.
func TestSweepingPushesCheckersAside(t *testing.T) {
	h := startHost(t)
	man := h.w.on(square(t, "c3"))
	before := *man
	x, y := h.spot("d4")
	h.over(x, y)
	h.lower(x, y, 14)
	tx, ty := h.spot("c3")
	h.glide(aim(tx, ty, 14), 30)
	if apart(man.X, man.Y, before.X, before.Y) < 5 {
		t.Errorf("c3 stayed at (%.1f, %.1f)", man.X, man.Y)
	}
}

// A longer link than the drawing's shows: the witness does not believe the daemon's geometry.
func TestAnotherLinkMissesTheChecker(t *testing.T) {
	w := exactWorld(t, board.Start(), board.White)
	w.truth.Forearm += 10
	h := homedHost(t, w)
	x, y := h.spot("c3")
	tx, ty := h.spot("d4")
	h.carry(x, y, tx, ty, 17)
	after := board.Start()
	after.White = after.White&^(1<<square(t, "c3")) | 1<<square(t, "d4")
	w.Handover(after, h.now)
	if c := w.Counts(); c.BoardMismatches == 0 {
		t.Errorf("%+v", c)
	}
}

// Backlash: the same place approached from two sides differs by the play.
func TestBacklashShowsBetweenTheSides(t *testing.T) {
	truth := nominalTruth()
	var l linkage
	l.drive(&truth, [3]float64{-10, 60, -60})
	l.drive(&truth, [3]float64{0, 60, -60})
	left := l.tip.Y
	l.drive(&truth, [3]float64{10, 60, -60})
	l.drive(&truth, [3]float64{0, 60, -60})
	reach := l.tip.X
	if play := l.tip.Y - left; play < reach*radians(0.24) || play > reach*radians(0.26) {
		t.Errorf("%.2f mm of play at %.0f mm", play, reach)
	}
}

func TestHandDropsOnAnotherCheckerLiesOnIt(t *testing.T) {
	w := exactWorld(t, board.Position{White: 1 << 9}, board.White)
	x, y := w.spot(9)
	upper := w.spare(board.White, false)
	if err := w.MoveTo(upper.ID, x+1, y); err != nil {
		t.Fatal(err)
	}
	if upper.Z != 17 {
		t.Errorf("underside at %v", upper.Z)
	}
	if err := w.MoveTo(w.on(9).ID, x, y+60); err != nil {
		t.Fatal(err)
	}
	if lower := w.on(9); lower == nil || lower.Z != 12 {
		t.Errorf("%+v", lower)
	}
}
