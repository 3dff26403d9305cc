package robot

import (
	"crownhead/board/sensing"
	"crownhead/face/say"
	"crownhead/robot/turn"
)

// wrongPresses is after how many presses in a row without a right move the rules are shown.
const wrongPresses = 3

// lessons tells when the visitor's page is to show the rules: before somebody's first game, and after
// some presses in a row that were no move. No journal holds this, and nothing waits for it.
type lessons struct {
	newcomer bool // nobody has played in the visitor's place yet
	due      bool // a newcomer has the turn, and has not moved
	wrong    int  // presses in a row without a right move
	number   int  // of the last lesson
	presses  int  // in this run: one ends a lesson
}

// meetVisitor begins a game. A visitor who stays has seen the rules.
func (l *lessons) meetVisitor(newcomer bool) {
	l.newcomer, l.due, l.wrong = newcomer, false, 0
}

// judgePress takes what came of an event in a phase.
func (l *lessons) judgePress(phase turn.Phase, e turn.Event, result turn.StepResult) {
	switch {
	case e.Kind == turn.EventPressed:
		l.presses++
	case result.Verdict == sensing.MoveMade:
		l.wrong = 0
	case phase != turn.VisitorTurn || e.Kind != turn.EventPressSettled || isAboutSensors(result.Say):
	case result.Verdict == sensing.Unchanged || result.Verdict == sensing.Incomplete || result.Verdict == sensing.Illegal:
		if l.wrong++; l.wrong%wrongPresses == 0 {
			l.number++
		}
	}
}

// isAboutSensors reports whether a sentence asks about a square whose checker isn't felt, or is felt wrongly. The rules
// would hide that square, and have no answer.
func isAboutSensors(key string) bool {
	switch say.Key(key) {
	case say.PutInMiddle, say.DoubtMissing, say.DoubtExtra:
		return true
	}
	return false
}

// currentLesson returns the number of the lesson that is due in a state, 0 for none. A newcomer who has a
// checker in their hand already needs none.
func (l *lessons) currentLesson(s *turn.State) int {
	due := l.newcomer && s.Phase == turn.VisitorTurn && s.Game.Plies() == 0 && !s.VisitorGone && (l.due || s.ShowsGame())
	if due && !l.due {
		l.number++
	}
	l.due = due
	if due || l.wrong >= wrongPresses && s.Phase == turn.VisitorTurn {
		return l.number
	}
	return 0
}
