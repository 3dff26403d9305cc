package world

import "time"

const (
	pressLength = 150 * time.Millisecond
	bounceTime  = time.Millisecond // of each of the contacts' bounces
)

// A button is the red button: its contacts bounce.
type button struct {
	pressedAt time.Duration
	down      bool
}

// isClosed returns the electrical level of the button, which bounces at both edges of a press.
func (b *button) isClosed(now time.Duration) bool {
	t := now - b.pressedAt
	if !b.down || t < 0 {
		return false
	}
	switch {
	case t < pressLength:
		return t < bounceTime || t >= 2*bounceTime
	case t < pressLength+2*bounceTime:
		return t >= pressLength+bounceTime
	default:
		return false
	}
}

// isSettling reports that the button was pressed, and its level has not settled as open again.
func (b *button) isSettling(now time.Duration) bool {
	return b.down && now-b.pressedAt < pressLength+10*bounceTime
}
