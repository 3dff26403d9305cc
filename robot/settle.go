package robot

import (
	"math"
	"time"

	"crownhead/board"
)

const (
	settleTime = 150 * time.Millisecond // unchanged for so long, the occupancy is settled
	fieldLag   = 50 * time.Millisecond  // a checker laid before a press may show so long after it: sensors are slower than the button
	pressWait  = 500 * time.Millisecond // after so long a press is judged as not settled
	never      = time.Duration(math.MaxInt64)
)

// A settler turns raw occupancies and presses into events: a scan when the board has settled anew, a button when the
// board that belongs to a press has settled, or unsettled when it doesn't.
type settler struct {
	raw      board.Bits
	masked   board.Bits    // squares whose changes mean nothing
	since    time.Duration // when raw became so
	known    bool
	settled  board.Bits // as last reported
	reported bool
	pressed  bool
	press    time.Duration
}

// see takes a raw occupancy.
func (s *settler) see(now time.Duration, bits board.Bits) {
	if !s.known || (bits^s.raw)&^s.masked != 0 {
		s.since, s.known = now, true
	}
	s.raw = bits
}

// push takes a press. One that comes while another waits for its board is the same to us.
func (s *settler) push(now time.Duration) {
	if !s.pressed {
		s.pressed, s.press = true, now
	}
}

// forget drops what was seen, for the link is gone.
func (s *settler) forget() { *s = settler{masked: s.masked} }

// again lets the board be reported once more: whoever was told has forgotten it.
func (s *settler) again() { s.reported = false }

// due returns the events that are due.
func (s *settler) due(now time.Duration) []Event {
	var events []Event
	calm := s.known && now-s.since >= settleTime
	if calm && s.news() {
		s.settled, s.reported = s.raw, true
		events = append(events, Event{Kind: EventScan, Bits: s.raw})
	}
	switch {
	case s.pressed && calm && now-s.press >= fieldLag:
		s.pressed = false
		events = append(events, Event{Kind: EventButton, Bits: s.raw})
	case s.pressed && now-s.press >= pressWait:
		s.pressed = false
		events = append(events, Event{Kind: EventUnsettled})
	}
	return events
}

// news tells that the board is not as it was last reported.
func (s *settler) news() bool { return !s.reported || (s.raw^s.settled)&^s.masked != 0 }

// next is when due has something to say.
func (s *settler) next() time.Duration {
	next := never
	if s.known && s.news() {
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

// mask makes a square's changes mean nothing, or something again.
func (s *settler) mask(sq board.Square, on bool) {
	if s.masked &^= sq.Bit(); on {
		s.masked |= sq.Bit()
	}
}

// rotate turns what is known by half a turn: the visitor has another colour now, and places are other squares.
func (s *settler) rotate() {
	s.raw, s.settled, s.masked = s.raw.Rotate(), s.settled.Rotate(), s.masked.Rotate()
}
