package sensors

import (
	"testing"
	"time"

	"crownhead/board"
)

// TestChangesOfAMinute: a change counts for a minute, not for ever, and belongs to its place when the colours change.
func TestChangesOfAMinute(t *testing.T) {
	var c FlickerCounter
	bits := board.Start().Occupied()
	c.Observe(0, bits)
	for n := range 7 {
		bits ^= 1
		c.Observe(time.Duration(n)*time.Second, bits)
	}
	if got := c.LastMinute(30*time.Second, 0); got != 7 {
		t.Errorf("%d changes of a1 after half a minute, want 7", got)
	}
	c.Rotate()
	if got := c.LastMinute(30*time.Second, 31); got != 7 {
		t.Errorf("%d changes of h8 on the turned board, want 7", got)
	}
	if got := c.LastMinute(time.Hour, 31); got != 0 {
		t.Errorf("%d changes an hour later", got)
	}
	c.Forget()
	c.Observe(time.Hour, 0)
	if got := c.LastMinute(time.Hour, 0); got != 0 {
		t.Errorf("%d changes after nothing was known", got)
	}
}
