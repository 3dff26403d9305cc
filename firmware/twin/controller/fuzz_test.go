package controller

import (
	"bytes"
	"math"
	"testing"
	"time"

	"crownhead/board"
	"crownhead/firmware/link/wire"
	"crownhead/firmware/twin/groundtruth"
	"crownhead/firmware/twin/twintest"
	"crownhead/firmware/twin/witness"
	"crownhead/firmware/twin/world"
)

// A checker that hangs on the nozzle sweeps into others too, and pushes them aside.
func TestGrippedCheckerSweeps(t *testing.T) {
	h := startHost(t)
	x, y := h.SquareCentre("c3")
	h.MoveAbove(x, y)
	h.MoveZ(x, y, 17.5)
	h.SwitchVacuum(1, 0, 300)
	h.MoveZ(x, y, 20)
	tx, ty := h.SquareCentre("d4")
	h.MoveJoints(twintest.SolveIK(tx, ty, 20), 30)
	if c := h.World.Counts(); c.Violations != 0 {
		t.Fatalf("on the way to a free square: %+v", c)
	}
	before := h.CheckerOn("e3")
	ex, ey := h.SquareCentre("e3")
	h.MoveJoints(twintest.SolveIK(ex, ey, 20), 30)
	if c := h.World.Counts(); c.Kinds[witness.ViolationCollision] == 0 {
		t.Errorf("%+v", c)
	}
	if after := h.World.Checkers()[before.ID-1]; math.Hypot(after.X-before.X, after.Y-before.Y) < 5 {
		t.Errorf("e3 stayed at (%.1f, %.1f)", after.X, after.Y)
	}
}

// The vacuum needs the pump on and the valve closed, to pick up and to hold.
func TestVacuumNeedsPumpAndClosedValve(t *testing.T) {
	for _, c := range []struct{ pump, valve uint8 }{{0, 0}, {0, 1}, {1, 1}} {
		h := startHost(t)
		x, y := h.SquareCentre("c3")
		h.MoveAbove(x, y)
		h.MoveZ(x, y, 17.5)
		h.SwitchVacuum(c.pump, c.valve, 300)
		if h.Gripped() != nil {
			t.Errorf("pump %d, valve %d lift", c.pump, c.valve)
		}
		h.SwitchVacuum(1, 0, 300)
		if h.Gripped() == nil {
			t.Fatal("not lifted")
		}
		h.SwitchVacuum(c.pump, c.valve, 300)
		if h.Gripped() != nil {
			t.Errorf("pump %d, valve %d hold", c.pump, c.valve)
		}
	}
}

// The same seed gives the same bytes at the same times; another seed another boot id.
func TestSameSeedSameBytes(t *testing.T) {
	play := func(seed uint64) []byte {
		w := world.New(groundtruth.New(seed), seed)
		w.PlacePosition(board.Start(), board.White, 3)
		c := New(w, Config{Seed: seed})
		var all []byte
		for now := time.Duration(0); now < 3*time.Second; now += 10 * time.Millisecond {
			if now == time.Second {
				w.Press(now)
				_ = w.MoveSquare(8, 12)
			}
			out, _ := c.Advance(now, nil)
			all = append(all, out...)
		}
		return all
	}
	if a := play(3); len(a) == 0 || !bytes.Equal(a, play(3)) {
		t.Error("the same seed behaves differently")
	}
	if bytes.Equal(play(3), play(4)) {
		t.Error("two seeds, one boot id")
	}
}

// Whatever a host sends, the controller goes on answering, and no motor turns before a homing is asked for.
func FuzzController(f *testing.F) {
	unhomedSegment := wire.Segment{ID: 1, Ticks: 1000, End: [3]int32{1000, 1000, 1000}}
	f.Add(false, []byte{byte(wire.TypeHome), byte(wire.TypeSegment), 1, 2, 3})
	f.Add(true, append([]byte{byte(wire.TypeSegment)}, wire.Marshal(unhomedSegment)...))
	f.Add(true, []byte{byte(wire.TypeStop), 2, 0, 0, byte(wire.TypeClear), 0, 0, byte(wire.TypeHome)})
	f.Fuzz(func(t *testing.T, configured bool, data []byte) {
		h := newHost(t, exactStart())
		h.Connect(7)
		if configured {
			h.SetUp(500)
		}
		stood, homeSent := h.World.MotorSteps(), false
		for len(data) > 0 {
			kind := wire.Type(data[0])
			data = data[1:]
			size, known := kind.Size()
			if !known || size > len(data) || kind == wire.TypeHelloRequest {
				h.In = append(h.In, byte(kind))
				continue
			}
			m, err := wire.Unmarshal(kind, data[:size])
			data = data[size:]
			if err != nil {
				continue
			}
			if kind.Sequenced() {
				h.Send(m)
			} else {
				h.In = h.Channel.AppendUnsequenced(h.In, m)
			}
			homeSent = homeSent || kind == wire.TypeHome
			h.Run(30 * time.Millisecond)
			if !homeSent && h.World.MotorSteps() != stood {
				t.Fatal("the motors turn before homing")
			}
		}
		h.Run(time.Second)
		if h.Status == (wire.Status{}) {
			t.Error("no status any more")
		}
	})
}
