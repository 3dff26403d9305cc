package ctest

import (
	"math"
	"testing"
	"time"

	"crownhead/arm"
	"crownhead/firmware/link"
	"crownhead/kinematics"
	"crownhead/robot"
)

// A bench is the whole firmware on one side and the daemon's end of the line on the other.
type bench struct {
	*wired
	t       *testing.T
	cfg     arm.Config
	planner kinematics.Planner
	host    *link.Machine
	now     time.Duration
	cut     bool // the line
	there   *spoiler
	back    *spoiler
	out     []byte // on its way to the firmware

	events []link.Event
	side   float64 // mm to the left of where the arm has gone on
	id     uint16
	chain  []link.Segment // still to be sent
	each   func()         // called after every turn
}

func newBench(t *testing.T, on target) *bench {
	t.Helper()
	return benchFrom(t, on, atPowerOn)
}

func benchFrom(t *testing.T, on target, stood [3]float64) *bench {
	t.Helper()
	cfg := arm.DefaultConfig()
	planner, err := kinematics.NewPlanner(cfg.Links, cfg.Motion)
	if err != nil {
		t.Fatal(err)
	}
	lc := link.DefaultConfig()
	lc.Quiet = 0.1
	host, err := link.New(lc, robot.LinkSetup(cfg), 5)
	if err != nil {
		t.Fatal(err)
	}
	b := &bench{wired: newWired(t, on, stood), t: t, cfg: cfg, planner: planner, host: host}
	b.host.Open(0)
	return b
}

// homed is a bench whose arm has found its switches.
func homed(t *testing.T, on target) *bench {
	t.Helper()
	b := benchFrom(t, on, nearSwitches)
	b.await(link.Up)
	if err := b.host.Home(); err != nil {
		t.Fatal(err)
	}
	b.await(link.Homed)
	return b
}

// step is a turn of both ends.
func (b *bench) step() {
	b.t.Helper()
	b.now += time.Duration(b.pace) * ms
	if b.cut {
		b.out = nil
	}
	in := b.back.pass(b.turn(b.there.pass(b.out)))
	if b.cut {
		in = nil
	}
	out, events, _ := b.host.Advance(b.now, in)
	b.out, b.events = out, append(b.events, events...)
	b.feed()
	if b.each != nil {
		b.each()
	}
}

// feed sends what is left of a chain, as far as the queue has room.
func (b *bench) feed() {
	for len(b.chain) > 0 && b.host.State().Up && b.host.Segment(b.chain[0]) == nil {
		b.chain = b.chain[1:]
	}
}

func (b *bench) run(d time.Duration) {
	b.t.Helper()
	for end := b.now + d; b.now < end; {
		b.step()
	}
}

// await runs until the host reports that kind of event, and returns it; earlier events are forgotten.
func (b *bench) await(kind link.Kind) link.Event {
	b.t.Helper()
	for range 60_000 {
		for i, e := range b.events {
			if e.Kind == kind {
				b.events = b.events[i+1:]
				return e
			}
		}
		b.step()
	}
	b.t.Fatalf("no %s; events %+v, status %+v", kind, b.events, b.host.State().Status)
	return link.Event{}
}

// travel gives the arm a way to a point, mm.
func (b *bench) travel(x, y, z float64) kinematics.Trajectory {
	b.t.Helper()
	chain, err := b.planner.PlanJointMove(b.host.State().Status.Position, kinematics.Vec{X: x, Y: y, Z: z})
	if err != nil {
		b.t.Fatal(err)
	}
	for _, s := range chain.Segments {
		b.id++
		b.chain = append(b.chain, link.Segment{ID: b.id, Ticks: s.Ticks, End: s.End, Exit: s.Exit})
	}
	return chain
}

// settled runs until the last item is done.
func (b *bench) settled() {
	b.t.Helper()
	for range 30_000 {
		if b.step(); b.host.State().Status.Done == b.id {
			return
		}
	}
	b.t.Fatalf("not done: %+v, events %+v", b.host.State().Status, b.events)
}

// stands tells whether the motors are where the controller says.
func (b *bench) stands() bool {
	for j, p := range b.host.State().Status.Position {
		if math.Abs(b.angle(j)*stepsPerDegree-float64(p)/256) > 1.5 {
			return false
		}
	}
	return true
}

func (b *bench) state() uint8 { return b.host.State().Status.State }

// pump switches the pump on, in the queue.
func (b *bench) pump() {
	b.t.Helper()
	b.id++
	if err := b.host.Actuate(link.Actuate{ID: b.id, Pump: 1, DwellMs: 50}); err != nil {
		b.t.Fatal(err)
	}
	b.settled()
}

func (b *bench) stop(kind uint8) {
	b.t.Helper()
	if err := b.host.Stop(kind); err != nil {
		b.t.Fatal(err)
	}
}
