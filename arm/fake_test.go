package arm

import (
	"math"
	"strings"
	"testing"
	"time"

	"crownhead/board"
	"crownhead/board/inventory"
	"crownhead/kinematics"
)

// A fakeRobot is a controller with a board below it: items take their time one after the other, the nozzle lifts what is
// under it and lets it go where it is.
type fakeRobot struct {
	t       testing.TB
	arm     *Arm
	runner  *Runner
	visitor board.Color

	now            time.Duration
	orderStartedAt time.Duration // when the item at work began
	queue          []order
	next           uint16 // the id that must come next, if any came before
	seenID         bool
	done           uint16
	position       kinematics.MotorPosition
	homed          bool
	latched        bool
	frozen         bool // acknowledges but does nothing
	lossy          bool // the line to it

	squares    board.Bits
	slots      map[int]bool
	held       bool
	pumping    bool
	heldFrom   Place // where the held checker comes from
	flicker    board.Bits
	unknown    board.Bits   // squares whose sensors the runner isn't to believe
	sensorLag  int          // how many steps late the sensors are
	laggedBits []board.Bits // what they saw in these

	failingPicks    int // how many picks fail
	fallingCheckers int // how many checkers fall on the way, out of everybody's sight

	stops      int
	maxQueued  int // in flight at once
	orders     []order
	events     []Event
	beforeStep func() // called before each step
}

type order struct {
	id      uint16
	segment Segment
	actuate bool
	pump    bool
	valve   bool
	dwell   time.Duration
	tip     kinematics.Vec // where the tip is when it is done
}

func (o order) duration() time.Duration {
	if o.actuate {
		return o.dwell
	}
	return o.segment.Duration()
}

func newFakeRobot(t testing.TB, visitor board.Color, squares board.Bits) *fakeRobot {
	a, err := New(DefaultConfig())
	if err != nil {
		t.Fatal(err)
	}
	f := &fakeRobot{
		t: t, arm: a, visitor: visitor, squares: squares, homed: true, runner: NewRunner(a, visitor),
		slots: map[int]bool{12: true, 13: true, 14: true}, done: 65530,
	}
	f.position = a.planner.MotorPositionAt(kinematics.Joints{Base: 20, Upper: 80, Forearm: -10})
	return f
}

func (f *fakeRobot) Segment(id uint16, s Segment) {
	last := f.position
	for i := len(f.queue) - 1; i >= 0; i-- {
		if !f.queue[i].actuate {
			last = f.queue[i].segment.End
			break
		}
	}
	f.queueOrder(order{id: id, segment: s, tip: f.arm.Tip(s.End)})
	a, b := f.arm.Tip(last), f.arm.Tip(s.End)
	if sideways := math.Hypot(a.X-b.X, a.Y-b.Y); sideways > 5 && math.Min(a.Z, b.Z) < 60 {
		f.t.Fatalf("%.1f mm to one side at height %.1f", sideways, math.Min(a.Z, b.Z))
	}
}

func (f *fakeRobot) Actuate(id uint16, pump, valve bool, dwell time.Duration) {
	f.queueOrder(order{id: id, actuate: true, pump: pump, valve: valve, dwell: dwell})
}

func (f *fakeRobot) queueOrder(o order) {
	if f.latched {
		f.t.Fatal("an item for a controller that is stopped")
	}
	if f.seenID && o.id != f.next {
		f.t.Fatalf("id %d, want %d", o.id, f.next)
	}
	if len(f.queue) == 0 {
		f.orderStartedAt = f.now
	}
	f.seenID, f.next = true, o.id+1
	f.queue, f.orders = append(f.queue, o), append(f.orders, o)
	f.maxQueued = max(f.maxQueued, len(f.queue))
}

// Stop lets a moving arm stand at the end of its segment at once: where that is does not matter to a runner.
func (f *fakeRobot) Stop() {
	f.stops++
	if len(f.queue) > 0 && !f.queue[0].actuate {
		f.position = f.queue[0].segment.End
	}
	f.queue, f.latched = nil, true
}

// step lets time pass.
func (f *fakeRobot) step(d time.Duration) {
	f.now += d
	if f.laggedBits = append(f.laggedBits, f.bits()); len(f.laggedBits) > f.sensorLag {
		f.laggedBits = f.laggedBits[len(f.laggedBits)-f.sensorLag:]
	}
	for !f.frozen && len(f.queue) > 0 && f.now >= f.orderStartedAt+f.queue[0].duration() {
		o := f.queue[0]
		f.orderStartedAt += o.duration()
		f.queue, f.done = f.queue[1:], o.id
		if o.actuate {
			f.switchPump(o)
		} else {
			f.position = o.segment.End
		}
	}
}

func (f *fakeRobot) switchPump(o order) {
	f.pumping = o.pump
	p, ok := f.placeUnderTip(12 + 9)
	switch {
	case o.pump && ok && !f.held && f.hasChecker(p):
		if f.failingPicks > 0 {
			f.failingPicks--
			return
		}
		f.held, f.heldFrom = true, p
	case !o.pump && f.held:
		f.held = false
		f.removeChecker(f.heldFrom)
		if f.fallingCheckers > 0 {
			f.fallingCheckers--
			return
		}
		if !ok {
			f.t.Fatalf("let go at %v", f.arm.Tip(f.position))
		}
		f.squares |= p.squareBit()
		if !p.HasSensor() {
			f.slots[p.Slot] = true
		}
	}
}

// placeUnderTip is the place right under the tip, if the tip is low.
func (f *fakeRobot) placeUnderTip(low float64) (Place, bool) {
	tip := f.arm.Tip(f.position)
	places := make([]Place, 0, 47)
	for s := range board.NoSquare {
		places = append(places, onSquare(s))
	}
	for n := range 15 {
		places = append(places, inSlot(n))
	}
	for _, p := range places {
		c := f.arm.Centre(p, f.visitor)
		if math.Hypot(tip.X-c.X, tip.Y-c.Y) < 5 && tip.Z < low {
			return p, true
		}
	}
	return Place{}, false
}

func (f *fakeRobot) hasChecker(p Place) bool {
	if p.HasSensor() {
		return f.squares.Has(p.Square)
	}
	return f.slots[p.Slot]
}

func (f *fakeRobot) removeChecker(p Place) {
	f.squares &^= p.squareBit()
	if !p.HasSensor() {
		delete(f.slots, p.Slot)
	}
}

// bits is what the sensors see: a held checker is seen by the sensor that it is less than 8 mm above.
func (f *fakeRobot) bits() board.Bits {
	bits := f.squares
	if f.held {
		bits &^= f.heldFrom.squareBit()
		if p, ok := f.placeUnderTip(12 + 5 + 8); ok {
			bits |= p.squareBit()
		}
	}
	return bits ^ f.flicker
}

func (f *fakeRobot) status() Status {
	bits := f.bits()
	if f.sensorLag > 0 && len(f.laggedBits) > 0 {
		bits = f.laggedBits[0]
	}
	return Status{
		Done: f.done, Idle: len(f.queue) == 0, Bits: bits, Position: f.position, Homed: f.homed, Pumping: f.pumping, Stopped: f.latched,
		Unknown: f.unknown, Lossy: f.lossy,
	}
}

// run goes on until an event of the kind, or fails after a minute for each carry.
func (f *fakeRobot) run(kind string) Event {
	f.t.Helper()
	const period = 20 * time.Millisecond
	last := len(f.events)
	for range 5000 {
		if f.beforeStep != nil {
			f.beforeStep()
		}
		events, next := f.runner.Advance(f.now, f.status(), f)
		if next <= f.now {
			f.t.Fatalf("wants to be called again at %v, now is %v", next, f.now)
		}
		f.events = append(f.events, events...)
		for _, e := range f.events[last:] {
			if e.Kind == kind {
				return e
			}
		}
		last = len(f.events)
		f.step(period)
	}
	f.t.Fatalf("no %q; events: %+v", kind, f.events)
	return Event{}
}

// kinds are the events so far.
func (f *fakeRobot) kinds() []string {
	var list []string
	for _, e := range f.events {
		list = append(list, e.Kind)
	}
	return list
}

// start plans a move and starts it.
func (f *fakeRobot) start(fen, move string) Program {
	f.t.Helper()
	turn := turnOf(f.t, fen, move)
	f.squares = turn.Before.Occupied()
	program, err := f.arm.Plan(turn, f.visitor, inventoryOf(f, turn))
	if err != nil {
		f.t.Fatal(err)
	}
	f.runner.Start(program, 0)
	return program
}

// inventoryOf is where every checker is at the beginning of a turn, with an empty tray.
func inventoryOf(f *fakeRobot, turn Turn) inventory.Inventory {
	trophies, kings := f.arm.TraySlots()
	return inventory.New(turn.Before, f.visitor.Other(), trophies, kings)
}

// turnOf finds a legal move: from, to, and squares that it must capture.
func turnOf(t testing.TB, fen, move string) Turn {
	t.Helper()
	p, err := board.ParseFEN(fen)
	if err != nil {
		t.Fatal(err)
	}
	var named []board.Square
	for _, name := range strings.Fields(move) {
		s, err := board.ParseSquare(name)
		if err != nil {
			t.Fatal(err)
		}
		named = append(named, s)
	}
	for _, m := range p.Moves() {
		fits := m.From == named[0] && m.To == named[1]
		for _, s := range named[2:] {
			fits = fits && m.Captured.Has(s)
		}
		if fits {
			return Turn{Before: p, Move: m}
		}
	}
	t.Fatalf("no move %s in %s", move, fen)
	return Turn{}
}

// occupancyAfter is the occupancy after a move.
func occupancyAfter(t testing.TB, fen, move string) board.Bits {
	t.Helper()
	turn := turnOf(t, fen, move)
	return turn.Before.Play(turn.Move).Occupied()
}
