package sensors

import (
	"math"
	"time"

	"crownhead/board"
	"crownhead/robot/turn"
)

const (
	settleTime = 150 * time.Millisecond // unchanged for so long, the occupancy is settled
	fieldLag   = 50 * time.Millisecond  // a checker laid before a press may show so long after it: sensors are slower than the button
	pressWait  = 500 * time.Millisecond // after so long a press is judged as not settled
	Never      = time.Duration(math.MaxInt64)
)

// A Settler turns raw occupancies and presses into events: a scan when the board has settled anew, a button when the
// board that belongs to a press has settled, or unsettled when it doesn't.
type Settler struct {
	Raw      board.Bits
	Masked   board.Bits    // squares whose changes mean nothing
	since    time.Duration // when raw became so
	known    bool
	Settled  board.Bits // as last reported
	Reported bool
	pressed  bool
	press    time.Duration
}

// Observe takes a raw occupancy.
func (s *Settler) Observe(now time.Duration, bits board.Bits) {
	if !s.known || (bits^s.Raw)&^s.Masked != 0 {
		s.since, s.known = now, true
	}
	s.Raw = bits
}

// AddPress takes a press. One that comes while another waits for its board is the same to us.
func (s *Settler) AddPress(now time.Duration) {
	if !s.pressed {
		s.pressed, s.press = true, now
	}
}

// Forget drops what was seen, for the link is gone.
func (s *Settler) Forget() { *s = Settler{Masked: s.Masked} }

// ReportAgain lets the board be reported once more: whoever was told has forgotten it.
func (s *Settler) ReportAgain() { s.Reported = false }

// DueEvents returns the events that are due.
func (s *Settler) DueEvents(now time.Duration) []turn.Event {
	var events []turn.Event
	calm := s.known && now-s.since >= settleTime
	if calm && s.changed() {
		s.Settled, s.Reported = s.Raw, true
		events = append(events, turn.Event{Kind: turn.EventScan, Bits: s.Raw})
	}
	switch {
	case s.pressed && calm && now-s.press >= fieldLag:
		s.pressed = false
		events = append(events, turn.Event{Kind: turn.EventButton, Bits: s.Raw})
	case s.pressed && now-s.press >= pressWait:
		s.pressed = false
		events = append(events, turn.Event{Kind: turn.EventUnsettled})
	}
	return events
}

// changed tells that the board is not as it was last reported.
func (s *Settler) changed() bool { return !s.Reported || (s.Raw^s.Settled)&^s.Masked != 0 }

// NextDue is when due has something to say.
func (s *Settler) NextDue() time.Duration {
	next := Never
	if s.known && s.changed() {
		next = s.since + settleTime
	}
	if s.known && s.pressed {
		next = min(next, max(s.since+settleTime, s.press+fieldLag))
	}
	if s.pressed {
		next = min(next, s.press+pressWait)
	}
	return next
}

// SetMask makes a square's changes mean nothing, or something again.
func (s *Settler) SetMask(sq board.Square, on bool) {
	if s.Masked &^= sq.Bit(); on {
		s.Masked |= sq.Bit()
	}
}

// Rotate turns what is known by half a turn: the visitor has another colour now, and places are other squares.
func (s *Settler) Rotate() {
	s.Raw, s.Settled, s.Masked = s.Raw.Rotate(), s.Settled.Rotate(), s.Masked.Rotate()
}
