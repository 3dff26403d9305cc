package world

import (
	"math/rand/v2"
	"slices"
	"time"

	"crownhead/board"
	"crownhead/firmware/twin/groundtruth"
	"crownhead/firmware/twin/witness"
)

// World is everything that is not the controller: checkers, arm, nozzle, buttons, and the witness
// that watches them. It is a step machine, owned by one goroutine.
type World struct {
	truth   groundtruth.Robot
	visitor board.Color // whose side is place 0
	spares  int         // kings that belong in the tray

	checkers  []Checker
	falling   []int // scratch of settleCheckers
	motors    motors
	arm       linkage
	nozzle    nozzle
	tipWasLow bool // the tip is low enough to touch something

	button          button
	estop           bool    // the emergency button is in
	supplySag       bool    // the motors' supply does
	switchStuckOpen [3]bool // limit switches that don't close

	hallBits      uint32 // what healthy sensors read
	sensorsStale  bool   // … must be looked at again: a checker has moved
	faultySensors faultySensors

	noScatter      bool // the visitor's hand lays without scatter
	handRNG        *rand.Rand
	robotRNG       *rand.Rand
	pickMissRNG    *rand.Rand
	pickMissChance float64

	witness *witness.Witness

	outputs Outputs
	dirty   bool // since Changed was last asked
}

// Outputs is what the controller shows to people.
type Outputs struct {
	Homed, Moving bool
	ButtonLED     uint8
	Servos        [4]uint16
	LEDs          [16]byte
}

// New returns an empty board beside an arm that stands as it was left: upright.
func New(truth groundtruth.Robot, seed uint64) *World {
	w := &World{
		truth:         truth,
		handRNG:       rand.New(rand.NewPCG(seed, groundtruth.StreamVisitorHand)),
		robotRNG:      rand.New(rand.NewPCG(seed, groundtruth.StreamRelease)),
		pickMissRNG:   rand.New(rand.NewPCG(seed, groundtruth.StreamPickMiss)),
		nozzle:        nozzle{gripped: noChecker, transitDrop: transitDrop{rng: rand.New(rand.NewPCG(seed, groundtruth.StreamTransitDrop))}},
		faultySensors: faultySensors{seed: seed},
		motors:        newMotors(&truth),
		witness:       witness.New(&truth),
		dirty:         true,
		sensorsStale:  true,
	}
	w.arm.linkAngles = [3]float64{20, 80, -10}
	w.arm.followMotors(&w.truth, w.arm.linkAngles)
	return w
}

// Truth is the robot as it is.
func (w *World) Truth() groundtruth.Robot { return w.truth }

// SetNoScatter makes the visitor's hand lay checkers without scatter.
func (w *World) SetNoScatter(exact bool) { w.noScatter = exact }

// SetPickMissChance makes a pick fail with chance p.
func (w *World) SetPickMissChance(p float64) { w.pickMissChance = p }

// SetTransitDropChance makes a lifted checker fall on its way with chance p.
func (w *World) SetTransitDropChance(p float64) { w.nozzle.transitDrop.chance = p }

// SetSensorFaults gives the sensors their faults, and takes those away that they had.
func (w *World) SetSensorFaults(f SensorFaults) {
	w.faultySensors.SensorFaults, w.faultySensors.flickers, w.faultySensors.flipped = f, f.Flicker != [32]float64{}, 0
	w.dirty = true
}

// SetSupplySag lets the motors' supply sag, or ends that.
func (w *World) SetSupplySag(on bool) { w.supplySag = on }

// SetSwitchStuckOpen makes a joint's limit switch stay open, or mends it.
func (w *World) SetSwitchStuckOpen(joint int, on bool) { w.switchStuckOpen[joint] = on }

// Press presses the red button and lets it go after a moment.
func (w *World) Press(now time.Duration) {
	if w.button.down && now-w.button.pressedAt < pressLength {
		return
	}
	w.button = button{pressedAt: now, down: true}
	w.dirty = true
}

// Estop presses the emergency button, which stays in, or pulls it out again.
func (w *World) Estop(in bool) { w.estop, w.dirty = in, true }

// Checkers is a copy of all checkers, in the order of their ids.
func (w *World) Checkers() []Checker { return slices.Clone(w.checkers) }

// Tip is where the tip of the nozzle really is.
func (w *World) Tip() groundtruth.Point { return w.arm.tip }

// SquareCentre is where the middle of a square really is.
func (w *World) SquareCentre(sq board.Square) groundtruth.Point {
	x, y := w.squareCentre(sq)
	return groundtruth.Point{X: x, Y: y, Z: w.truth.Board.HeightAt(x, y)}
}

// squareCentre is the centre of a square as the visitor sits: the corner at their left is place 0.
func (w *World) squareCentre(sq board.Square) (x, y float64) {
	return w.truth.Board.PlaceCentre(groundtruth.PlaceOf(sq, w.visitor))
}

// TraySlot is where a slot of the tray really is; the trophies' slots count first, then those of the spare kings.
func (w *World) TraySlot(n int) groundtruth.Point {
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
	c.Picks, c.PickMisses, c.Drops, c.DropsInTransit = n.picks, n.misses, n.drops, n.dropsInTransit
	return c
}

// CountViolation counts a motion fault that a driver knows of; one that lasts counts once.
func (w *World) CountViolation(now time.Duration, kind witness.Violation, format string, args ...any) {
	if w.witness.CountViolation(now, kind, format, args...) {
		w.dirty = true
	}
}

// Changed reports whether there is anything new to show since MarkShown.
func (w *World) Changed() bool { return w.dirty }

// MarkChanged says that there is something new to show, MarkShown that it has been shown.
func (w *World) MarkChanged() { w.dirty = true }

// MarkPublished says that the present state has been shown.
func (w *World) MarkPublished() { w.dirty = false }
