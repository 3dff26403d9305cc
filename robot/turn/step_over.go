package turn

import (
	"crownhead/board"
	"crownhead/face/say"
)

// end announces the end of the game and keeps it.
func (t *stepper) end() {
	t.forgetHand()
	t.s.Phase, t.s.PendingCommand = Over, ""
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
	t.archive()
}

// forgetHand gives up a move that will not be completed.
func (t *stepper) forgetHand() {
	if t.s.Pending.Active {
		t.s.Pending = PendingMove{TurnOver: board.NoSquare}
		t.do(EffectHalt)
	}
}

// sayEnd says how the game ended, and later asks for the next one.
func (t *stepper) sayEnd() {
	t.say(endKey(t.s.Game.Outcome(), t.s.Settings.Visitor), nil, "")
	t.deadline(deadlineAgain, againMS)
}

// maybeNewGame begins a new game when the board is set up for it. Whatever else is done to the board after the end,
// kings put in its middle, or everything swept off, means nothing.
func (t *stepper) maybeNewGame() bool {
	if !t.s.shows(t.s.nextOccupied()) {
		return false
	}
	t.newGame(true)
	return true
}

// nextOccupied are the squares, as they are counted in this game, that the next one begins with.
func (s State) nextOccupied() board.Bits {
	start, _ := s.NextGame()
	if s.NextIsTurned() {
		return start.Occupied().Rotate()
	}
	return start.Occupied()
}

// boardLaid says of a new game that the board is set up for it.
const boardLaid = "laid"

// newGame gives the game up, if there is one, and begins another; how says whether the board is laid.
func (t *stepper) newGame(isLaid bool) {
	t.leaveThinking()
	if t.s.Game.Plies() > 0 && (!t.s.GameOver() || t.s.Pending.Active) { // one that the robot's unfinished move decides isn't kept yet
		t.abandon()
	}
	t.s.Phase, t.s.PendingCommand = Over, ""
	name := ""
	if isLaid {
		name = boardLaid
	}
	ended := t.s
	t.effect(Effect{Kind: EffectNewGame, Name: name, Do: Order{Ended: &ended, Laid: isLaid}})
}

// abandon keeps the game: as unfinished, unless it is decided.
func (t *stepper) abandon() {
	t.s.Game = t.s.Game.Abandon()
	t.archive()
}

// archive keeps the game.
func (t *stepper) archive() {
	ended := t.s
	t.effect(Effect{Kind: EffectArchive, Do: Order{Ended: &ended}})
}

// resign ends the game for the visitor.
func (t *stepper) resign() {
	t.leaveThinking()
	t.s.Game = t.s.Game.Resign(t.s.Settings.Visitor)
	t.end()
}

// wishAbandon is the wish of a visitor who has gone.
const wishAbandon CommandName = "abandon"

// doWish does what was asked for while the arm was at work.
func (t *stepper) doWish() bool {
	wish := t.s.PendingCommand
	t.s.PendingCommand = ""
	switch wish {
	case wishAbandon:
		t.timesUp()
	case CommandNewGame, CommandPosition:
		t.newGame(false)
	case CommandResign:
		t.resign()
	case CommandAbort:
		t.abort()
	case CommandTakeback:
		return t.takeBack()
	case CommandOfferDraw:
		t.offerDraw()
		return t.s.GameOver() // else the turn goes on
	default:
		return false
	}
	return true
}

// wish does a command about the game at once, or when the robot's move is complete: no checker is left in the air. An arm
// that is held up may never complete it; at home it lets go what it carries. The newest wish counts.
func (t *stepper) wish() {
	switch t.e.Command {
	case CommandResign, CommandOfferDraw, CommandAbort:
		if t.s.GameOver() {
			return
		}
	case CommandTakeback:
		if _, ok := t.s.TakebackGame(); !ok {
			t.notYet()
			return
		}
	case CommandPosition:
		if !t.setPosition() {
			return
		}
	}
	if t.e.Command != CommandPosition {
		t.s.Next.Start = nil
	}
	if t.e.Command == CommandPosition || t.e.Command == CommandAbort {
		t.s.Paused = false // whoever gives the game up has made up his mind
	}
	t.s.PendingCommand = t.e.Command
	t.wishNow()
}

// wishNow does a wish, if it is the time.
func (t *stepper) wishNow() {
	switch t.s.Phase {
	case Visitor, Thinking, Over, Setup, Help:
		t.doWish()
	case Paused:
		if !t.s.Paused {
			t.doWish()
		}
	case Hold:
		if t.s.PendingCommand != CommandOfferDraw { // which can wait
			t.do(EffectHalt)
			t.home()
		}
	}
}

// gone counts the time for which nobody has done what is asked for, and gives the game up at last.
func (t *stepper) gone(milliseconds int) bool {
	t.s.Wait.IdleMS += milliseconds
	if t.s.Settings.Abandon == 0 || t.s.Wait.IdleMS < t.s.Settings.Abandon*1000 || t.s.Game.Plies() == 0 {
		return false
	}
	t.s.PendingCommand = wishAbandon
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
	t.s.Arm.ClearAsked = true
	if !t.s.Arm.Latched {
		t.cleared()
		return
	}
	t.deadline(deadlineClear, clearMS)
}

// timesUp gives up a game whose visitor has gone.
func (t *stepper) timesUp() {
	if t.s.Game.Plies() == 0 {
		t.say(say.IdleInvite, nil, "")
		return
	}
	t.endAbandoned()
}

// endAbandoned ends the game for a visitor who has gone.
func (t *stepper) endAbandoned() {
	t.s.Game, t.s.VisitorGone = t.s.Game.Abandon(), true
	t.end()
}
