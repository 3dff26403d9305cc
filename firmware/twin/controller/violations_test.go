package controller

import (
	"math"
	"testing"
	"time"

	"crownhead/board"
	"crownhead/firmware/link/wire"
	"crownhead/firmware/twin/groundtruth"
	"crownhead/firmware/twin/twintest"
	"crownhead/firmware/twin/witness"
)

// Every kind of violation can be provoked by frames, and is counted as what it is.
func TestWitnessCountsEachKindOfViolation(t *testing.T) {
	for kind, provoke := range map[witness.Violation]func(h *host){
		witness.ViolationUnhomed: func(h *host) {
			h.c.Reset(h.Now, wire.ResetExternal)
			h.Connect(9)
			h.SetUp(500)
			h.Send(h.SegmentTo(twintest.SolveIK(220, 0, 65), 0.1, 1e-6, 1000))
			h.Run(100 * time.Millisecond)
		},
		witness.ViolationLimit: func(h *host) {
			h.Send(h.SegmentTo([3]float64{-95, 100, 10}, 1, 0, 2000))
			h.Run(100 * time.Millisecond)
		},
		witness.ViolationSpeed: func(h *host) {
			h.Send(h.SegmentTo([3]float64{-70, 100, 10}, 1, 0, 1000))
			h.Run(100 * time.Millisecond)
		},
		witness.ViolationAccel: func(h *host) {
			h.Send(h.SegmentTo([3]float64{-77, 100, 10}, 1, 0, 1000))
			h.Run(100 * time.Millisecond)
		},
		witness.ViolationJerk: func(h *host) {
			for i := range 14 {
				h.Send(h.SegmentTo([3]float64{-79, 100, 10}, float64(i+1)/14, -1.0/14/1000, 1000)) // velocities of the wrong sign
				h.Run(30 * time.Millisecond)
			}
			h.Run(time.Second)
		},
		witness.ViolationElbow: func(h *host) { h.MoveJoints([3]float64{0, 90, -75}, 60) },
		witness.ViolationStarved: func(h *host) {
			for i := range 4 {
				h.Send(h.SegmentTo(twintest.SolveIK(220, 0, 65), float64(i+1)/40, 1.0/40/1000, 1000))
			}
			h.Run(time.Second)
		},
		witness.ViolationPressed: func(h *host) {
			x, y := h.SquareCentre("d4")
			h.MoveAbove(x, y)
			h.MoveZ(x, y, 12-3.3)
		},
		witness.ViolationCollision: func(h *host) {
			x, y := h.SquareCentre("d4")
			h.MoveAbove(x, y)
			h.MoveZ(x, y, 14)
			tx, ty := h.SquareCentre("c3")
			h.MoveJoints(twintest.SolveIK(tx, ty, 14), 30)
		},
		witness.ViolationLostSteps: func(h *host) { h.MoveJoints([3]float64{-60, 100, 10}, 60) },
	} {
		w := exactStart()
		if kind == witness.ViolationLostSteps { // motors weaker than SETUP's limits suppose
			w = twintest.ExactWorld(board.Start(), board.White, func(r *groundtruth.Robot) { r.StallSpeed = 40 })
		}
		h := homedHost(t, w)
		provoke(h)
		c := h.World.Counts()
		if c.Violations == 0 || c.Kinds[kind] == 0 || len(c.Kinds) != 1 {
			t.Errorf("%s: counted %v, faults %+v", kind, c.ViolationDetails, h.Faults)
		}
	}
}

// Lost steps displace the arm until it is homed again.
func TestLostStepsDisplaceTheArm(t *testing.T) {
	h := startHost(t)
	h.LoseSteps(0, 1)
	h.MoveAbove(220, 0)
	if tip := h.World.Tip(); math.Hypot(tip.X-220, tip.Y-0) < 2 {
		t.Errorf("tip at %+v", tip)
	}
	h.Home()
	h.MoveAbove(220, 0)
	if tip := h.World.Tip(); math.Hypot(tip.X-220, tip.Y-0) > 0.1 {
		t.Errorf("after homing: tip at %+v", tip)
	}
}

// A checker that the nozzle sweeps into moves aside.
func TestSweepingPushesCheckersAside(t *testing.T) {
	h := startHost(t)
	before := h.CheckerOn("c3")
	x, y := h.SquareCentre("d4")
	h.MoveAbove(x, y)
	h.MoveZ(x, y, 14)
	tx, ty := h.SquareCentre("c3")
	h.MoveJoints(twintest.SolveIK(tx, ty, 14), 30)
	if after := h.World.Checkers()[before.ID-1]; math.Hypot(after.X-before.X, after.Y-before.Y) < 5 {
		t.Errorf("c3 stayed at (%.1f, %.1f)", after.X, after.Y)
	}
}

// A link that is longer than in the drawing makes the arm miss: the world does not share the host's geometry.
func TestAnotherLinkMissesTheChecker(t *testing.T) {
	w := twintest.ExactWorld(board.Start(), board.White, func(t *groundtruth.Robot) { t.Forearm += 10 })
	h := homedHost(t, w)
	x, y := h.SquareCentre("c3")
	tx, ty := h.SquareCentre("d4")
	h.Carry(x, y, tx, ty, 17)
	after := board.Start()
	after.White = after.White&^(1<<twintest.Square(t, "c3")) | 1<<twintest.Square(t, "d4")
	w.VerifyPosition(after, h.Now)
	if c := w.Counts(); c.BoardMismatches == 0 {
		t.Errorf("%+v", c)
	}
}
