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
		if !t.s.LastPly.Known || !t.s.boardShows(t.s.LastPly.Before.Occupied()) || !t.undoPlies(1) {
			t.explainWait()
			return
		}
		t.result.Verdict = sensing.Takeback
		t.order(EffectCancel)
		t.tryAgain()
	})
}

// takeBackMove takes the visitor's move back, and the robot's answer with it. The visitor puts the
// board right, checker by checker; their own move may go on standing there until they move anew.
func (t *eventRun) takeBackMove() bool {
	back, ok := t.s.TakebackGame()
	if !ok {
		return false
	}
	t.callOffEngine()
	t.forgetPendingMove()
	t.undoPlies(t.s.Game.Plies() - back.Plies())
	if t.s.boardShows(t.s.OccupiedByGame()) || t.s.inferMove().Verdict == sensing.MoveMade {
		t.tryAgain()
	} else {
		t.guideSoon(say.TakebackDone)
	}
	return true
}

// tryAgain gives the visitor the turn that they have got back.
func (t *eventRun) tryAgain() {
	t.giveTurn()
	t.say(say.TakebackDone, nil, "")
}

// traysComeBack is the first version of the journal in which a move taken back empties the tray's
// slots again.
const traysComeBack = 2

// undoPlies takes plies back to the position before the visitor's last one. What the robot captured
// comes back from the tray; its spare king, which nobody need put back there, is not counted on.
func (t *eventRun) undoPlies(plies int) bool {
	back, ok := t.s.TakebackGame()
	if !ok || t.s.Game.Plies()-back.Plies() != plies {
		return false
	}
	if plies == 2 && t.s.Settings.Version >= traysComeBack {
		t.s.Tray.Trophies = t.s.LastPly.Tray.Trophies
	}
	t.s.Game, t.s.LastPly.Known, t.s.LastPly.VisitorManToFlip = back, false, board.NoSquare
	t.s.Estimate.TakenBack = t.s.Estimate.TakenBack || plies == 2
	t.s.Remark = Remark{}
	return true
}
