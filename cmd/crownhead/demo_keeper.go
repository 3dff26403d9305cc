package main

import (
	"time"

	"crownhead/robot/turn"
)

// looksAround is how long a demo's keeper looks at a stopped robot before he releases it, and how long he waits to try again.
const looksAround = 3 * time.Second

// A keeper is the person who looks after a demo's robot. An emergency stop is a person's to release; it stays while its button is in.
type keeper struct {
	due  time.Duration // when he acts; 0: nothing is to be done
	wish bool
}

// advance lets him see the screen, and returns when he wants to look again.
func (k *keeper) advance(now time.Duration, phase turn.Phase) (next time.Duration) {
	switch {
	case phase != turn.Stopped:
		k.due = 0
		return never
	case k.due == 0:
		k.due = now + looksAround
	case now >= k.due:
		k.due, k.wish = now+looksAround, true
		return now
	}
	return k.due
}

// commands is what he wants.
func (k *keeper) commands() []turn.Command {
	if !k.wish {
		return nil
	}
	k.wish = false
	return []turn.Command{{Name: turn.CommandClear}}
}
