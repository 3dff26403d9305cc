package world

import "time"

const (
	pressLength  = 150 * time.Millisecond // of a press that no other one follows
	shortestHold = 25 * time.Millisecond  // of a finger that hammers: so long it stays down, and so long up
	bounceTime   = time.Millisecond       // of each of the contacts' bounces
)

// A button is the red button: its contacts bounce. A finger that presses again while it is still down comes up first,
// as it must.
type button struct {
	last, next contact
}

// A contact is a time during which the button is down; the zero value is none.
type contact struct{ from, to time.Duration }

// pressDown presses the button now, or as soon as the finger has come up from the press before. What is faster than a
// finger does nothing.
func (b *button) pressDown(now time.Duration) {
	if b.next != (contact{}) && now >= b.next.from {
		b.last, b.next = b.next, contact{}
	}
	switch {
	case b.next != (contact{}):
	case b.last == (contact{}) || now >= b.last.to+shortestHold:
		b.last = contact{now, now + pressLength}
	default:
		b.last.to = min(b.last.to, max(now, b.last.from+shortestHold))
		from := max(now, b.last.to+shortestHold)
		b.next = contact{from, from + pressLength}
	}
}

// isClosed returns the electrical level of the button, which bounces at both edges of a press.
func (b *button) isClosed(now time.Duration) bool {
	return b.last.isClosed(now) || b.next.isClosed(now)
}

func (c contact) isClosed(now time.Duration) bool {
	switch {
	case c == contact{} || now < c.from:
		return false
	case now < c.to:
		return now < c.from+bounceTime || now >= c.from+2*bounceTime
	}
	return now >= c.to+bounceTime && now < c.to+2*bounceTime
}

// isSettling reports that the button was pressed, and its level has not settled as open again.
func (b *button) isSettling(now time.Duration) bool {
	end := max(b.last.to, b.next.to)
	return end != 0 && now < end+10*bounceTime
}
