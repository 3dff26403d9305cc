package turn

import (
	"crownhead/face/say"
	"crownhead/robot/command"
)

// giveArmToOperator suspends the game: the arm is the operator's. A stop stays a stop, and what is
// cleared then is service.
func (t *eventRun) giveArmToOperator() {
	if t.s.Phase == Service {
		return
	}
	t.s.Arm.Service = true
	if t.s.Phase == Stopped {
		return
	}
	t.callOffEngine()
	t.order(EffectAbandonProgram)
	t.serveOperator()
}

// serveOperator waits for the operator. The board means nothing meanwhile.
func (t *eventRun) serveOperator() {
	t.setPhase(Service)
	t.showMood(moodWaiting)
	t.turnEyes(lookVisitor)
	t.say(say.Service, nil, "")
	t.startDeadlines(DeadlineService)
}

// takeArmBack gives the arm back to the game, which goes on as after any interruption.
func (t *eventRun) takeArmBack() {
	if !t.s.Arm.Service {
		return
	}
	t.s.Arm.Service = false
	switch {
	case t.s.Phase == Stopped:
	case t.s.Link.Up && t.s.Arm.Latched:
		t.enterStopped()
	case t.s.Link.Up:
		t.order(EffectAbandonProgram)
		t.findHome()
	default:
		t.order(EffectAbandonProgram)
		t.waitForLink()
	}
}

// pauseGame lets the robot rest until the operator lets it go on. An arm that carries something
// completes that first.
func (t *eventRun) pauseGame() {
	t.s.Paused = true
	switch t.s.Phase {
	case NotReady, Stopped, Moving, Paused, Service:
	case Hold:
		t.order(EffectAbandonProgram)
		t.findHome()
	default:
		t.restPaused()
	}
}

// restIfPaused lets a pause begin that has waited for the arm, now that it needs a person.
func (t *eventRun) restIfPaused() {
	switch {
	case !t.s.Paused:
	case t.s.Phase == Help:
		t.restPaused()
	case t.s.Phase == Hold && t.s.Wait.ArmAtRest:
		t.order(EffectAbandonProgram)
		t.findHome()
	}
}

// restPaused stands still with the board in people's hands: no time runs out, no press is judged.
func (t *eventRun) restPaused() {
	t.callOffEngine()
	t.s.forgetTurn()
	t.setPhase(Paused)
	t.s.Wait.Reason = awaitNothing
	t.showMood(moodIdle)
	t.turnEyes(lookVisitor)
	t.say(say.Paused, nil, "")
}

// unpauseGame goes on where the board shows that the game stands.
func (t *eventRun) unpauseGame() {
	t.s.Paused = false
	if t.s.Phase == Paused {
		t.continueGame()
	}
}

// maskByOperator masks a sensor for the operator, or believes it again.
func (t *eventRun) maskByOperator() {
	kind := EffectUnmask
	if t.e.Command == command.Mask {
		kind = EffectMask
	}
	t.requestMask(kind, t.e.Args[command.ArgSquare], ReasonOperator)
}
