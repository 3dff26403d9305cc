package turn

import (
	"crownhead/board"
)

// endGame announces the end of the game and keeps it.
func (t *stepper) endGame() {
	t.forgetPendingMove()
	t.setPhase(Over)
	t.s.PendingCommand = ""
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

// sayEnd says how the game ended, and later asks for the next one.
func (t *stepper) sayEnd() {
	t.say(endKey(t.s.Game.Outcome(), t.s.Settings.Visitor), nil, "")
	t.start(deadlineAgain)
}

// boardLaid says of a new game, in the journal, that the board is set up for it.
const boardLaid = "laid"

// newGame gives the game up, if there is one, and begins another.
func (t *stepper) newGame(isLaid bool) {
	t.callOffEngine()
	if t.s.Game.Plies() > 0 && (!t.s.GameOver() || t.s.Pending.Active) { // one that the robot's unfinished move decides isn't kept yet
		t.s.Game = t.s.Game.Abandon()
		t.archive()
	}
	t.setPhase(Over)
	t.s.PendingCommand = ""
	name := ""
	if isLaid {
		name = boardLaid
	}
	ended := t.s
	t.effect(Effect{Kind: EffectNewGame, Name: name, Do: Order{Ended: &ended, Laid: isLaid}})
}

// archive keeps the game: as unfinished, unless it is decided.
func (t *stepper) archive() {
	ended := t.s
	t.effect(Effect{Kind: EffectArchive, Do: Order{Ended: &ended}})
}

// forgetPendingMove gives up a move that will not be completed.
func (t *stepper) forgetPendingMove() {
	if t.s.Pending.Active {
		t.s.Pending = PendingMove{TurnOver: board.NoSquare}
		t.do(EffectHalt)
	}
}
