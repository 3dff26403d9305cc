package world

import (
	"math/rand/v2"
	"slices"
	"time"

	"crownhead/board"
	"crownhead/firmware/twin/groundtruth"
	"crownhead/firmware/twin/witness"
)

// Random streams: each kind of chance has one of its own, so that one more draw from one of them does
// not shift the others. The ground truth has streams 1 and 8, the controller and the cable 5, 6 and 7,
// the flicker of sensors 10.
const (
	streamHand  = 2
	streamRobot = 3
	streamMiss  = 4
	streamSlip  = 9
)

// World is everything that is not the controller: checkers, arm, nozzle, buttons, and the witness
// that watches them. It is a step machine, owned by one goroutine.
type World struct {
	truth   groundtruth.Robot
	visitor board.Color // whose side is place 0
	spares  int         // kings that belong in the tray

	checkers []Checker
	falling  []int // scratch of settleCheckers
	arm      linkage
	nozzle   nozzle
	near     bool // the tip is low enough to touch something

	button button
	estop  bool    // the emergency button is in
	sags   bool    // the motors' supply does
	open   [3]bool // limit switches that don't close

	field  uint32 // what healthy sensors read
	unread bool   // … must be looked at again: a checker has moved
	faulty faultyField

	exact      bool // the visitor's hand lays without scatter
	handRNG    *rand.Rand
	robotRNG   *rand.Rand
	missRNG    *rand.Rand
	missChance float64

	witness *witness.Witness

	display Display
	changed bool // since Changed was last asked
}

// Display is what the controller shows to people.
type Display struct {
	Homed, Moving bool
	ButtonLED     uint8
	Servos        [4]uint16
	LEDs          [16]byte
}

// New returns an empty board beside an arm that stands as it was left: upright.
func New(truth groundtruth.Robot, seed uint64) *World {
	w := &World{
		truth:    truth,
		handRNG:  rand.New(rand.NewPCG(seed, streamHand)),
		robotRNG: rand.New(rand.NewPCG(seed, streamRobot)),
		missRNG:  rand.New(rand.NewPCG(seed, streamMiss)),
		nozzle:   nozzle{held: noChecker, slip: slip{rng: rand.New(rand.NewPCG(seed, streamSlip))}},
		faulty:   faultyField{seed: seed},
		witness:  witness.New(&truth),
		changed:  true,
		unread:   true,
	}
	w.arm.link = [3]float64{20, 80, -10}
	w.arm.turnMotors(&w.truth, w.arm.link)
	return w
}

// Truth is the robot as it is.
func (w *World) Truth() groundtruth.Robot { return w.truth }

// SetExact makes the visitor's hand lay checkers without scatter.
func (w *World) SetExact(exact bool) { w.exact = exact }

// SetMiss makes a pick fail with chance p.
func (w *World) SetMiss(p float64) { w.missChance = p }

// SetSlip makes a lifted checker fall on its way with chance p.
func (w *World) SetSlip(p float64) { w.nozzle.slip.chance = p }

// SetSensors gives the sensors their faults, and takes those away that they had.
func (w *World) SetSensors(f SensorFaults) {
	w.faulty.SensorFaults, w.faulty.restless, w.faulty.wrong = f, f.Flicker != [32]float64{}, 0
	w.changed = true
}

// SetSupplySag lets the motors' supply sag, or ends that.
func (w *World) SetSupplySag(on bool) { w.sags = on }

// SetSwitchStuckOpen makes a joint's limit switch stay open, or mends it.
func (w *World) SetSwitchStuckOpen(joint int, on bool) { w.open[joint] = on }

// Press presses the red button and lets it go after a moment.
func (w *World) Press(now time.Duration) {
	if w.button.down && now-w.button.pressed < pressLength {
		return
	}
	w.button = button{pressed: now, down: true}
	w.changed = true
}

// Estop presses the emergency button, which stays in, or pulls it out again.
func (w *World) Estop(in bool) { w.estop, w.changed = in, true }

// Checkers is a copy of all checkers, in the order of their ids.
func (w *World) Checkers() []Checker { return slices.Clone(w.checkers) }

// Tip is where the tip of the nozzle really is.
func (w *World) Tip() groundtruth.Point { return w.arm.tip }

// Middle is where the middle of a square really is.
func (w *World) Middle(sq board.Square) groundtruth.Point {
	x, y := w.squareCentre(sq)
	return groundtruth.Point{X: x, Y: y, Z: w.truth.Board.HeightAt(x, y)}
}

// squareCentre is the centre of a square as the visitor sits: the corner at their left is place 0.
func (w *World) squareCentre(sq board.Square) (x, y float64) {
	return w.truth.Board.PlaceCentre(groundtruth.PlaceOf(sq, w.visitor))
}

// Slot is where a slot of the tray really is; the trophies' slots count first, then those of the spare kings.
func (w *World) Slot(n int) groundtruth.Point {
	t := &w.truth.Tray
	at := append(t.Trophies[:len(t.Trophies):len(t.Trophies)], t.Spares...)[n]
	at.Z = t.Surface
	return at
}

// Witness judges the motion of the arm. A driver tells it what it cannot see.
func (w *World) Witness() *witness.Witness { return w.witness }

// Counts is a copy of what has been counted so far: by the witness, and about the nozzle.
func (w *World) Counts() witness.Counts {
	c, n := w.witness.Counts(), &w.nozzle
	c.Picks, c.PickMisses, c.Drops, c.Slips = n.picks, n.misses, n.drops, n.slips
	return c
}

// CountMotionFault counts a motion fault that a driver knows of; one that lasts counts once.
func (w *World) CountMotionFault(now time.Duration, kind, format string, args ...any) {
	if w.witness.CountMotionFault(now, kind, format, args...) {
		w.changed = true
	}
}

// Changed reports whether there is anything new to show since MarkShown.
func (w *World) Changed() bool { return w.changed }

// MarkChanged says that there is something new to show, MarkShown that it has been shown.
func (w *World) MarkChanged() { w.changed = true }

// MarkShown says that the present state has been shown.
func (w *World) MarkShown() { w.changed = false }
