package turn

import (
	"crownhead/board"
	"crownhead/face/say"
)

// pause lets the robot rest until the operator lets it go on. An arm that carries something completes that first.
func (t *stepper) pause() {
	t.s.Paused = true
	switch t.s.Phase {
	case Boot, Stopped, Moving, Paused, Service:
	case Hold:
		t.do(EffectHalt)
		t.home()
	default:
		t.rest()
	}
}

// rest stands still with the board in people's hands: no time runs out, no press is judged.
func (t *stepper) rest() {
	t.leaveThinking()
	t.newTurn()
	t.s.Phase, t.s.Wait.Reason = Paused, AwaitNothing
	t.mood(MoodIdle)
	t.look(LookVisitor)
	t.say(say.Paused, nil, "")
}

// restAfterCarry leaves the rest of the arm's program for later. Nothing hangs on the nozzle between two carries.
func (t *stepper) restAfterCarry() {
	t.do(EffectHalt)
	t.do(EffectPark)
	t.rest()
}

// resume goes on where the board shows that the game stands.
func (t *stepper) resume() {
	t.s.Paused = false
	if t.s.Phase == Paused {
		t.goOn()
	}
}

// abort gives the game up for the operator, and keeps it.
func (t *stepper) abort() {
	if t.s.Game.Plies() == 0 {
		t.newGame(false)
		return
	}
	t.leaveThinking()
	t.endAbandoned()
}

// pauseHeld lets a pause begin that has waited for the arm, now that it needs a person.
func (t *stepper) pauseHeld() {
	switch {
	case !t.s.Paused:
	case t.s.Phase == Help:
		t.rest()
	case t.s.Phase == Hold && t.s.Wait.ArmStands:
		t.do(EffectHalt)
		t.home()
	}
}

// setPosition notes where the operator's new game begins.
func (t *stepper) setPosition() bool {
	start, err := board.ParseFEN(t.e.Args[argFEN])
	if err != nil {
		return false
	}
	visitor, err := board.ParseColor(t.e.Args[argVisitor])
	if err != nil {
		return false
	}
	t.s.Next = Next{Start: &start, Visitor: &visitor}
	return true
}
