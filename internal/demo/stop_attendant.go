package demo

import (
	"time"

	"crownhead/robot/command"
	"crownhead/robot/turn"
)

// stopInspection is how long a demo's attendant looks at a stopped robot before they release it, and between two
// attempts.
const stopInspection = 3 * time.Second

// never is when those act who wait for a change.
const never = time.Duration(1<<63 - 1)

// A stopAttendant is the person who looks after a demo's robot. Only a person releases an emergency stop; it stays
// while its button is pressed.
type stopAttendant struct {
	due     time.Duration // when they act; 0: nothing is to be done
	release bool
}

// watchPhase shows them the screen, and returns when they want to look again.
func (a *stopAttendant) watchPhase(now time.Duration, phase turn.Phase) (next time.Duration) {
	switch {
	case phase != turn.Stopped:
		a.due = 0
		return never
	case a.due == 0:
		a.due = now + stopInspection
	case now >= a.due:
		a.due, a.release = now+stopInspection, true
		return now
	}
	return a.due
}

// takeCommands returns the commands that they give now.
func (a *stopAttendant) takeCommands() []command.Command {
	if !a.release {
		return nil
	}
	a.release = false
	return []command.Command{{Name: command.Clear}}
}
