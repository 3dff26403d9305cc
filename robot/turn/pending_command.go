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

const (
	// fewestPlies is how long a game must be to count as lost when its visitor resigns: three turns of both.
	fewestPlies = 6

	shortGamesSince = 3 // the version of journals in which a shorter one is left unfinished
)

// resignGame ends the game for the visitor. Who gives up before the game has got going has only tried the robot out.
func (t *eventRun) resignGame() bool {
	if t.s.Settings.Version >= shortGamesSince && t.s.Game.Plies() < fewestPlies {
		return t.breakOffGame()
	}
	t.callOffEngine()
	t.s.Game = t.s.Game.Resign(t.s.Settings.VisitorColor)
	t.endGame()
	return true
}

// abortGame gives the game up for the operator, and keeps it.
func (t *eventRun) abortGame() bool {
	t.s.VisitorGone = true
	return t.breakOffGame()
}

// breakOffGame ends the game without a result. Without a ply there is nothing to keep, and the next one begins.
func (t *eventRun) breakOffGame() bool {
	if t.s.Game.Plies() == 0 {
		t.newGame(false)
		return true
	}
	t.callOffEngine()
	t.s.Game = t.s.Game.Abandon()
	t.endGame()
	return true
}

// abandonGame gives the game up for a visitor who has gone. Before the first ply there is none to give up: what they
// have chosen is forgotten, and the next visitor is invited.
func (t *eventRun) abandonGame() bool {
	t.s.VisitorGone = true
	if t.s.Game.Plies() == 0 {
		t.say(say.IdleInvite, nil, "")
		return true
	}
	return t.breakOffGame()
}

// startForNextVisitor ends the game for whoever played it, and begins one for the next visitor.
func (t *eventRun) startForNextVisitor() bool {
	t.s.VisitorGone = true
	t.newGame(false)
	return true
}
