package turn

import (
	"crownhead/arm"
	"crownhead/board"
	"crownhead/face/say"
)

// checkHelp starts the second that the hand has to leave the board, once the carry is done by hand.
func (t *eventRun) checkHelp() {
	switch {
	case !t.s.carryIsDone():
		t.s.Wait.ByPress = false
	case !t.s.Wait.ByPress:
		t.startDeadlines(deadlineSteady)
	}
}

// goOnAfterHelp goes on a second after the carry was done by hand.
func (t *eventRun) goOnAfterHelp() {
	if t.s.carryIsDone() && !t.s.Wait.ByPress {
		t.completeCarries(t.s.Pending.Done + 1)
		t.continueCarries()
	}
}

// answerHelpPress takes a press as "done", if the board doesn't say otherwise.
func (t *eventRun) answerHelpPress() {
	t.answerPress(func() {
		reason, taken := t.s.Wait.Reason, t.s.capturedTaken()
		switch {
		case reason == awaitTray:
			t.s.Bodies = t.s.Bodies.EmptyTrophies()
			t.planMove()
		case reason == awaitTurnOver && t.s.boardShows(t.s.OccupiedByGame()):
			t.handOver()
		case t.s.carryIsDone():
			t.completeCarries(t.s.Pending.Done + 1)
			t.continueCarries()
		case t.boardShowsUndone() && t.believeUndone():
			t.continueCarries() // the checker lies where the arm can take it
		case reason != awaitTurnOver && t.s.boardShows(t.s.OccupiedByGame()):
			t.finishByHand() // the board is as the screen has it, and not only as was asked
		case taken != 0:
			t.completeCarries(t.s.Pending.Done + 1)
			t.takeOff(taken)
			if n, hidden := t.s.hiddenArrival(t.s.Pending.Done); hidden {
				t.askForArrival(n)
			} else {
				t.continueCarries()
			}
		default:
			if named := t.mendOthers(); !named {
				t.askForHelp()
			}
		}
	})
}

// capturedTaken returns the squares of captured checkers that a person has taken off together with doing the carry that
// was asked for; none when the board differs in anything else.
func (s State) capturedTaken() board.Bits {
	if s.Pending.isComplete() {
		return 0
	}
	odd := s.differingSquares(s.Pending.occupiedAfter(s.Pending.Done + 1))
	if odd&^s.capturedToRemove() != 0 {
		return 0
	}
	return odd
}

// capturedToRemove returns the squares that later carries of the move in hand clear of captured checkers.
func (s State) capturedToRemove() (captured board.Bits) {
	m := s.Pending
	if s.Settings.Version < hiddenSince || m.isComplete() {
		return 0
	}
	for _, c := range m.Program.Carries[m.Done+1:] {
		if c.Kind == arm.KindRemove {
			captured |= c.From.Square.Bit()
		}
	}
	return captured
}

// boardShowsUndone reports whether the board shows the carry undone, so that the arm may try it
// again.
func (t *eventRun) boardShowsUndone() bool {
	m := t.s.Pending
	return t.s.Wait.Reason != awaitTurnOver && t.s.boardShows(m.occupiedAfter(m.Done))
}

// believeUndone reports whether a board that shows the carry undone is believed. When a single sensor
// says so again and again, that is doubted: the carry was asked for, and has been done. The press
// counts in the doubt.
func (t *eventRun) believeUndone() (believed bool) {
	m := t.s.Pending
	if t.s.Settings.Version < masksSince || t.s.differingSquares(m.occupiedAfter(m.Done+1)).Len() != 1 {
		return true
	}
	d := t.s.doubtWithPress(Help)
	if d.Presses >= doubtAt {
		return false
	}
	t.s.Sensors.Doubt, t.doubtCounted = d, true
	return true
}

// mendOthers names a square that differs and has nothing to do with the help that was asked for. It
// reports whether there is one.
func (t *eventRun) mendOthers() (named bool) {
	m := t.s.Pending
	want, own := t.s.OccupiedByGame(), m.RobotManToFlip.Bit()
	if !m.isComplete() {
		c := m.Program.Carries[m.Done]
		want, own = m.occupiedAfter(m.Done+1), c.From.Square.Bit()|c.To.Square.Bit()|t.s.capturedToRemove()
	}
	odd := t.s.differingSquares(want) &^ own
	switch {
	case odd&want != 0:
		sq := t.s.nearestSquare(odd & want)
		t.say(t.s.putBackKey(sq), []board.Square{sq}, "")
	case odd != 0:
		t.say(say.TakeAway, []board.Square{t.s.nearestSquare(odd)}, "")
	}
	return odd != 0
}

// answerHoldPress looks at the board as after any change.
func (t *eventRun) answerHoldPress() {
	t.answerPress(func() {
		if t.checkHold(); t.s.Phase == VisitorTurn { // they had replied
			t.judgeBoard()
		}
	})
}

// checkHold names what still differs, once the arm stands; when nothing does, the hand is given a
// second to leave.
func (t *eventRun) checkHold() {
	blind := t.s.Prompt.Is(say.FaultEmpty) || t.s.Prompt.Is(say.FaultFull)
	switch {
	case !t.s.Wait.ArmAtRest:
	case t.s.Wait.Reason == awaitNothingHeld && t.s.Pending.isComplete() && t.s.hasReply():
		t.handOver()
	case blind && !t.s.allAlike():
		t.order(EffectAbandonProgram) // what the sensors showed of the arm's work was nothing to go by
		t.findHome()
	case t.s.boardShows(t.s.Wait.Expected), t.s.isDoneByHand():
		t.startDeadlines(deadlineSteady)
	default:
		odd := t.s.differingSquares(t.s.Wait.Expected)
		missing, extra := odd&t.s.Wait.Expected, odd&^t.s.Wait.Expected
		switch {
		case t.s.boardShows(0):
			t.sayOnce(say.FaultEmpty, nil)
		case t.s.boardShows(allFull):
			t.sayOnce(say.FaultFull, nil)
		case missing != 0:
			sq := t.s.nearestSquare(missing)
			t.sayOnce(t.s.putBackKey(sq), []board.Square{sq})
		default:
			t.sayOnce(say.TakeAway, []board.Square{t.s.nearestSquare(extra)})
		}
		t.startDeadlines(deadlineHelp)
	}
}

// goOnAfterHold goes on after a second without a change.
func (t *eventRun) goOnAfterHold() {
	switch {
	case !t.s.Wait.ArmAtRest:
	case t.s.isDoneByHand(): // go on behind that. At home the arm lets go what it may still hold
		if m := &t.s.Pending; t.s.boardShows(m.occupiedAfter(m.Done + 1)) {
			t.completeCarries(m.Done + 1)
		}
		t.order(EffectAbandonProgram)
		t.findHome()
	case !t.s.boardShows(t.s.Wait.Expected):
		t.checkHold()
	case t.s.Wait.Reason == awaitProgramHeld:
		t.setPhase(Moving)
		t.s.Wait.Reason = awaitNothing
		t.showMood(moodMoving)
		t.say(say.Resumed, nil, "")
		t.order(EffectContinueProgram)
		t.startDeadlines(deadlineArm)
	default:
		t.continueGame()
	}
}

// followHeldArm handles what the arm reports while it slows down. Where it stands in the end it
// knows what the board should look like: before, it may have lifted its checker.
func (t *eventRun) followHeldArm() {
	if t.s.Wait.Reason == awaitProgramHeld {
		switch t.e.Arm {
		case ArmHeld:
			t.s.Sensors.Bits, t.s.Wait.Expected, t.s.Wait.ArmAtRest = t.e.Bits, t.e.Expected, true
			t.startDeadlines(deadlineSteady)
		case armFault:
			t.recoverArm()
		}
	}
	t.restIfPaused()
}

// carryIsDone reports whether a person has done the carry that was asked for.
func (s State) carryIsDone() bool {
	asked := s.Wait.Reason == awaitPick || s.Wait.Reason == awaitPlace
	return asked && s.boardShows(s.Pending.occupiedAfter(s.Pending.Done+1))
}

// isDoneByHand reports whether hands have done the carry in whose midst the arm holds, or all that
// was left of the move.
func (s State) isDoneByHand() bool {
	m := s.Pending
	if s.Wait.Reason != awaitProgramHeld || !m.Active || m.isComplete() || s.boardShows(s.Wait.Expected) {
		return false
	}
	return s.boardShows(m.occupiedAfter(m.Done+1)) || s.boardShows(s.OccupiedByGame())
}

// putBackKey returns the sentence that asks for a checker that somebody took while the robot moved.
func (s State) putBackKey(sq board.Square) say.Key {
	if s.Pending.Before.Pieces(s.Settings.VisitorColor).Has(sq) {
		return say.PutBack
	}
	return say.PutBackMine
}
