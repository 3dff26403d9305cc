package world

import (
	"math/rand/v2"
	"slices"
	"time"

	"crownhead/board"
	"crownhead/firmware/twin/groundtruth"
	"crownhead/firmware/twin/witness"
)

// World is everything that is not the controller: checkers, motors, arm, nozzle, buttons and sensors, and
// the witness that counts what goes wrong with them. It is a step machine, owned by one goroutine.
type World struct {
	truth   groundtruth.Robot
	visitor board.Color // whose side is place 0
	spares  int         // kings that belong in the tray

	checkers  []Checker
	falling   []int // scratch of settleCheckers
	motors    motors
	arm       linkage
	nozzle    nozzle
	tipWasLow bool // since the last call of forgetContacts the tip has been low enough to touch something

	button          button
	estop           bool    // the emergency button is in
	supplySag       bool    // an injected fault of the motors' supply
	switchStuckOpen [3]bool // an injected fault of the limit switches

	hallBits      uint32 // what healthy sensors read
	sensorsStale  bool   // a checker has moved since hallBits was read
	faultySensors faultySensors
	unseenThefts  board.Bits // squares from which a hand has stolen a checker while their sensor is stuck, until one lies there
	thefts        int        // of these, so far

	noScatter      bool // the visitor's hand lays exactly where it aims
	handRNG        *rand.Rand
	releaseRNG     *rand.Rand
	pickMissRNG    *rand.Rand
	pickMissChance float64

	witness *witness.Witness

	outputs Outputs
	dirty   bool // something has changed since MarkPublished
}

// Outputs is what the controller shows to people.
type Outputs struct {
	Homed, Moving bool // of the arm; waiting for pump and valve is Moving to the virtual controller, not to the firmware
	ButtonLED     uint8
	Servos        [4]uint16
	LEDs          [16]byte
}

// New returns a world without checkers, whose arm stands upright.
func New(truth groundtruth.Robot, seed uint64) *World {
	random := func(stream uint64) *rand.Rand { return rand.New(rand.NewPCG(seed, stream)) }
	w := &World{
		truth:         truth,
		motors:        newMotors(&truth),
		nozzle:        nozzle{gripped: noChecker, transitDrop: transitDrop{rng: random(groundtruth.StreamTransitDrop)}},
		handRNG:       random(groundtruth.StreamVisitorHand),
		releaseRNG:    random(groundtruth.StreamRelease),
		pickMissRNG:   random(groundtruth.StreamPickMiss),
		faultySensors: faultySensors{seed: seed},
		witness:       witness.New(&truth),
		sensorsStale:  true,
		dirty:         true,
	}
	w.arm.linkAngles = [3]float64{20, 80, -10}
	w.arm.followMotors(&w.truth, w.arm.linkAngles)
	return w
}

// Truth returns the robot as it really is.
func (w *World) Truth() groundtruth.Robot { return w.truth }

// SetNoScatter makes the visitor's hand lay checkers exactly where it aims, or ends that.
func (w *World) SetNoScatter(exact bool) { w.noScatter = exact }

// SetPickMissChance makes a pick fail with chance p.
func (w *World) SetPickMissChance(p float64) { w.pickMissChance = p }

// SetTransitDropChance makes a lifted checker fall on its way with chance p.
func (w *World) SetTransitDropChance(p float64) { w.nozzle.transitDrop.chance = p }

// SetReleaseDelay makes a checker leave the nozzle so much later than usual, as with a valve that is slow to open.
func (w *World) SetReleaseDelay(d time.Duration) { w.nozzle.releaseDelay = d }

// SetSensorFaults injects faults into the sensors, in place of those that they had.
func (w *World) SetSensorFaults(f SensorFaults) {
	w.faultySensors.SensorFaults, w.faultySensors.flickers, w.faultySensors.flipped = f, f.Flicker != [32]float64{}, 0
	w.dirty = true
}

// SetSupplySag makes the motors' supply sag, or ends that.
func (w *World) SetSupplySag(on bool) { w.supplySag = on }

// SetSwitchStuckOpen makes a joint's limit switch stay open, or ends that.
func (w *World) SetSwitchStuckOpen(joint int, on bool) { w.switchStuckOpen[joint] = on }

// Press presses the red button and releases it after a moment, or sooner if another press follows.
func (w *World) Press(now time.Duration) {
	w.button.pressDown(now)
	w.dirty = true
}

// Estop presses the emergency button, which stays in, or pulls it out.
func (w *World) Estop(in bool) { w.estop, w.dirty = in, true }

// Checkers returns a copy of all checkers, in the order of their ids.
func (w *World) Checkers() []Checker { return slices.Clone(w.checkers) }

// Tip returns where the tip of the nozzle really is.
func (w *World) Tip() groundtruth.Point { return w.arm.tip }

// SquareCentre returns where the centre of a square really is.
func (w *World) SquareCentre(sq board.Square) groundtruth.Point {
	x, y := w.squareCentre(sq)
	return groundtruth.Point{X: x, Y: y, Z: w.truth.Board.HeightAt(x, y)}
}

// squareCentre is the centre of a square. The board turns with the visitor: the corner at their left is place 0.
func (w *World) squareCentre(sq board.Square) (x, y float64) {
	return w.truth.Board.PlaceCentre(groundtruth.PlaceOf(sq, w.visitor))
}

// TraySlot returns where a slot of the tray really is. The slots of captured checkers come first, then those
// of the spare kings.
func (w *World) TraySlot(n int) groundtruth.Point {
	t := &w.truth.Tray
	at := append(t.Trophies[:len(t.Trophies):len(t.Trophies)], t.Spares...)[n]
	at.Z = t.Surface
	return at
}

// Counts returns a copy of what the witness and the nozzle have counted so far.
func (w *World) Counts() witness.Counts {
	c, n := w.witness.Counts(), &w.nozzle
	c.Picks, c.PickMisses, c.Drops, c.DropsInTransit = n.picks, n.misses, n.drops, n.dropsInTransit
	c.UnseenThefts = w.thefts
	return c
}

// CountViolation counts a violation that only the controller can know of; one that lasts counts once.
func (w *World) CountViolation(now time.Duration, kind witness.Violation, format string, args ...any) {
	if w.witness.CountViolation(now, kind, format, args...) {
		w.dirty = true
	}
}

// Changed reports whether anything that people can see has changed since MarkPublished.
func (w *World) Changed() bool { return w.dirty }

// MarkChanged reports a change that the world itself does not see.
func (w *World) MarkChanged() { w.dirty = true }

// MarkPublished says that the present state has been published.
func (w *World) MarkPublished() { w.dirty = false }
