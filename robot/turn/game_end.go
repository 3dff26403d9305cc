package turn

import (
	"crownhead/board"
	"crownhead/face/say"
)

// endGame announces the end of the game and keeps it.
func (t *eventRun) endGame() {
	t.forgetPendingMove()
	t.s.Restore = Restoration{}
	t.setPhase(Over)
	t.s.PendingCommand = ""
	winner, won := t.s.Game.Outcome().Winner()
	switch {
	case !won:
		t.showMood(moodDrawn)
	case winner == t.s.Settings.VisitorColor:
		t.showMood(moodBeaten)
	default:
		t.showMood(moodWon)
	}
	t.turnEyes(lookVisitor)
	t.sayEnd()
	t.archiveGame()
}

// sayEnd says how the game ended, and later asks for the next one.
func (t *eventRun) sayEnd() {
	t.say(endKey(t.s.Game.Outcome(), t.s.Settings.VisitorColor), nil, "")
	t.startDeadlines(deadlineAgain)
}

// boardLaid says of a new game, in the journal, that the board is set up for it.
const boardLaid = "laid"

// newGame gives the game up, if there is one, and begins another.
func (t *eventRun) newGame(isLaid bool) {
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
	t.addEffect(Effect{Kind: EffectNewGame, Name: name, Payload: Payload{Ended: &ended, Laid: isLaid}})
}

// archiveGame keeps the game: as unfinished, unless it is decided.
func (t *eventRun) archiveGame() {
	ended := t.s
	t.addEffect(Effect{Kind: EffectArchive, Payload: Payload{Ended: &ended}})
}

// forgetPendingMove gives up a move that will not be completed.
func (t *eventRun) forgetPendingMove() {
	if t.s.Pending.Active {
		t.s.Pending = PendingMove{RobotManToFlip: board.NoSquare}
		t.order(EffectAbandonProgram)
	}
}

// beginIfLaid begins a new game when the board is set up for it. Whatever else is done to the board
// after the end, kings put in its middle, or everything swept off, means nothing.
func (t *eventRun) beginIfLaid() {
	if t.s.boardShows(t.s.nextOccupied()) {
		t.newGame(true)
	}
}

// announcesResult reports whether the prompt says who has won, or that nobody has.
func (s State) announcesResult() bool {
	key := endKey(s.Game.Outcome(), s.Settings.VisitorColor)
	return s.Settings.Version >= hiddenSince && key != say.EndAbandoned && s.Prompt.Is(key)
}

func (t *eventRun) beginOrAskToLay() {
	t.answerPress(func() {
		switch {
		case t.s.boardShows(t.s.nextOccupied()):
			t.newGame(true)
		case t.s.announcesResult(): // a press just after the last move is no wish for the next game: that is asked for soon
			t.explainWait()
		default:
			t.say(t.s.layKey(), nil, "")
		}
	})
}
