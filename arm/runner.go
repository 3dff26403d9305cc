package arm

import (
	"time"

	"crownhead/board"
)

// A stage is what a Runner is doing.
type stage uint8

const (
	idle      stage = iota
	starting        // waiting until the controller stands still, to take over its position
	picking         // going to the checker, gripping and lifting it, verifying that its square is empty
	placing         // going to the target, letting go, retreating, verifying that the target is full
	emptying        // lifting what may hang on the nozzle, and finding a place for it
	parking         // laying that down, and leaving the board
	stopping        // waiting until the arm stands
	suspended       // waiting for Resume
	manual          // moving as the operator commands
)

// A Runner makes the controller run programs, and watches the board meanwhile.
//
// Start, Resume and Park are requests that the next Advance carries out.
type Runner struct {
	arm         *Arm
	visitor     board.Color
	program     Program
	carryIndex  int
	stage       stage
	pausedStage stage // the stage that was interrupted; waiting stands for help with the present carry

	aboveTarget    bool  // the tip is above its place or lower: the place's own square may change
	pumpSwitched   bool  // pump and valve have gripped or let go
	failedPicks    int   // failed tries to pick this checker up
	failedReleases int   // failed tries to let it go
	parkedEvent    Event // what to report once parked

	resumeRequested, parkRequested bool // requests
	manualInterrupted              bool // a stop ended the last motion in service

	queue           motionQueue
	occupancy       occupancyWatch
	stopRequestedAt time.Duration // when the stop was asked for
}

// NewRunner returns a runner for games in which the visitor plays this colour. It assumes that the pump is off.
func NewRunner(a *Arm, visitor board.Color) *Runner {
	return &Runner{arm: a, visitor: visitor, occupancy: newOccupancyWatch(a.cfg.Watch)}
}

// Start runs a program from carry number step on, wherever the arm is. It replaces the program that ran before.
func (r *Runner) Start(p Program, step int) {
	r.program, r.carryIndex = p, min(max(step, 0), len(p.Carries))
	r.stage, r.pausedStage = starting, idle
	r.resumeRequested, r.parkRequested = false, false
	r.failedPicks, r.failedReleases = 0, 0
	r.queue.discardAll()
}

// Abandon abandons the program at once. The controller keeps what is in its queue. The runner remembers for Park where a
// checker that hangs on the nozzle comes from.
func (r *Runner) Abandon() {
	r.stage, r.pausedStage = idle, idle
	r.resumeRequested, r.parkRequested = false, false
	r.queue.discardAll()
}

// Resume goes on after help, a disturbance or a stop, once the controller takes items again: with the next
// carry if the board shows that this one is complete, with this one if the board is as before it. If it is
// neither, the runner reports a disturbance once more.
func (r *Runner) Resume() { r.resumeRequested = true }

// Park brings the tip to the parking place when no program runs. A checker that may hang on the nozzle is laid down
// first: where it came from, or in the tray.
func (r *Runner) Park() { r.parkRequested = true }

// Active reports whether a program, a motion in service or parking is unfinished.
func (r *Runner) Active() bool { return r.stage != idle || r.parkRequested }

// SetArm goes on with another configuration of the same arm, as calibration refines it.
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

func (t *pass) currentCarry() Carry { return t.program.Carries[t.carryIndex] }

// enterStage begins a stage.
func (t *pass) enterStage(s stage) {
	t.stage, t.aboveTarget, t.pumpSwitched = s, false, false
	t.occupancy.resetSuspicion()
}

// isReady reports whether the controller takes items and stands still.
func (t *pass) isReady() bool { return t.st.Homed && t.st.Idle && !t.st.Stopped }

// wakeAt asks for a call of Advance at that time.
func (t *pass) wakeAt(at time.Duration) {
	if at > t.now {
		t.next = min(t.next, at)
	}
}

// stopArm makes the arm decelerate to a stop.
func (t *pass) stopArm() {
	t.out.Stop()
	t.suspendStage()
}

// suspendStage waits for the arm to stand, whether the runner or the controller has stopped it.
func (t *pass) suspendStage() {
	t.pausedStage, t.stage, t.stopRequestedAt = t.stage, stopping, t.now
	t.queue.waiting, t.queue.progressAt = nil, t.now
	t.resumeRequested = false
}

// report reports something about the whole board.
func (t *pass) report(kind string) {
	e := Event{Kind: kind, Step: t.carryIndex, Square: board.NoSquare, Seen: t.st.Bits}
	e.Expected, _ = t.expectedOccupancy()
	t.events = append(t.events, e)
}

// reportAt reports something about a place of the present carry.
func (t *pass) reportAt(kind string, p Place) {
	t.events = append(t.events, t.newEventAt(kind, p))
}

func (t *pass) newEventAt(kind string, p Place) Event {
	return Event{
		Kind: kind, Step: t.carryIndex, Square: p.Square, Slot: p.Slot,
		Expected: t.currentCarry().Expect, Seen: t.st.Bits,
	}
}

// reportFault abandons the program and returns false. The pump counts as off, because homing follows.
func (t *pass) reportFault(detail string) bool {
	t.events = append(t.events, Event{Kind: EventFault, Step: t.carryIndex, Square: board.NoSquare, Detail: detail})
	t.queue.pumpOn = false
	t.Abandon()
	return false
}
