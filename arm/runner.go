package arm

import (
	"time"

	"crownhead/board"
)

// A stage is what a Runner is about.
type stage uint8

const (
	idle     stage = iota
	starting       // until the controller stands still and its position is taken over
	picking        // towards the checker, gripping it, lifting it, and looking whether its square is empty
	placing        // towards the target, letting go, lifting, and looking whether the target is full
	emptying       // lifting what may hang on the nozzle, and looking where it can be laid
	parking        // laying that down, and leaving the board
	stopping       // until the arm stands
	waiting        // for Resume
	serving        // as the operator sends it
)

// A Runner makes the controller run programs, and watches the board meanwhile.
//
// Start, Resume and Park are wishes that the next Advance sees to.
type Runner struct {
	arm         *Arm
	visitor     board.Color
	program     Program
	step        int
	stage       stage
	pausedStage stage // what waiting goes back to; waiting itself stands for help with the present carry

	aboveTarget  bool  // the tip is above its place or lower: the place's own square may change
	pumpSwitched bool  // pump and valve have gripped or let go
	tries        int   // of picking this checker up
	releases     int   // of letting it go
	parkedEvent  Event // what to say once parked

	resume, park bool // wishes
	interrupted  bool // the last way by hand was

	queue     motionQueue
	occupancy occupancyWatch
	stopAt    time.Duration // when the stop was asked for
}

// NewRunner makes a runner for games in which the visitor plays this colour. It believes the pump to be off.
func NewRunner(a *Arm, visitor board.Color) *Runner {
	return &Runner{arm: a, visitor: visitor, occupancy: newOccupancyWatch(a.cfg.Watch)}
}

// Start runs a program from carry step on, wherever the arm is; what was running before is forgotten.
func (r *Runner) Start(p Program, step int) {
	r.program, r.step = p, min(max(step, 0), len(p.Carries))
	r.stage, r.pausedStage = starting, idle
	r.resume, r.park = false, false
	r.tries, r.releases = 0, 0
	r.queue.discardAll()
}

// Halt gives the program up at once. What the controller has in its queue is left to it; where a checker that hangs on
// the nozzle comes from is remembered for Park.
func (r *Runner) Halt() {
	r.stage, r.pausedStage = idle, idle
	r.resume, r.park = false, false
	r.queue.discardAll()
}

// Resume goes on after help, a disturbance or a stop, once the controller takes items again: with the next carry when
// the board shows that this one is complete, with this one when it shows it as it was before. If it shows neither, the
// arm reports a disturbance once more.
func (r *Runner) Resume() { r.resume = true }

// Park brings the tip beside the board when no program runs. A checker that may hang on the nozzle is laid down before:
// where it came from, or in the tray.
func (r *Runner) Park() { r.park = true }

// Active tells whether a program or a way to the parking place is unfinished.
func (r *Runner) Active() bool { return r.stage != idle || r.park }

// SetArm goes on with an arm that knows better where its places are.
func (r *Runner) SetArm(a *Arm) { r.arm = a }

// A pass is one call of Advance.
type pass struct {
	*Runner
	now    time.Duration
	st     Status
	out    Controller
	events []Event
	next   time.Duration
}

func (t *pass) currentCarry() Carry { return t.program.Carries[t.step] }

// enterStage begins a stage.
func (t *pass) enterStage(s stage) {
	t.stage, t.aboveTarget, t.pumpSwitched = s, false, false
	t.occupancy.resetSuspicion()
}

// isReady tells whether the controller takes items and stands still.
func (t *pass) isReady() bool { return t.st.Homed && t.st.Idle && !t.st.Held }

// wakeAt asks for a call at that time.
func (t *pass) wakeAt(at time.Duration) {
	if at > t.now {
		t.next = min(t.next, at)
	}
}

// stopArm lets the arm decelerate.
func (t *pass) stopArm() {
	t.out.Stop()
	t.suspendStage()
}

// suspendStage waits for the arm to stand, with or without a stop of ours.
func (t *pass) suspendStage() {
	t.pausedStage, t.stage, t.stopAt = t.stage, stopping, t.now
	t.queue.waiting, t.queue.doneAt = nil, t.now
	t.resume = false
}

func (t *pass) report(kind string) {
	e := Event{Kind: kind, Step: t.step, Square: board.NoSquare, Seen: t.st.Bits}
	e.Expected, _ = t.expectedOccupancy()
	t.events = append(t.events, e)
}

// reportAt reports something about a place of the present carry.
func (t *pass) reportAt(kind string, p Place) {
	t.events = append(t.events, t.newEventAt(kind, p))
}

func (t *pass) newEventAt(kind string, p Place) Event {
	return Event{Kind: kind, Step: t.step, Square: p.Square, Slot: p.Slot, Expected: t.currentCarry().Expect, Seen: t.st.Bits}
}

// reportFault gives up. The pump counts as off: homing follows.
func (t *pass) reportFault(detail string) bool {
	t.events = append(t.events, Event{Kind: EventFault, Step: t.step, Square: board.NoSquare, Detail: detail})
	t.queue.pump = false
	t.Halt()
	return false
}
