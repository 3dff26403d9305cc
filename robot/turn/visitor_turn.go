package turn

import (
	"crownhead/board"
	"crownhead/face/say"
)

// giveTurn gives the turn to the visitor.
func (t *eventRun) giveTurn() {
	t.setPhase(VisitorTurn)
	t.s.Turn.IdlePresses, t.s.Turn.LastVerdict = 0, ""
	t.s.forgetTurn()
	t.s.proveSensors()
	t.maybeOfferDraw()
	key := t.s.sentenceForTurn()
	t.s.Draw.DeclineKey = ""
	if t.s.Game.Plies() == 0 {
		t.showMood(moodGreeting)
	}
	t.showMood(moodWaiting)
	t.say(key, nil, "")
	// When a man of the visitor's became a king, the robot's answer came right after: they are
	// reminded once more to turn it over, now that they have the board. In the game it is a king in
	// any case.
	crown := t.s.LastPly.VisitorManToFlip
	t.s.LastPly.VisitorManToFlip = board.NoSquare
	if crown != board.NoSquare && t.s.Game.Position().Pieces(t.s.Settings.VisitorColor).Has(crown) {
		t.say(say.CrownYours, []board.Square{crown}, "")
	}
	t.turnEyes(lookVisitor)
	t.restartVisitorTime()
}

// sentenceForTurn returns the sentence that gives the turn to the visitor.
func (s State) sentenceForTurn() say.Key {
	switch {
	case s.Draw.DeclineKey != "":
		return s.Draw.DeclineKey
	case s.Draw.Offer == RobotsDraw:
		return say.DrawOffer
	case s.Game.Plies() >= 2:
		return say.YourTurn
	case s.Settings.VisitorColor == board.Black:
		return say.YourTurnBlack
	}
	return say.YourTurnWhite
}

// restartVisitorTime starts the visitor's time anew.
func (t *eventRun) restartVisitorTime() {
	if t.s.Settings.AskSeconds > 0 {
		t.startDeadline(deadlineAsk, t.s.Settings.AskSeconds*1000)
	}
	if t.s.Settings.AbandonSeconds > 0 {
		t.startDeadline(deadlineAbandon, t.s.Settings.AbandonSeconds*1000)
	}
}
