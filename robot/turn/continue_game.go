package turn

import (
	"crownhead/board"
	"crownhead/board/sensing"
	"crownhead/face/say"
)

// continueGame takes the game up where it stands, if the board agrees, and else guides a person
// until it does. It is the one way back from every interruption.
func (t *eventRun) continueGame() {
	if !t.s.Link.Up || !t.s.Arm.Homed {
		return
	}
	if !t.s.Sensors.Seen {
		t.setPhase(Setup)
		t.startDeadlines(deadlineSetup)
		return
	}
	if t.s.Paused {
		t.restPaused()
		return
	}
	if ended := t.doPending(); ended {
		return
	}
	switch {
	case t.s.Settings.NeedsLaying && !t.s.SetupConfirmed:
		t.askToLay()
	case t.s.Pending.Active:
		t.continueMove()
	case t.s.GameOver():
		t.setPhase(Over)
		t.sayEnd()
	case t.s.Settings.UntidyTray && !t.s.TrayConfirmed:
		t.askToTidy()
	case t.s.Restore.isActive():
		t.continueRestoration()
	case t.s.visitorToMove():
		t.continueVisitor()
	case t.s.boardShows(t.s.OccupiedByGame()):
		t.askEngine()
	default:
		t.guideSetup(t.s.OccupiedByGame())
	}
}

// askToTidy asks for a tidy tray before the first move, and goes on at the press that says so. A checker that has stayed
// there from the game before would be pressed on.
func (t *eventRun) askToTidy() {
	if t.pressed && t.s.Prompt.Key == say.TidyTray {
		t.s.TrayConfirmed = true
		t.continueGame()
		return
	}
	t.setPhase(Setup)
	t.s.Wait.SetupTarget = t.s.OccupiedByGame()
	t.sayOnce(say.TidyTray, nil)
	t.startDeadlines(deadlineSetup)
}

// continueGameAnew continues the game, and says again what is asked for though nothing may have
// changed.
func (t *eventRun) continueGameAnew() {
	t.s.Prompt.Stale = true
	t.continueGame()
}

// confirmSetup takes a press for the word that the board is laid.
func (t *eventRun) confirmSetup() {
	t.s.SetupConfirmed, t.pressed = true, true
	t.answerPress(func() {
		if offered := t.offerNewGame(); !offered {
			t.continueGameAnew()
		}
	})
}

// offerNewGame offers a new game when the start position was set up in place of the one that is
// asked for, and begins it at the next press. It reports whether it has done either.
func (t *eventRun) offerNewGame() (offered bool) {
	if t.s.Game.Plies() == 0 || !t.s.boardShows(board.Start().Occupied()) {
		t.s.Turn.LastVerdict = ""
		return false
	}
	if t.s.Turn.LastVerdict == sensing.Start {
		t.newGame(false)
		return true
	}
	t.s.Turn.LastVerdict = sensing.Start
	t.say(say.NewGameOffer, nil, "")
	return true
}

// continueVisitor lets the visitor go on with a move that they may have begun.
func (t *eventRun) continueVisitor() {
	if t.s.boardShows(t.s.OccupiedByGame()) {
		t.giveTurn()
		return
	}
	if t.s.Game.Plies() > 0 {
		switch t.s.inferMove().Verdict {
		case sensing.MoveMade, sensing.Incomplete:
			t.giveTurn()
			return
		}
	}
	t.guideSetup(t.s.OccupiedByGame())
}

// continueMove goes on with the robot's move at the step that the board shows: the carry that was
// under way may have been completed without a report. A board that shows no step is put right by
// hand.
func (t *eventRun) continueMove() {
	m := &t.s.Pending
	last := len(m.Program.Carries)
	if last == 0 && t.s.boardShows(m.occupiedAfter(0)) { // not planned yet: the tray was full
		t.planMove()
		return
	}
	for n := m.Done; last > 0 && n <= min(m.Done+1, last) && !m.GivenUp(); n++ {
		if !t.s.boardShows(m.occupiedAfter(n)) {
			continue
		}
		if n > m.Done { // no sensor sees what was on its way to the tray, or to a masked square: it may have fallen anywhere
			switch to := m.Program.Carries[m.Done].To.Square; {
			case to == board.NoSquare:
				t.waitForHelp(awaitPick)
				return
			case t.s.unseenSquares().Has(to):
				t.waitForHelp(awaitPlace)
				return
			}
		}
		t.completeCarries(n)
		t.continueCarries()
		return
	}
	if t.s.boardShows(t.s.OccupiedByGame()) {
		t.finishByHand()
		return
	}
	t.guideSetup(t.s.nearestStep())
}

// nearestStep returns the board that needs the fewest squares mended: the one before the carry that
// was under way, after it, or after the whole move. Of equals it prefers the one before the carry
// when the carry's checker still stands, because the arm can go on from there.
func (s State) nearestStep() board.Bits {
	m := s.Pending
	if m.GivenUp() || m.isComplete() {
		return s.OccupiedByGame()
	}
	c := m.Program.Carries[m.Done]
	best, next := c.Expect, m.occupiedAfter(m.Done)
	if c.From.HasSensor() && (s.Sensors.Bits &^ s.Sensors.Masked).Has(c.From.Square) {
		best, next = next, best
	}
	for _, other := range [...]board.Bits{next, s.OccupiedByGame()} {
		if s.differingSquares(other).Len() < s.differingSquares(best).Len() {
			best = other
		}
	}
	return best
}
