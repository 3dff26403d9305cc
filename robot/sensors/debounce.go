package sensors

import (
	"time"

	"crownhead/board"
	"crownhead/internal/clock"
	"crownhead/robot/turn"
)

const (
	settleTime   = 150 * time.Millisecond // an occupancy is settled when it has not changed for so long
	sensorLag    = 50 * time.Millisecond  // a checker laid before a press may show so long after the button
	pressTimeout = 500 * time.Millisecond // a press whose occupancy has not settled by then is reported as unsettled
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
	pressPending bool
	pressedAt    time.Duration
}

// Observe takes a raw occupancy.
func (d *Debouncer) Observe(now time.Duration, bits board.Bits) {
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
	settled := d.hasReading && now-d.changedAt >= settleTime
	if settled && d.differsFromReport() {
		d.Settled, d.Reported = d.Raw, true
		events = append(events, turn.Event{Kind: turn.EventScan, Bits: d.Raw})
	}
	switch {
	case d.pressPending && settled && now-d.pressedAt >= sensorLag:
		d.pressPending = false
		events = append(events, turn.Event{Kind: turn.EventPressSettled, Bits: d.Raw})
	case d.pressPending && now-d.pressedAt >= pressTimeout:
		d.pressPending = false
		events = append(events, turn.Event{Kind: turn.EventUnsettled})
	}
	return events
}

// differsFromReport reports whether the board is not as it was last reported.
func (d *Debouncer) differsFromReport() bool { return !d.Reported || (d.Raw^d.Settled)&^d.Masked != 0 }

// NextDue returns when DueEvents has something to report, if nothing changes until then.
func (d *Debouncer) NextDue() time.Duration {
	next := clock.Never
	if d.hasReading && d.differsFromReport() {
		next = d.changedAt + settleTime
	}
	if d.hasReading && d.pressPending {
		next = min(next, max(d.changedAt+settleTime, d.pressedAt+sensorLag))
	}
	if d.pressPending {
		next = min(next, d.pressedAt+pressTimeout)
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
}
