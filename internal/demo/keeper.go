package demo

import (
	"time"

	"crownhead/robot/command"
	"crownhead/robot/turn"
)

// stopInspection is how long a demo's keeper looks at a stopped robot before they release it, and between two attempts.
const stopInspection = 3 * time.Second

// never is when those act who wait for a change.
const never = time.Duration(1<<63 - 1)

// A keeper is the person who looks after a demo's robot. Only a person releases an emergency stop; it stays while its
// button is pressed.
type keeper struct {
	due     time.Duration // when they act; 0: nothing is to be done
	release bool
}

// watchPhase shows them the screen, and returns when they want to look again.
func (k *keeper) watchPhase(now time.Duration, phase turn.Phase) (next time.Duration) {
	switch {
	case phase != turn.Stopped:
		k.due = 0
		return never
	case k.due == 0:
		k.due = now + stopInspection
	case now >= k.due:
		k.due, k.release = now+stopInspection, true
		return now
	}
	return k.due
}

// takeCommands returns the commands that they give now.
func (k *keeper) takeCommands() []command.Command {
	if !k.release {
		return nil
	}
	k.release = false
	return []command.Command{{Name: command.Clear}}
}
