package arm

import (
	"time"

	"crownhead/board"
)

// Advance does what is due. It returns what happened, and the time at which it must be called again at the
// latest; it must also be called with every new status.
func (r *Runner) Advance(now time.Duration, st Status, c Controller) (events []Event, next time.Duration) {
	t := &pass{Runner: r, now: now, st: st, out: c, next: Never}
	r.occupancy.update(now, st.Bits&^st.Unknown)
	t.noteCompleted()
	for t.advanceStage() {
	}
	t.queue.fillController(now, c, st.Lossy)
	t.checkItemDeadline()
	return t.events, t.next
}

// noteCompleted takes the completed items off the queue and notes their milestones.
func (t *pass) noteCompleted() {
	for _, i := range t.queue.popCompleted(t.now, t.st.Done) {
		switch i.milestone {
		case aboveTarget:
			t.aboveTarget = true
		case pumpSwitched:
			t.pumpSwitched = true
		case noMilestone:
		}
	}
}

// checkItemDeadline gives up on a controller that acknowledges but does not move.
func (t *pass) checkItemDeadline() {
	due := t.queue.itemDeadline(t.occupancy.wait)
	if t.stage == stopping || due == Never {
		return
	}
	if t.now >= due {
		t.reportFault("the controller doesn't complete the motion it was given")
		return
	}
	t.wakeAt(due)
}

// advanceStage does one step of the present stage and reports whether another one may follow at once.
func (t *pass) advanceStage() bool {
	if t.stage > starting && !t.st.Homed {
		return t.reportFault("the controller has lost the arm's position")
	}
	switch t.stage {
	case idle:
		return t.parkOnRequest()
	case starting:
		return t.startProgram()
	case stopping:
		return t.finishStop()
	case suspended:
		return t.tryResume()
	case manual:
		t.finishManualMotion()
		return false
	default:
		return t.superviseMotion()
	}
}

// superviseMotion watches the arm while it moves, and goes on when it has completed its motion.
func (t *pass) superviseMotion() bool {
	switch {
	case t.st.Stopped:
		t.suspendStage()
		return true
	case t.isDisturbed():
		t.report(EventDisturbed)
		t.stopArm()
		return true
	case !t.queue.isEmpty():
		return false
	}
	switch t.stage {
	case picking:
		return t.verifyLifted()
	case placing:
		return t.verifyLaid()
	case emptying:
		return t.clearNozzle()
	default:
		return t.reportParked()
	}
}

// parkOnRequest parks if Park has been called.
func (t *pass) parkOnRequest() bool {
	if !t.parkRequested || !t.isReady() {
		return false
	}
	t.parkRequested = false
	t.queue.syncWith(t.st)
	return t.startParking(Event{Kind: EventParked, Square: board.NoSquare})
}

// startProgram begins the program from wherever the arm is.
func (t *pass) startProgram() bool {
	if !t.isReady() {
		return false
	}
	t.queue.syncWith(t.st)
	t.occupancy.resetSuspicion()
	return t.startNextCarry()
}
