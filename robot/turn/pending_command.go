package turn

import (
	"slices"

	"crownhead/face/say"
	"crownhead/robot/command"
)

// tryPending does the command that waits, if it is the time. An arm that is held up may never
// complete its move: at home it lets go what it carries.
func (t *eventRun) tryPending() {
	switch {
	case slices.Contains(safe, t.s.Phase):
		t.doPending()
	case t.s.Phase == Paused && !t.s.Paused: // the command ends the pause
		t.doPending()
	case t.s.Phase == Hold && t.s.PendingCommand != command.OfferDraw: // an offer can wait
		t.order(EffectAbandonProgram)
		t.findHome()
	}
}

// doPending does the command that waits, if there is one, and reports whether the turn has ended
// with it.
func (t *eventRun) doPending() (ended bool) {
	spec := t.commands[t.s.PendingCommand]
	t.s.PendingCommand = ""
	return spec.whenSafe != nil && spec.whenSafe(t)
}

func (t *eventRun) startNewGame() bool {
	t.newGame(false)
	return true
}

// resignGame ends the game for the visitor.
func (t *eventRun) resignGame() bool {
	t.callOffEngine()
	t.s.Game = t.s.Game.Resign(t.s.Settings.VisitorColor)
	t.endGame()
	return true
}

// abortGame gives the game up for the operator, and keeps it.
func (t *eventRun) abortGame() bool {
	if t.s.Game.Plies() == 0 {
		t.newGame(false)
		return true
	}
	t.callOffEngine()
	t.endAbandoned()
	return true
}

// abandonGame gives the game up for a visitor who has gone.
func (t *eventRun) abandonGame() bool {
	if t.s.Game.Plies() == 0 {
		t.say(say.IdleInvite, nil, "")
		return true
	}
	t.endAbandoned()
	return true
}

func (t *eventRun) endAbandoned() {
	t.s.Game, t.s.VisitorGone = t.s.Game.Abandon(), true
	t.endGame()
}
