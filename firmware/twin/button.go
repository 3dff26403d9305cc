package twin

import "time"

const (
	pressLength = 150 * time.Millisecond
	bounceTime  = time.Millisecond // of each of the contacts' bounces
)

// A button is the red button: its contacts bounce.
type button struct {
	pressed time.Duration
	down    bool
}

// Press presses the red button and lets it go after a moment.
func (w *World) Press(now time.Duration) {
	if w.button.down && now-w.button.pressed < pressLength {
		return
	}
	w.button = button{pressed: now, down: true}
	w.changed = true
}

// contact is the electrical level of the button: closed or open, bouncing at both edges.
func (b *button) contact(now time.Duration) bool {
	t := now - b.pressed
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

// busy tells that the level is not settled as open yet.
func (b *button) busy(now time.Duration) bool {
	return b.down && now-b.pressed < pressLength+10*bounceTime
}

// Estop presses the emergency button, which stays in, or pulls it out again.
func (w *World) Estop(in bool) { w.estop, w.changed = in, true }
