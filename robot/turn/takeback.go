package turn

import (
	"crownhead/board"
	"crownhead/board/sensing"
	"crownhead/face/say"
)

// takeBackBeforeAnswer gives the visitor their move back when they have undone it before the robot
// answered.
func (t *eventRun) takeBackBeforeAnswer() {
	t.answerPress(func() {
		if !t.s.showsLastPlyUndone() || !t.undoPlies(1) {
			t.explainWait()
			return
		}
		t.result.Verdict = sensing.Takeback
		t.order(EffectCancel)
		t.followTakeback()
	})
}

// showsLastPlyUndone reports whether the board shows the visitor's last ply undone. Where masked squares hide the whole
// of it, the board shows nothing of the kind.
func (s State) showsLastPlyUndone() bool {
	before := s.LastPly.Before.Occupied()
	hidden := s.Settings.Version >= hiddenSince && (before^s.OccupiedByGame())&^s.Sensors.Masked == 0
	return s.LastPly.Known && !hidden && s.boardShows(before)
}

// takeBackMove takes the visitor's move back, and the robot's answer with it. The visitor puts the
// board right, checker by checker; their own move may go on standing there until they move anew.
func (t *eventRun) takeBackMove() bool {
	back, ok := t.s.TakebackGame()
	if !ok {
		return false
	}
	t.callOffEngine()
	inTray := t.losePresentCarry()
	t.forgetPendingMove()
	t.undoPlies(t.s.Game.Plies() - back.Plies())
	if inTray {
		t.tidyBeforeRestoring()
	}
	t.followTakeback()
	return true
}

// followTakeback gives the visitor the turn that they have got back, once every checker is where it was.
func (t *eventRun) followTakeback() {
	isPlayable := t.s.boardShows(t.s.OccupiedByGame()) || t.s.inferMove().Verdict == sensing.MoveMade
	if isRestored := t.noteSteps(); isRestored && isPlayable {
		t.tryAgain()
	} else {
		t.guideSoon(say.TakebackDone)
	}
}

// tryAgain gives the visitor the turn that they have got back.
func (t *eventRun) tryAgain() {
	t.giveTurn()
	t.say(say.TakebackDone, nil, "")
}

// traysComeBack is the first version of the journal in which a move taken back empties the tray's
// slots again.
const traysComeBack = 2

// undoPlies takes plies back to the position before the visitor's last one. Every checker is to come back to where it was
// then: from the tray, too, and a king that stood for a man to its slot.
func (t *eventRun) undoPlies(plies int) bool {
	back, ok := t.s.TakebackGame()
	if !ok || t.s.Game.Plies()-back.Plies() != plies {
		return false
	}
	switch {
	case t.s.Settings.Version >= bodiesSince:
		t.startRestoration(t.s.LastPly.Bodies)
	case plies == 2 && t.s.Settings.Version >= traysComeBack:
		t.s.Bodies = t.s.Bodies.WithTrophiesOf(t.s.LastPly.Bodies)
	}
	t.s.Game, t.s.LastPly.Known, t.s.LastPly.VisitorManToFlip = back, false, board.NoSquare
	t.s.Estimate.TakenBack = t.s.Estimate.TakenBack || plies == 2
	t.s.Remark = Remark{}
	return true
}
