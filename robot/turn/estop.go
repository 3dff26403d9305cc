package turn

import "crownhead/face/say"

// followLink handles a link that comes, goes, is refused, or whose controller was reset: whatever
// the arm did is forgotten, for its position is lost, and the board has to be looked at again.
func (t *eventRun) followLink() {
	if t.e.Link == LinkRefused {
		t.refuseLink()
		return
	}
	t.noteLink()
	switch {
	case t.s.Link.Up && t.s.Arm.Latched: // the link was refused after the stop, and comes up at last
		t.enterStopped()
	case t.s.Link.Up:
		t.findHome()
	case t.s.Phase != NotReady || !t.s.Prompt.Is(say.LinkLost):
		t.waitForLink()
	}
}

// followLinkWhileStopped notes the link, and goes on with nothing: first somebody clears the stop.
func (t *eventRun) followLinkWhileStopped() {
	if t.e.Link == LinkRefused {
		t.refuseLink()
		return
	}
	t.noteLink()
}

// noteLink notes what is known and what is lost with a link that comes or goes.
func (t *eventRun) noteLink() {
	t.s.Link.Up, t.s.Arm.Homed, t.s.Sensors.Seen = t.e.Link == LinkUp, false, false
	t.order(EffectAbandonProgram)
	if t.e.Link != LinkDown {
		t.s.Link.BootID, t.s.Link.Virtual = t.e.BootID, t.e.Virtual
	}
}

// followLinkInService handles a link that comes, goes or is refused while the arm is the
// operator's: it stays theirs.
func (t *eventRun) followLinkInService() {
	t.s.Link.Up, t.s.Arm.Homed, t.s.Sensors.Seen = t.e.Link == LinkUp, false, false
	switch t.e.Link {
	case LinkUp, LinkReset:
		t.s.Link.BootID, t.s.Link.Virtual = t.e.BootID, t.e.Virtual
	case LinkRefused:
		t.s.Link.Virtual = false
	}
	t.order(EffectAbandonProgram)
}

// refusals are the sentences that say why the arm must not move.
var refusals = []say.Key{say.WrongFirmware, say.SetupRefused, say.NotCalibrated}

// refuseLink says why the arm must not move; the link comes up when that has been mended.
func (t *eventRun) refuseLink() {
	key := say.WrongFirmware
	switch t.e.Refusal {
	case RefusedSetup:
		key = say.SetupRefused
	case RefusedUncalibrated:
		key = say.NotCalibrated
	}
	t.callOffEngine()
	t.setPhase(NotReady)
	t.s.Link.Up, t.s.Link.Virtual, t.s.Arm.Homed = false, false, false
	t.order(EffectAbandonProgram)
	t.showMood(moodFault)
	t.say(key, nil, "")
	t.startDeadline(DeadlineLink, remindMS)
}

// beginHomed goes on once the arm knows its position.
func (t *eventRun) beginHomed() {
	if t.s.Link.Up {
		t.s.Arm.Homed = true
		t.continueGame()
	}
}

func (t *eventRun) noteHomed() { t.s.Arm.Homed = true }

// followLatch stops the robot when the controller has latched a stop. A stop that was cleared in a
// phase that it doesn't hold up changes nothing else.
func (t *eventRun) followLatch() {
	if t.e.On {
		t.enterStopped()
	} else {
		t.s.Arm.ClearAsked = false
	}
}

// stopByCommand is the emergency stop.
func (t *eventRun) stopByCommand() {
	t.order(EffectStop)
	if t.s.Phase != Stopped {
		t.enterStopped()
	}
}

// enterStopped waits until somebody clears the stop.
func (t *eventRun) enterStopped() {
	t.callOffEngine()
	t.setPhase(Stopped)
	t.s.Arm.Homed, t.s.Arm.ClearAsked = false, false
	t.order(EffectAbandonProgram)
	t.showMood(moodFault)
	t.say(say.Stopped, nil, "")
}

// clearStop takes the stop back. The controller may refuse while its button is down. A latched stop
// can be cleared in every phase: a refused link, and the operator's service after it, leave the
// phase Stopped with the stop still latched.
func (t *eventRun) clearStop() {
	if t.s.Phase != Stopped && !t.s.Arm.Latched {
		return
	}
	t.order(EffectClear)
	t.s.Arm.ClearAsked = true
	if !t.s.Arm.Latched {
		t.beginCleared()
		return
	}
	t.startDeadlines(deadlineClear)
}

func (t *eventRun) goOnIfCleared() {
	if !t.e.On && t.s.Arm.ClearAsked {
		t.beginCleared()
	}
}

// beginCleared begins again as after a reset: after an emergency stop the arm's position is not
// trusted.
func (t *eventRun) beginCleared() {
	t.s.Arm.ClearAsked = false
	switch {
	case t.s.Arm.Service:
		t.serveOperator()
	case t.s.Link.Up:
		t.findHome()
	default:
		t.waitForLink()
	}
}
