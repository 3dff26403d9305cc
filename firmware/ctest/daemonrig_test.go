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

// A daemonRig is the whole firmware on one side and the daemon's end of the line on the other.
type daemonRig struct {
	*wiredFirmware
	t       *testing.T
	cfg     arm.Config
	planner kinematics.Planner
	host    *link.HostProtocol
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

func newDaemonRig(t *testing.T, on target) *daemonRig {
	t.Helper()
	return newDaemonRigAt(t, on, atPowerOn)
}

func newDaemonRigAt(t *testing.T, on target, stood [3]float64) *daemonRig {
	t.Helper()
	cfg := arm.DefaultConfig()
	planner, err := kinematics.NewPlanner(cfg.Links, cfg.Motion)
	if err != nil {
		t.Fatal(err)
	}
	lc := link.DefaultConfig()
	lc.Quiet = 0.1
	host, err := link.NewHostProtocol(lc, robot.LinkSetup(cfg), 5)
	if err != nil {
		t.Fatal(err)
	}
	b := &daemonRig{wiredFirmware: newWiredFirmware(t, on, stood), t: t, cfg: cfg, planner: planner, host: host}
	b.host.PortOpened(0)
	return b
}

// newHomedRig is a daemonRig whose arm has found its switches.
func newHomedRig(t *testing.T, on target) *daemonRig {
	t.Helper()
	b := newDaemonRigAt(t, on, nearSwitches)
	b.awaitEvent(link.EventUp)
	if err := b.host.Home(); err != nil {
		t.Fatal(err)
	}
	b.awaitEvent(link.EventHomed)
	return b
}

// advanceBoth is a turn of both ends.
func (b *daemonRig) advanceBoth() {
	b.t.Helper()
	b.now += time.Duration(b.pace) * ms
	if b.cut {
		b.out = nil
	}
	in := b.back.spoilBytes(b.advance(b.there.spoilBytes(b.out)))
	if b.cut {
		in = nil
	}
	out, events, _ := b.host.Advance(b.now, in)
	b.out, b.events = out, append(b.events, events...)
	b.sendChain()
	if b.each != nil {
		b.each()
	}
}

// sendChain sends what is left of a chain, as far as the queue has room.
func (b *daemonRig) sendChain() {
	for len(b.chain) > 0 && b.host.State().Up && b.host.Segment(b.chain[0]) == nil {
		b.chain = b.chain[1:]
	}
}

func (b *daemonRig) run(d time.Duration) {
	b.t.Helper()
	for end := b.now + d; b.now < end; {
		b.advanceBoth()
	}
}

// awaitEvent runs until the host reports that kind of event, and returns it; earlier events are forgotten.
func (b *daemonRig) awaitEvent(kind link.EventKind) link.Event {
	b.t.Helper()
	for range 60_000 {
		for i, e := range b.events {
			if e.Kind == kind {
				b.events = b.events[i+1:]
				return e
			}
		}
		b.advanceBoth()
	}
	b.t.Fatalf("no %s; events %+v, status %+v", kind, b.events, b.host.State().Status)
	return link.Event{}
}

// queueTravel gives the arm a way to a point, mm.
func (b *daemonRig) queueTravel(x, y, z float64) kinematics.Trajectory {
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

// runToRest runs until the last item is done.
func (b *daemonRig) runToRest() {
	b.t.Helper()
	for range 30_000 {
		if b.advanceBoth(); b.host.State().Status.Done == b.id {
			return
		}
	}
	b.t.Fatalf("not done: %+v, events %+v", b.host.State().Status, b.events)
}

// standsRight reports whether the motors are where the controller says.
func (b *daemonRig) standsRight() bool {
	for j, p := range b.host.State().Status.Position {
		if math.Abs(b.angle(j)*stepsPerDegree-float64(p)/256) > 1.5 {
			return false
		}
	}
	return true
}

func (b *daemonRig) controllerState() uint8 { return b.host.State().Status.State }

// startPump switches the pump on, in the queue.
func (b *daemonRig) startPump() {
	b.t.Helper()
	b.id++
	if err := b.host.Actuate(link.Actuate{ID: b.id, Pump: 1, DwellMs: 50}); err != nil {
		b.t.Fatal(err)
	}
	b.runToRest()
}

func (b *daemonRig) stopArm(kind uint8) {
	b.t.Helper()
	if err := b.host.Stop(kind); err != nil {
		b.t.Fatal(err)
	}
}
