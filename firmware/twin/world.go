package twin

import (
	"math/rand/v2"
	"time"

	"crownhead/board"
)

// World is everything that is not the controller: checkers, arm, nozzle, button, and the witness that watches them.
// It is a step machine, owned by one goroutine.
type World struct {
	truth   Truth
	visitor board.Color // whose side is place 0
	spares  int         // kings that belong in the tray

	checkers []Checker
	fall     []int // scratch of settle
	arm      linkage
	nozzle   nozzle
	button   button
	estop    bool   // the emergency button is in
	near     bool   // the tip is low enough to touch something
	field    uint32 // what the sensors read
	unread   bool   // … must be looked at again: a checker has moved
	watch    watch

	exact      bool // the visitor's hand lays without scatter
	handRNG    *rand.Rand
	robotRNG   *rand.Rand
	missRNG    *rand.Rand
	missChance float64
	slip       slip
	ill        field
	wires      wires

	counts    Counts
	lastFault map[string]time.Duration
	changed   bool // since State was last asked for

	shown display
}

// display is what the controller shows to people.
type display struct {
	homed, moving bool
	buttonLED     uint8
	servos        [4]uint16
	leds          [16]byte
}

// NewWorld is an empty board beside an arm that stands as it was left: upright.
func NewWorld(truth Truth, seed uint64) *World {
	w := &World{
		truth:     truth,
		handRNG:   rand.New(rand.NewPCG(seed, streamHand)),
		robotRNG:  rand.New(rand.NewPCG(seed, streamRobot)),
		missRNG:   rand.New(rand.NewPCG(seed, streamMiss)),
		slip:      slip{rng: rand.New(rand.NewPCG(seed, streamSlip))},
		ill:       field{seed: seed},
		lastFault: map[string]time.Duration{},
		changed:   true,
		unread:    true,
	}
	w.counts.Kinds = map[string]int{}
	w.nozzle.held = unset
	w.watch.fine()
	w.arm.link = [3]float64{20, 80, -10}
	w.arm.drive(&w.truth, w.arm.link)
	return w
}

// Truth is the robot as it is.
func (w *World) Truth() Truth { return w.truth }

// SetExact makes the visitor's hand lay checkers without scatter.
func (w *World) SetExact(exact bool) { w.exact = exact }

// SetMiss makes a pick fail with chance p.
func (w *World) SetMiss(p float64) { w.missChance = p }

func (w *World) chance(p float64) bool { return p > 0 && w.missRNG.Float64() < p }

// move drives the motors to these angles and lets the world answer; called every millisecond of motion, with the
// positions in steps.
func (w *World) move(now time.Duration, steps [3]float64) {
	w.watch.look(w, now, steps)
	w.arm.drive(&w.truth, w.watch.motor(&w.truth, steps))
	w.breathe(now)
	w.fallen()
	w.touch(now)
	w.changed = true
}

// supply is the voltage of the motors, mV; the emergency button cuts it.
func (w *World) supply() int {
	switch {
	case w.estop:
		return 0
	case w.wires.sags:
		return saggedMv
	}
	return supplyMv
}

// motor is where the motors really stand, in steps.
func (w *World) motor() [3]float64 {
	var steps [3]float64
	for j, m := range w.arm.motor {
		steps[j] = m * w.truth.StepsPerDegree
	}
	return steps
}
