package sensors

import (
	"slices"
	"time"

	"crownhead/board"
	"crownhead/internal/clock"
	"crownhead/robot/turn"
)

const (
	settleTime   = 150 * time.Millisecond // an occupancy is settled when it has not changed for so long
	sensorLag    = 50 * time.Millisecond  // a checker laid before a press may show so long after the button
	pressTimeout = 500 * time.Millisecond // a press whose occupancy still changes by then is reported as unsettled

	// A square that changes so often within so short a time is restless, and is settled only when it has not changed for
	// longer: a weak magnet seems to stand still for a moment before it has changed often enough to be masked.
	restlessChanges = 3
	restlessSpan    = 1500 * time.Millisecond
	bounceTime      = 90 * time.Millisecond // changes that follow each other sooner count as one: a hand has let go
	restlessTime    = time.Second
)

// A Debouncer turns raw occupancies and presses into events: a scan when the board has settled anew, a button
// when the occupancy that belongs to a press has settled, or unsettled when it hasn't settled in time.
type Debouncer struct {
	Raw      board.Bits // the last reading
	Masked   board.Bits // the squares whose changes are ignored
	Settled  board.Bits // the occupancy as last reported
	Reported bool       // Settled has been reported

	hasReading   bool
	changedAt    time.Duration // when a square that isn't masked last changed
	changes      [32]changeTimes
	pressPending bool
	pressedAt    time.Duration
}

// changeTimes are when a square's last changes were, oldest first.
type changeTimes []time.Duration

// addChange adds a change, unless a checker only bounces.
func (c *changeTimes) addChange(now time.Duration) {
	if n := len(*c); n > 0 && now-(*c)[n-1] <= bounceTime {
		return
	}
	if *c = append(*c, now); len(*c) > restlessChanges {
		*c = slices.Delete(*c, 0, 1)
	}
}

// calmAt returns when the square is settled, if it is a restless one.
func (c changeTimes) calmAt() time.Duration {
	if len(c) < restlessChanges || c[len(c)-1]-c[0] > restlessSpan {
		return 0
	}
	return c[len(c)-1] + restlessTime
}

// Observe takes a raw occupancy.
func (d *Debouncer) Observe(now time.Duration, bits board.Bits) {
	if changed := bits ^ d.Raw; d.hasReading && changed.Len() <= turn.MostMasked { // more at once are no weak magnets
		for _, sq := range changed.Squares() {
			d.changes[sq].addChange(now)
		}
	}
	if !d.hasReading || (bits^d.Raw)&^d.Masked != 0 {
		d.changedAt, d.hasReading = now, true
	}
	d.Raw = bits
}

// AddPress takes a press. While a press waits for its occupancy, another one changes nothing.
func (d *Debouncer) AddPress(now time.Duration) {
	if !d.pressPending {
		d.pressPending, d.pressedAt = true, now
	}
}

// Forget drops readings and presses, for the link is gone.
func (d *Debouncer) Forget() { *d = Debouncer{Masked: d.Masked} }

// ReportAgain makes the settled board be reported once more, for a receiver that has forgotten it.
func (d *Debouncer) ReportAgain() { d.Reported = false }

// DueEvents returns the events that are due.
func (d *Debouncer) DueEvents(now time.Duration) []turn.Event {
	var events []turn.Event
	settled := d.hasReading && now >= d.settlesAt()
	if settled && d.differsFromReport() {
		d.Settled, d.Reported = d.Raw, true
		events = append(events, turn.Event{Kind: turn.EventScan, Bits: d.Raw})
	}
	switch {
	case d.pressPending && settled && now-d.pressedAt >= sensorLag:
		d.pressPending = false
		events = append(events, turn.Event{Kind: turn.EventPressSettled, Bits: d.Raw})
	case d.pressPending && now-d.pressedAt >= pressTimeout && (!d.hasReading || now < d.changedAt+settleTime):
		d.pressPending = false
		events = append(events, turn.Event{Kind: turn.EventUnsettled})
	}
	return events
}

// settlesAt returns when the board is settled, if nothing changes until then.
func (d *Debouncer) settlesAt() time.Duration {
	at := d.changedAt + settleTime
	for _, sq := range (^d.Masked).Squares() {
		at = max(at, d.changes[sq].calmAt())
	}
	return at
}

// differsFromReport reports whether the board is not as it was last reported.
func (d *Debouncer) differsFromReport() bool { return !d.Reported || (d.Raw^d.Settled)&^d.Masked != 0 }

// NextDue returns when DueEvents has something to report, if nothing changes until then.
func (d *Debouncer) NextDue() time.Duration {
	next := clock.Never
	if d.hasReading && d.differsFromReport() {
		next = d.settlesAt()
	}
	if d.hasReading && d.pressPending {
		next = min(next, max(d.settlesAt(), d.pressedAt+sensorLag))
	}
	if timeout := d.pressedAt + pressTimeout; d.pressPending && (!d.hasReading || timeout < d.changedAt+settleTime) {
		next = min(next, timeout)
	}
	return next
}

// SetMask makes a square's changes be ignored, or count again.
func (d *Debouncer) SetMask(sq board.Square, on bool) {
	if d.Masked &^= sq.Bit(); on {
		d.Masked |= sq.Bit()
	}
}

// Rotate turns the squares by half a turn: the visitor plays the other colour now, and the places are other squares.
func (d *Debouncer) Rotate() {
	d.Raw, d.Settled, d.Masked = d.Raw.Rotate(), d.Settled.Rotate(), d.Masked.Rotate()
	slices.Reverse(d.changes[:])
}
