package robot

import (
	"crownhead/board"
	"crownhead/face/say"
)

// end announces the end of the game and keeps it.
func (t *stepper) end() {
	t.forgetHand()
	t.s.Phase, t.s.Wish = Over, ""
	winner, won := t.s.Game.Outcome().Winner()
	switch {
	case !won:
		t.mood(MoodDrawn)
	case winner == t.s.Settings.Visitor:
		t.mood(MoodBeaten)
	default:
		t.mood(MoodWon)
	}
	t.look(LookVisitor)
	t.sayEnd()
	t.do(EffectArchive)
}

// forgetHand gives up a move that will not be completed.
func (t *stepper) forgetHand() {
	if t.s.Hand.Active {
		t.s.Hand = Hand{TurnOver: board.NoSquare}
		t.do(EffectHalt)
	}
}

// sayEnd says how the game ended, and later asks for the next one.
func (t *stepper) sayEnd() {
	t.say(endKey(t.s.Game.Outcome(), t.s.Settings.Visitor), nil, "")
	t.deadline(dueAgain, againMS)
}

// maybeNewGame begins a new game when the board is set up for it. Whatever else is done to the board after the end,
// kings put in its middle, or everything swept off, means nothing.
func (t *stepper) maybeNewGame() bool {
	want := t.s.Settings.Start.Occupied()
	if t.s.Settings.Alternate { // the board stands the other way round then, while squares are counted as before
		want = want.Rotate()
	}
	if !t.s.shows(want) {
		return false
	}
	t.newGame()
	return true
}

// newGame gives the game up, if there is one, and begins another.
func (t *stepper) newGame() {
	t.leaveThinking()
	if !t.s.over() && t.s.Game.Plies() > 0 {
		t.abandon()
	}
	t.s.Phase, t.s.Wish = Over, ""
	t.do(EffectNewGame)
}

// abandon keeps the game as unfinished.
func (t *stepper) abandon() {
	t.s.Game = t.s.Game.Abandon()
	t.do(EffectArchive)
}

// resign ends the game for the visitor.
func (t *stepper) resign() {
	t.leaveThinking()
	t.s.Game = t.s.Game.Resign(t.s.Settings.Visitor)
	t.end()
}

// wishAbandon is the wish of a visitor who has gone.
const wishAbandon = "abandon"

// doWish does what was asked for while the arm was at work.
func (t *stepper) doWish() bool {
	wish := t.s.Wish
	t.s.Wish = ""
	switch wish {
	case wishAbandon:
		t.timesUp()
	case CommandNewGame:
		t.newGame()
	case CommandResign:
		t.resign()
	default:
		return false
	}
	return true
}

// commanded handles a wish from a page.
func (t *stepper) commanded() {
	switch t.e.Name {
	case CommandStop:
		t.do(EffectStop)
		if t.s.Phase != Stopped {
			t.stopped()
		}
	case CommandClear:
		t.clear()
	case CommandServiceOn:
		t.serviceOn()
	case CommandServiceOff:
		t.serviceOff()
	case CommandNewGame, CommandResign:
		t.wish()
	default:
		t.chosen()
	}
}

// wish does a command about the game at once, or when the robot's move is complete: no checker is left in the air. An arm
// that is held up may never complete it; at home it lets go what it carries.
func (t *stepper) wish() {
	if t.e.Name == CommandResign && t.s.over() {
		return
	}
	t.s.Wish = t.e.Name
	switch t.s.Phase {
	case Visitor, Thinking, Over, Setup, Help:
		t.doWish()
	case Hold:
		t.do(EffectHalt)
		t.home()
	}
}

// gone counts the time for which nobody has done what is asked for, and gives the game up at last.
func (t *stepper) gone(milliseconds int) bool {
	t.s.Waited += milliseconds
	if t.s.Settings.Abandon == 0 || t.s.Waited < t.s.Settings.Abandon*1000 || t.s.Game.Plies() == 0 {
		return false
	}
	t.s.Wish = wishAbandon
	if t.s.Phase == Hold {
		t.do(EffectHalt)
		t.home()
	} else {
		t.doWish()
	}
	return true
}

// clear takes the stop back. The controller may refuse while its button is down.
func (t *stepper) clear() {
	if t.s.Phase != Stopped {
		return
	}
	t.do(EffectClear)
	t.s.Clear = true
	if !t.s.Latched {
		t.cleared()
		return
	}
	t.deadline(dueClear, clearMS)
}

// timesUp gives up a game whose visitor has gone.
func (t *stepper) timesUp() {
	if t.s.Game.Plies() == 0 {
		t.say(say.IdleInvite, nil, "")
		return
	}
	t.s.Game = t.s.Game.Abandon()
	t.end()
}
