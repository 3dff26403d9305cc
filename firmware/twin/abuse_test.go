package twin

import (
	"bytes"
	"testing"
	"time"

	"crownhead/board"
	"crownhead/firmware/link/wire"
)

// What hangs on the nozzle sweeps into checkers too, and pushes them aside.
func TestHeldCheckerSweeps(t *testing.T) {
	h := startHost(t)
	x, y := h.spot("c3")
	h.over(x, y)
	h.lower(x, y, 17.5)
	h.pump(1, 0, 300)
	h.lower(x, y, 20)
	tx, ty := h.spot("d4")
	h.glide(aim(tx, ty, 20), 30)
	if c := h.w.Counts(); c.MotionFaults != 0 {
		t.Fatalf("on the way to a free square: %+v", c)
	}
	man := h.w.on(square(t, "e3"))
	before := *man
	ex, ey := h.spot("e3")
	h.glide(aim(ex, ey, 20), 30)
	if c := h.w.Counts(); c.Kinds[FaultCollision] == 0 {
		t.Errorf("%+v", c)
	}
	if apart(man.X, man.Y, before.X, before.Y) < 5 {
		t.Errorf("e3 stayed at (%.1f, %.1f)", man.X, man.Y)
	}
}

// Pump off or valve open, each lets go; neither picks anything up.
func TestVacuumNeedsPumpAndClosedValve(t *testing.T) {
	for _, c := range []struct{ pump, valve uint8 }{{0, 0}, {0, 1}, {1, 1}} {
		h := startHost(t)
		x, y := h.spot("c3")
		h.over(x, y)
		h.lower(x, y, 17.5)
		h.pump(c.pump, c.valve, 300)
		if h.w.nozzle.held != unset {
			t.Errorf("pump %d, valve %d lift", c.pump, c.valve)
		}
		h.pump(1, 0, 300)
		if h.w.nozzle.held == unset {
			t.Fatal("not lifted")
		}
		h.pump(c.pump, c.valve, 300)
		if h.w.nozzle.held != unset {
			t.Errorf("pump %d, valve %d hold", c.pump, c.valve)
		}
	}
}

// One seed, one robot: the same bytes at the same times.
func TestSameSeedSameBytes(t *testing.T) {
	play := func(seed uint64) []byte {
		w := NewWorld(NewTruth(seed), seed)
		w.Setup(board.Start(), board.White, 3)
		c := NewController(w, ControllerConfig{Seed: seed})
		var all []byte
		for now := time.Duration(0); now < 3*time.Second; now += 10 * time.Millisecond {
			if now == time.Second {
				w.Press(now)
				_ = w.Move(8, 12)
			}
			out, _ := c.Advance(now, nil)
			all = append(all, out...)
		}
		return all
	}
	if a := play(3); len(a) == 0 || !bytes.Equal(a, play(3)) {
		t.Error("the same seed behaves otherwise")
	}
	if bytes.Equal(play(3), play(4)) {
		t.Error("two seeds, one boot id")
	}
}

// Whatever a host sends, the controller goes on answering, and never moves before homing.
func FuzzController(f *testing.F) {
	f.Add([]byte{byte(wire.TypeHome), byte(wire.TypeSegment), 1, 2, 3})
	f.Add([]byte{byte(wire.TypeStop), 2, 0, 0, byte(wire.TypeClear), 0, 0, byte(wire.TypeHome)})
	f.Fuzz(func(t *testing.T, data []byte) {
		h := newHost(t, exactWorld(t, board.Start(), board.White))
		h.connect(7)
		for len(data) > 0 {
			kind := wire.Type(data[0])
			data = data[1:]
			size, known := kind.Size()
			if !known || size > len(data) || kind == wire.TypeHelloRequest {
				h.in = append(h.in, byte(kind))
				continue
			}
			m, err := wire.Unmarshal(kind, data[:size])
			data = data[size:]
			if err != nil {
				continue
			}
			if kind.Sequenced() {
				h.send(m)
			} else {
				h.in = h.channel.Append(h.in, m)
			}
			h.run(30 * time.Millisecond)
		}
		h.run(time.Second)
		if h.status == (wire.Status{}) {
			t.Error("no status any more")
		}
	})
}
