package arm

import (
	"slices"
	"testing"
	"time"

	"pgregory.net/rapid"

	"crownhead/board"
)

const startFEN = "W:Wa1,c1,e1,g1,b2,d2,f2,h2,a3,c3,e3,g3:Bb6,d6,f6,h6,a7,c7,e7,g7,b8,d8,f8,h8"

// Programs of every kind end with the board of the rules, verified carry by carry, and the arm parked high.
func TestPrograms(t *testing.T) {
	const promotes = "W:Wg7,a1:Bb8,a5" // g7 to f8 or h8
	for _, c := range []struct {
		name, fen, move string
		events          []string
		slots           int // full ones afterwards, of which three held kings
	}{
		{"move", startFEN, "c3 d4", []string{"carried", "done"}, 3},
		{"capture of two", "W:WKa1:Bf2,c3,b6,f6", "a1 a7", []string{"carried", "carried", "carried", "done"}, 5},
		{"promotion", promotes, "g7 f8", []string{"carried", "carried", "done"}, 3},
		{"promotion in a capture", "W:Wd6:Bc7,Kh2", "d6 b8", []string{"carried", "carried", "carried", "done"}, 4},
		{
			"round trip", "W:WKe1,e3:BKa1,Kg1,b2,Kf2,h2,b4,f4,Kb6,Kf6,Kh6,Kd8", "e1 e1",
			[]string{"carried", "carried", "carried", "carried", "done"},
			7,
		},
		{
			"round trip with promotion", "B:Wg1,Kb2,e3,h4,c5,e5,a7,e7,g7:Bf2,Kh2,a3,g3,b6,f6,h8", "a3 a3 g7",
			[]string{"carried", "carried", "carried", "carried", "carried", "carried", "carried", "done"},
			8,
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			turn := turnOf(t, c.fen, c.move)
			f := newFakeRobot(t, turn.Before.Turn.Other(), 0)
			f.start(c.fen, c.move)
			f.run(EventDone)
			if want := turn.Before.Play(turn.Move).Occupied(); f.squares != want || f.held {
				t.Errorf("squares %v, want %v; held %v", f.squares, want, f.held)
			}
			if !slices.Equal(f.kinds(), c.events) || len(f.slots) != c.slots || f.stops != 0 {
				t.Errorf("events %v, %d slots, %d stops", f.kinds(), len(f.slots), f.stops)
			}
			if tip := f.arm.Tip(f.position); tip.Z < 85 || f.maxQueued > 14 {
				t.Errorf("parked at %v, %d in flight", tip, f.maxQueued)
			}
		})
	}
}

// The base turns the same way before every grip and every release, so that its play is taken up.
func TestOneSide(t *testing.T) {
	f := newFakeRobot(t, board.Black, 0)
	f.start("W:WKa1:Bf2,c3,b6,f6", "a1 a7")
	f.run(EventDone)
	last, turned, checked := f.position[0], 0, 0
	for _, o := range f.orders {
		switch {
		case o.actuate && o.dwell >= 300*time.Millisecond:
			if checked++; turned <= 0 {
				t.Errorf("item %d: the base came from the other side", o.id)
			}
		case !o.actuate && abs(o.segment.End[0]-last) > 256:
			turned = int(o.segment.End[0] - last)
		}
		if !o.actuate {
			last = o.segment.End[0]
		}
	}
	if checked != 6 {
		t.Errorf("%d grips and releases, want 6", checked)
	}
}

func abs(x int32) int32 { return max(x, -x) }

// A low tip is lifted straight before anything else.
func TestLowStart(t *testing.T) {
	f := newFakeRobot(t, board.Black, 0)
	p := f.arm.Centre(onSquare(board.Square(13)), board.Black)
	p.Z = 18
	q, err := f.arm.cfg.Links.Inverse(p)
	if err != nil {
		t.Fatal(err)
	}
	f.position = f.arm.planner.MotorPositionAt(q)
	f.start(startFEN, "c3 d4") // the fake refuses ways aside below 60 mm
	f.run(EventDone)
	if first := f.orders[1].tip; first.Z <= p.Z { // after the queue's head start
		t.Errorf("begins towards %v", first)
	}
}

// A missed pick is tried again, lower, then round the place, and reported each time.
func TestMissedPick(t *testing.T) {
	f := newFakeRobot(t, board.Black, 0)
	f.failingPicks = 3
	f.start(startFEN, "c3 d4")
	f.run(EventDone)
	if want := []string{"retry", "retry", "retry", "carried", "done"}; !slices.Equal(f.kinds(), want) {
		t.Errorf("events %v", f.kinds())
	}
	place := f.arm.Centre(onSquare(9), board.Black)
	var tips [][2]float64
	for i, o := range f.orders {
		if o.actuate && o.pump && o.dwell == 300*time.Millisecond {
			tip := f.orders[i-1].tip
			tips = append(tips, [2]float64{roundToTenth(tip.X - place.X), roundToTenth(tip.Z)})
		}
	}
	for i, o := range f.orders {
		if o.actuate && !o.pump && o.dwell == ventTime && f.orders[i-1].tip.Z > 25 {
			t.Errorf("lets a perhaps held checker go at %v", f.orders[i-1].tip)
		}
	}
	if n := countOrders(f.orders, func(o order) bool { return o.actuate && o.dwell == ventTime }); n != 3 {
		t.Errorf("the vacuum of the last try is vented %d times before the next one", n)
	}
	if want := [][2]float64{{0, 17.5}, {0, 15.5}, {2, 15.5}, {0, 15.5}}; !slices.Equal(tips, want) {
		t.Errorf("picked at (dx, z) %v, want %v", tips, want)
	}
}

func countOrders(orders []order, is func(o order) bool) int {
	n := 0
	for _, o := range orders {
		if is(o) {
			n++
		}
	}
	return n
}

func roundToTenth(x float64) float64 { return float64(int(x*10+1000.5)-1000) / 10 }

// When it can't be picked up the arm parks and asks; Resume tries again while the checker is where it was, and
// goes on when somebody has moved it.
func TestHelpPick(t *testing.T) {
	f := newFakeRobot(t, board.Black, 0)
	f.failingPicks = 7
	program := f.start(startFEN, "c3 d4")
	e := f.run(EventHelpPick)
	if e.Square.String() != "c3" || e.Step != 0 || f.arm.Tip(f.position).Z < 85 {
		t.Fatalf("%+v at %v", e, f.arm.Tip(f.position))
	}
	f.runner.Resume()
	f.run(EventRetry) // the seventh miss: it really tries again
	f.run(EventDone)

	f = newFakeRobot(t, board.Black, 0)
	f.failingPicks = 100
	f.start(startFEN, "c3 d4")
	f.run(EventHelpPick)
	f.squares = program.Carries[0].Expect
	f.runner.Resume()
	f.run(EventDone)
	if n := len(f.kinds()); f.events[n-2].Kind != EventCarried {
		t.Errorf("events %v", f.kinds())
	}
}

// A checker that fell on the way is asked for, once the arm has seen that it doesn't hang on the nozzle.
func TestHelpPlace(t *testing.T) {
	f := newFakeRobot(t, board.Black, 0)
	f.fallingCheckers = 1
	program := f.start(startFEN, "c3 d4")
	e := f.run(EventHelpPlace)
	if e.Square.String() != "d4" || !slices.Equal(f.kinds(), []string{"help_place"}) {
		t.Fatalf("%+v, %v", e, f.kinds())
	}
	f.squares = program.Before | 1<<13 // it was put on d4, but another one on c3
	f.runner.Resume()
	if e := f.run(EventDisturbed); e.Expected != program.Carries[0].Expect {
		t.Fatalf("%+v", e)
	}
	f.squares = program.Carries[0].Expect
	f.runner.Resume()
	f.run(EventDone)
}

// A king that doesn't arrive was perhaps not picked up: the tray has no sensors.
func TestMissedKing(t *testing.T) {
	f := newFakeRobot(t, board.Black, 0)
	armed := false
	f.beforeStep = func() {
		if len(f.events) == 1 && !armed {
			armed, f.failingPicks = true, 1 // the second carry's pick
		}
	}
	f.start("W:Wg7,a1:Bb8,a5", "g7 f8")
	f.run(EventDone)
	if want := []string{"carried", "retry", "carried", "done"}; !slices.Equal(f.kinds(), want) {
		t.Errorf("events %v", f.kinds())
	}
	f = newFakeRobot(t, board.Black, 0)
	f.slots = map[int]bool{}
	f.start("W:Wg7,a1:Bb8,a5", "g7 f8")
	if e := f.run(EventHelpPlace); e.Square.String() != "f8" || e.Step != 1 {
		t.Errorf("%+v", e)
	}
}

// A square that changes without the arm stops it; one that only flickers doesn't.
func TestDisturbed(t *testing.T) {
	f := newFakeRobot(t, board.Black, 0)
	f.start(startFEN, "c3 d4")
	begin := f.now
	f.beforeStep = func() {
		if t := f.now - begin; t > time.Second && t < 1100*time.Millisecond {
			f.flicker = 1 << 20
		} else {
			f.flicker = 0
		}
	}
	f.run(EventDone)
	if f.stops != 0 {
		t.Fatalf("stopped by a flicker of 100 ms: %v", f.kinds())
	}
	f = newFakeRobot(t, board.Black, 0)
	program := f.start(startFEN, "c3 d4")
	at := time.Duration(0)
	f.beforeStep = func() {
		if f.now > 2*time.Second && at == 0 {
			at, f.flicker = f.now, 1<<20
		}
	}
	e := f.run(EventDisturbed)
	if e.Expected != program.Before && e.Expected != program.Before&^(1<<9) || e.Seen != e.Expected^1<<20 || f.stops != 1 {
		t.Errorf("%+v, %d stops", e, f.stops)
	}
	if took := f.now - at; took < 150*time.Millisecond || took > 200*time.Millisecond {
		t.Errorf("stopped after %v", took)
	}
	f.run(EventHeld)
	f.flicker, f.latched = 0, false
	f.runner.Resume()
	f.run(EventDone)
	if f.squares != occupancyAfter(t, startFEN, "c3 d4") {
		t.Errorf("squares %v", f.squares)
	}
}

// The squares of the carry itself are watched, too, except while the arm works on them.
func TestDisturbedOwnSquares(t *testing.T) {
	for _, c := range []struct {
		name    string
		flicker board.Bits
		when    func(f *fakeRobot) bool
	}{
		{"origin emptied before the arm is there", 1 << 9, func(f *fakeRobot) bool { return f.now > 300*time.Millisecond }},
		{"target filled before the arm is there", 1 << 13, func(f *fakeRobot) bool { return f.now > 300*time.Millisecond }},
		{"origin filled again on the way", 1 << 9, func(f *fakeRobot) bool { return f.runner.stage == placing && !f.runner.aboveTarget }},
	} {
		f := newFakeRobot(t, board.Black, 0)
		f.start(startFEN, "c3 d4")
		f.beforeStep = func() {
			if c.when(f) {
				f.flicker = c.flicker
			}
		}
		f.run(EventDisturbed)
		if f.stops != 1 || len(f.events) != 1 {
			t.Errorf("%s: %v, %d stops", c.name, f.kinds(), f.stops)
		}
	}
}

// A board that never settles is a disturbance, not an endless wait.
func TestRestless(t *testing.T) {
	f := newFakeRobot(t, board.Black, 0)
	f.start(startFEN, "c3 d4")
	f.beforeStep = func() { f.flicker ^= 1 << 20 }
	f.run(EventDisturbed)
}

// Stopped or disturbed at any moment and resumed, every program still ends with the right board and an empty
// nozzle; and nobody is asked for a checker that hangs on it.
func TestHoldAnywhere(t *testing.T) {
	const fen, move = "W:Wd6:Bc7,Kh2", "d6 b8"
	want := occupancyAfter(t, fen, move)
	rapid.Check(t, func(rt *rapid.T) {
		f := newFakeRobot(t, board.Black, 0)
		f.start(fen, move)
		f.failingPicks, f.sensorLag = rapid.IntRange(0, 2).Draw(rt, "misses"), rapid.IntRange(0, 6).Draw(rt, "lag")
		for range rapid.IntRange(1, 3).Draw(rt, "holds") {
			wait := rapid.IntRange(0, 600).Draw(rt, "steps")
			own := rapid.Bool().Draw(rt, "by the controller")
			for range wait {
				events, _ := f.runner.Advance(f.now, f.status(), f)
				f.events = append(f.events, events...)
				f.step(20 * time.Millisecond)
			}
			switch f.runner.stage {
			case idle, starting, suspended: // done, or about to go on
				continue
			}
			if own {
				f.Stop()
			} else {
				f.disturbBoard()
			}
			if f.runner.stage == idle {
				continue // it was done just before that
			}
			held := f.run(EventHeld)
			for range f.sensorLag {
				f.step(20 * time.Millisecond)
			}
			if held.Expected != f.bits() {
				rt.Fatalf("step %d, stage %d: expects %v, but stands at %v", held.Step, f.runner.pausedStage, held.Expected, f.bits())
			}
			f.latched = false
			f.runner.Resume()
		}
		if !slices.Contains(f.kinds(), EventDone) {
			f.run(EventDone)
		}
		if f.squares != want || f.held || len(f.slots) != 4 || f.slots[14] {
			rt.Fatalf("squares %v, want %v; held %v; slots %v; events %v", f.squares, want, f.held, f.slots, f.kinds())
		}
	})
}

// disturbBoard changes a square until the runner stops the arm.
func (f *fakeRobot) disturbBoard() {
	f.flicker = 1
	for f.runner.stage != stopping && f.runner.stage != idle {
		events, _ := f.runner.Advance(f.now, f.status(), f)
		f.events = append(f.events, events...)
		f.step(20 * time.Millisecond)
	}
	f.flicker = 0
}

// A controller that forgets its position, or never finishes, is a fault; nothing moves any more.
func TestFaults(t *testing.T) {
	for name, spoil := range map[string]func(f *fakeRobot){
		"position lost": func(f *fakeRobot) { f.homed = false },
		"frozen":        func(f *fakeRobot) { f.frozen = true },
	} {
		f := newFakeRobot(t, board.Black, 0)
		f.start(startFEN, "c3 d4")
		f.beforeStep = func() {
			if f.now > 3*time.Second {
				spoil(f)
			}
		}
		if e := f.run(EventFault); e.Detail == "" || f.runner.Active() {
			t.Errorf("%s: %+v", name, e)
		}
		n := len(f.orders)
		f.runner.Advance(f.now, f.status(), f)
		if len(f.orders) != n {
			t.Errorf("%s: goes on", name)
		}
	}
}

// Park needs no program; Start from a later carry skips what is done; an empty program parks.
func TestParkAndStart(t *testing.T) {
	f := newFakeRobot(t, board.Black, 0)
	f.runner.Park()
	f.run(EventParked)
	if tip := f.arm.Tip(f.position); roundToTenth(tip.Z) != 90 {
		t.Errorf("parked at %v", tip)
	}
	program := f.start("W:WKa1:Bf2,c3,b6,f6", "a1 a7")
	f.squares = program.Carries[0].Expect
	f.runner.Start(program, 1)
	f.run(EventDone)
	if want := []string{"parked", "carried", "carried", "done"}; !slices.Equal(f.kinds(), want) {
		t.Errorf("events %v", f.kinds())
	}
	f.runner.Start(Program{Before: f.squares, TurnOver: board.NoSquare}, 0)
	f.run(EventDone)
}
