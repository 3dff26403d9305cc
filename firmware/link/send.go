package link

import (
	"time"

	"crownhead/firmware/link/wire"
)

const (
	showEvery = 50 * time.Millisecond // LEDs and servos at most so often
	showAgain = time.Second           // and again, for nobody acknowledges them
)

// show is a state of which only the newest counts.
type show struct {
	want  wire.Message
	dirty bool
	sent  time.Duration
}

func (s *show) set(m wire.Message) {
	s.dirty = s.dirty || s.want != m
	s.want = m
}

// due is when it goes on the line next.
func (s *show) due() time.Duration {
	switch {
	case s.want == nil:
		return wire.Never
	case s.dirty:
		return s.sent + showEvery
	}
	return s.sent + showAgain
}

// send puts everything due on the line and returns the next deadline.
func (m *Machine) send(now time.Duration) time.Duration {
	if m.phase != up && m.phase != setting {
		return m.due
	}
	next := m.heard + m.silence()
	if m.phase == setting {
		next = m.due
	} else {
		next = min(next, m.sendStop(now), m.sendShows(now))
	}
	next = min(next, m.sendBeat(now))
	var again time.Duration
	m.out, again = m.channel.Advance(now, m.out)
	return min(next, again)
}

// sendStop goes first and again until it is confirmed.
func (m *Machine) sendStop(now time.Duration) time.Duration {
	if !m.stopping {
		return wire.Never
	}
	if now >= m.stopDue {
		m.out = m.channel.Append(m.out, m.stop)
		m.stopDue = now + stopEvery
	}
	return m.stopDue
}

func (m *Machine) sendBeat(now time.Duration) time.Duration {
	if now >= m.beatDue {
		m.beat++
		m.out = m.channel.Append(m.out, wire.Heartbeat{Nonce: m.beat})
		m.beatDue = now + beatEvery
	}
	return m.beatDue
}

func (m *Machine) sendShows(now time.Duration) time.Duration {
	next := wire.Never
	for i := range m.shows {
		s := &m.shows[i]
		if now >= s.due() {
			m.out = m.channel.Append(m.out, s.want)
			s.dirty, s.sent = false, now
		}
		next = min(next, s.due())
	}
	return next
}
