package turn

import (
	"crownhead/arm"
	"crownhead/board"
	"crownhead/face/say"
)

// waitForHelp stops the turn until a person has done what is asked.
func (t *eventRun) waitForHelp(what WaitReason) {
	t.setPhase(Help)
	t.s.Wait.Reason = what
	t.s.Wait.ByPress = t.s.Settings.Version >= hiddenSince && t.s.carryIsDone()
	t.turnEyes(lookVisitor)
	t.askForHelp()
}

// askForHelp says what Help waits for.
func (t *eventRun) askForHelp() {
	m := t.s.Pending
	switch t.s.Wait.Reason {
	case awaitTray:
		t.say(say.TrayFull, nil, "")
	case awaitTurnOver:
		t.say(say.TurnOver, []board.Square{m.RobotManToFlip}, "")
	default:
		switch c := m.Program.Carries[m.Done]; { // the carry that the arm couldn't do
		case c.Kind == arm.KindCrownOn, c.Kind == arm.KindLook:
			t.say(pieceKey(t.s.Game.Position().PieceAt(c.To.Square)), []board.Square{c.To.Square}, "")
		case c.To.Square == board.NoSquare:
			t.say(say.HelpRemove, []board.Square{c.From.Square}, "")
		case t.s.Wait.Reason == awaitPick && c.From.Square != board.NoSquare:
			t.say(say.HelpPick, []board.Square{c.From.Square, c.To.Square}, "")
		default:
			t.say(say.HelpPlace, []board.Square{c.To.Square}, "")
		}
	}
	t.startDeadlines(deadlineHelp)
}

// waitForBoard waits until the board is again as the arm left it. What an arm expects that still
// slows down is not the last word.
func (t *eventRun) waitForBoard(what WaitReason, expected board.Bits, armAtRest bool) {
	t.setPhase(Hold)
	t.s.Wait.Reason, t.s.Wait.Expected, t.s.Wait.ArmAtRest = what, expected, armAtRest
	t.turnEyes(lookVisitor)
	t.say(say.HandsOff, nil, "")
	t.startDeadlines(deadlineSteady, deadlineHelp)
}

// findHome lets the arm find its position; nothing moves before it has.
func (t *eventRun) findHome() {
	t.callOffEngine()
	t.setPhase(NotReady)
	t.s.Arm.Homed = false
	t.say(say.GettingReady, nil, "")
	t.order(EffectHome)
	t.startDeadlines(deadlineHome)
}

// waitForLink waits for the link.
func (t *eventRun) waitForLink() {
	t.callOffEngine()
	t.setPhase(NotReady)
	t.showMood(moodFault)
	t.say(say.LinkLost, nil, "")
	t.startDeadlines(DeadlineLink)
}

// guideSoon says why the board is to be put right, and leads through it when that has been read.
func (t *eventRun) guideSoon(why say.Key) {
	t.setPhase(Setup)
	t.say(why, nil, "")
	t.startDeadlines(deadlineGuide)
}

// askToLay asks for the board before the first move, where the sensors can't tell whether it is
// right: the colours have changed sides, or somebody has put in a position of their own.
func (t *eventRun) askToLay() {
	t.setPhase(Setup)
	t.sayOnce(sideKey(t.s.Settings.Start, t.s.Settings.VisitorColor), nil)
	t.startDeadlines(deadlineSetup)
}

const (
	mostSlips = 6 // more differing squares than that are no slip of a hand
)

// guideSetup tells a person how to make the board equal a set of squares, one square at a time.
func (t *eventRun) guideSetup(want board.Bits) {
	t.setPhase(Setup)
	t.s.Wait.SetupTarget = want
	odd := t.s.differingSquares(want)
	missing, extra := odd&want, odd&^want
	switch {
	case t.s.boardShows(allFull):
		t.sayOnce(say.FaultFull, nil)
	case odd.Len() > mostSlips:
		t.sayOnce(say.SetUp, nil)
	case missing != 0:
		t.askForChecker(t.s.nearestSquare(missing))
	default:
		t.sayOnce(say.SetUpWrong, []board.Square{t.s.nearestSquare(extra)})
	}
	t.startDeadlines(deadlineSetup)
}

// askForChecker asks for the checker that belongs on a square, as the game has it, or had it before
// the move in hand.
func (t *eventRun) askForChecker(sq board.Square) {
	m := &t.s.Pending
	piece := t.s.Game.Position().PieceAt(sq)
	if piece == board.NoPiece {
		piece = m.Before.PieceAt(sq)
	}
	if m.Active && sq == m.Move.To && piece.King() {
		m.CrownRequested = true
	}
	t.sayOnce(pieceKey(piece), []board.Square{sq})
}
