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
	showing         // holding the checker low over an empty square, whose sensor sees whether it hangs on the nozzle
	placing         // going to the target, letting go, retreating, verifying that the target is full
	returning       // going straight down once more, to see whether the checker still hangs on the nozzle
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
	pausedStage stage // the stage that was interrupted; suspended means that help with the present carry is awaited

	aboveTarget    bool         // the tip is above its place or lower: the place's own square may change
	pumpSwitched   bool         // pump and valve have gripped or let go
	failedPicks    int          // failed tries to pick this checker up
	failedReleases int          // failed tries to let it go
	shownOver      board.Square // over which square this checker is shown, or NoSquare
	parkedEvent    Event        // what to report once parked

	resumeRequested, parkRequested bool // the next Advance carries them out
	manualInterrupted              bool // a stop ended the last manual motion

	release         releaseTimer
	queue           motionQueue
	occupancy       occupancyWatch
	stopRequestedAt time.Duration // when the stop was asked for
}

// NewRunner returns a runner for games in which the visitor plays this colour. It assumes that the pump is off.
func NewRunner(a *Arm, visitor board.Color) *Runner {
	r := &Runner{arm: a, visitor: visitor, occupancy: newOccupancyWatch(a.cfg.Watch), shownOver: board.NoSquare}
	r.release = releaseTimer{usual: secondsToDuration(a.cfg.Pump.ReleaseTime), settleTime: r.occupancy.settleTime}
	r.release.startTiming()
	return r
}

// Start runs a program from carry number first on, wherever the arm is. It replaces the program that ran before.
func (r *Runner) Start(p Program, first int) {
	r.program, r.carryIndex = p, min(max(first, 0), len(p.Carries))
	r.stage, r.pausedStage = starting, idle
	r.resumeRequested, r.parkRequested = false, false
	r.failedPicks, r.failedReleases = 0, 0
	r.queue.discardAll()
}

// Abandon gives the program up at once. The arm does not stop: the controller still executes what is in its queue. The runner remembers for Park where a
// checker that hangs on the nozzle comes from.
func (r *Runner) Abandon() {
	r.stage, r.pausedStage = idle, idle
	r.resumeRequested, r.parkRequested = false, false
	r.queue.discardAll()
}

// Resume goes on after help, a disturbance or a stop, once the controller takes items again. It goes on with the
// next carry if the board shows that this one is complete, with this one if the board is as before it. Otherwise
// the runner reports a disturbance once more.
func (r *Runner) Resume() { r.resumeRequested = true }

// Park brings the tip to the parking place when no program runs. A checker that may hang on the nozzle is laid down
// first: where it came from, or in the tray.
func (r *Runner) Park() { r.parkRequested = true }

// Active reports whether a program, a manual motion or parking is unfinished.
func (r *Runner) Active() bool { return r.stage != idle || r.parkRequested }

// SetArm goes on with another configuration of the same arm, as calibration refines it.
func (r *Runner) SetArm(a *Arm) {
	r.arm, r.release.usual = a, secondsToDuration(a.cfg.Pump.ReleaseTime)
}

// A cycle is one call of Advance: what it is given, and what it returns.
type cycle struct {
	now        time.Duration
	status     Status
	controller Controller
	events     []Event
	next       time.Duration
}

// await reports whether a time has come. If it has not, Advance must be called again then.
func (c *cycle) await(at time.Duration) bool {
	if c.now >= at {
		return true
	}
	c.next = min(c.next, at)
	return false
}

func (c *cycle) report(e Event) { c.events = append(c.events, e) }

// isReady reports whether the controller takes items and stands still.
func (s Status) isReady() bool { return s.Homed && s.Idle && !s.Stopped }

func (r *Runner) currentCarry() Carry { return r.program.Carries[r.carryIndex] }

// enterStage begins a stage.
func (r *Runner) enterStage(s stage) {
	r.stage, r.aboveTarget, r.pumpSwitched = s, false, false
	r.occupancy.forgetMismatch()
}

// suspendStage makes the runner wait until the arm stands, whether the runner or the controller has stopped it.
func (r *Runner) suspendStage(now time.Duration) {
	r.pausedStage, r.stage, r.stopRequestedAt = r.stage, stopping, now
	r.queue.waiting, r.queue.progressAt = nil, now
	r.resumeRequested = false
}

// newBoardEvent returns an event about the whole board.
func (r *Runner) newBoardEvent(kind string, st Status) Event {
	e := Event{Kind: kind, Step: r.carryIndex, Square: board.NoSquare, Seen: st.Bits}
	e.Expected, _ = r.expectedOccupancy()
	return e
}

// newCarryEvent returns an event about a place of the present carry.
func (r *Runner) newCarryEvent(kind string, p Place, st Status) Event {
	return Event{
		Kind: kind, Step: r.carryIndex, Square: p.Square, Slot: p.Slot,
		Expected: r.currentCarry().Expect, Seen: st.Bits,
	}
}

// proceed reports an error of planning as a fault. It reports whether the program goes on.
func (r *Runner) proceed(c *cycle, err error) bool {
	if err != nil {
		return r.reportFault(c, err.Error())
	}
	return true
}

// reportFault abandons the program and returns false. The pump counts as off, because homing follows.
func (r *Runner) reportFault(c *cycle, detail string) bool {
	c.report(Event{Kind: EventFault, Step: r.carryIndex, Square: board.NoSquare, Detail: detail})
	r.queue.pumpOn = false
	r.Abandon()
	return false
}
