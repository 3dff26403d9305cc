package turn

import (
	"crownhead/arm"
	"crownhead/board"
	"crownhead/board/sensing"
	"crownhead/face/say"
)

// takeback gives the visitor his move back when he has undone it before the robot answered.
func (t *stepper) takeback() bool {
	if !t.s.LastPly.Known || !t.s.shows(t.s.LastPly.Before.Occupied()) || !t.undo(1) {
		return false
	}
	t.then.Verdict = sensing.Takeback
	t.do(EffectCancel)
	t.tryAgain()
	return true
}

// TakebackGame returns the game as it was before the visitor's last ply, if it may be taken back.
func (s State) TakebackGame() (board.Game, bool) {
	plies := 2
	if !s.visitorToMove() {
		plies = 1 // the robot hasn't answered yet
	}
	if !s.Settings.Takeback || !s.LastPly.Known || s.GameOver() {
		return board.Game{}, false
	}
	back, ok := s.Game.Back(plies)
	return back, ok && back.Position() == s.LastPly.Before
}

// undo takes plies back to the position before the visitor's last one. What the robot captured comes back from the tray;
// its spare king, which nobody need put back there, is not counted on.
func (t *stepper) undo(plies int) bool {
	back, ok := t.s.TakebackGame()
	if !ok || t.s.Game.Plies()-back.Plies() != plies {
		return false
	}
	if plies == 2 && t.s.Settings.Version >= traysComeBack {
		t.s.Tray = arm.Tray{Slots: t.s.Tray.Slots, Trophies: t.s.LastPly.Tray.Trophies, Kings: t.s.Tray.Kings}
	}
	t.s.Game, t.s.LastPly.Known, t.s.LastPly.Crown = back, false, board.NoSquare
	t.s.Estimate.TakenBack = t.s.Estimate.TakenBack || plies == 2
	t.s.Remark = Remark{}
	return true
}

// traysComeBack is the first version of the journal in which a move taken back empties the tray's slots again.
const traysComeBack = 2

// takeBack takes the visitor's move back, and the robot's answer with it. The board is put right by him, checker by
// checker; his own move may go on standing there until he moves anew.
func (t *stepper) takeBack() bool {
	back, ok := t.s.TakebackGame()
	if !ok {
		return false
	}
	t.leaveThinking()
	t.forgetHand()
	t.undo(t.s.Game.Plies() - back.Plies())
	if t.s.shows(t.s.OccupiedByGame()) || t.infer().Verdict == sensing.MoveMade {
		t.tryAgain()
	} else {
		t.guideSoon(say.TakebackDone)
	}
	return true
}

// tryAgain gives the visitor the turn that he has got back.
func (t *stepper) tryAgain() {
	t.visitorTurn()
	t.say(say.TakebackDone, nil, "")
}

// guideSoon says why the board is to be put right, and leads through it when that has been read.
func (t *stepper) guideSoon(why say.Key) {
	t.s.Phase = Setup
	t.say(why, nil, "")
	t.deadline(deadlineGuide, guideMS)
}
