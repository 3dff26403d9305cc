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
		t.showMood(moodDrawn)
	case winner == t.s.Settings.Visitor:
		t.showMood(moodBeaten)
	default:
		t.showMood(moodWon)
	}
	t.turnEyes(lookVisitor)
	t.sayEnd()
	t.archiveGame()
}

// sayEnd says how the game ended, and later asks for the next one.
func (t *stepper) sayEnd() {
	t.say(endKey(t.s.Game.Outcome(), t.s.Settings.Visitor), nil, "")
	t.startDeadlines(deadlineAgain)
}

// boardLaid says of a new game, in the journal, that the board is set up for it.
const boardLaid = "laid"

// newGame gives the game up, if there is one, and begins another.
func (t *stepper) newGame(isLaid bool) {
	t.callOffEngine()
	isKept := t.s.GameOver() && !t.s.Pending.Active // a game that the robot's unfinished move decides isn't kept yet
	if t.s.Game.Plies() > 0 && !isKept {
		t.s.Game = t.s.Game.Abandon()
		t.archiveGame()
	}
	t.setPhase(Over)
	t.s.PendingCommand = ""
	name := ""
	if isLaid {
		name = boardLaid
	}
	ended := t.s
	t.addEffect(Effect{Kind: EffectNewGame, Name: name, Do: Order{Ended: &ended, Laid: isLaid}})
}

// archiveGame keeps the game: as unfinished, unless it is decided.
func (t *stepper) archiveGame() {
	ended := t.s
	t.addEffect(Effect{Kind: EffectArchive, Do: Order{Ended: &ended}})
}

// forgetPendingMove gives up a move that will not be completed.
func (t *stepper) forgetPendingMove() {
	if t.s.Pending.Active {
		t.s.Pending = PendingMove{TurnOver: board.NoSquare}
		t.order(EffectHalt)
	}
}

// beginIfLaid begins a new game when the board is set up for it. Whatever else is done to the board
// after the end, kings put in its middle, or everything swept off, means nothing.
func (t *stepper) beginIfLaid() {
	if t.s.boardShows(t.s.nextOccupied()) {
		t.newGame(true)
	}
}

func (t *stepper) beginOrAskToLay() {
	t.answerPress(func() {
		if t.s.boardShows(t.s.nextOccupied()) {
			t.newGame(true)
		} else {
			t.say(t.s.layKey(), nil, "")
		}
	})
}
