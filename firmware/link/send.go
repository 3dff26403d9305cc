package link

import (
	"fmt"
	"time"

	"crownhead/firmware/link/wire"
)

const (
	heartbeatEvery = 100 * time.Millisecond
	stopEvery      = 50 * time.Millisecond
	displayEvery   = 50 * time.Millisecond // LEDs and servos at most so often
	displayRefresh = time.Second           // and again, for nobody acknowledges them
)

// sendDue puts everything due on the line and returns the next deadline.
func (m *Machine) sendDue(now time.Duration) time.Duration {
	if m.phase != phaseUp && m.phase != phaseSetup {
		return m.due
	}
	next := m.lastHeard + m.silenceLimit()
	if m.phase == phaseSetup {
		next = m.due
	} else {
		next = min(next, m.sendStop(now), m.sendDisplays(now))
	}
	next = min(next, m.sendHeartbeat(now))
	var again time.Duration
	m.out, again = m.channel.Advance(now, m.out)
	return min(next, again)
}

// sendStop goes first, and again until the stop is confirmed.
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

func (m *Machine) sendHeartbeat(now time.Duration) time.Duration {
	if now >= m.heartbeatDue {
		m.heartbeat++
		m.out = m.channel.Append(m.out, wire.Heartbeat{Nonce: m.heartbeat})
		m.heartbeatDue = now + heartbeatEvery
	}
	return m.heartbeatDue
}

func (m *Machine) sendDisplays(now time.Duration) time.Duration {
	next := wire.Never
	for i := range m.displays {
		d := &m.displays[i]
		if now >= d.nextSend() {
			m.out = m.channel.Append(m.out, d.wanted)
			d.changed, d.sent = false, now
		}
		next = min(next, d.nextSend())
	}
	return next
}

// A display is the eyes or the servos: only the newest state counts.
type display struct {
	wanted  wire.Message
	changed bool
	sent    time.Duration
}

func (d *display) setWanted(m wire.Message) {
	d.changed = d.changed || d.wanted != m
	d.wanted = m
}

func (d *display) nextSend() time.Duration {
	switch {
	case d.wanted == nil:
		return wire.Never
	case d.changed:
		return d.sent + displayEvery
	}
	return d.sent + displayRefresh
}

// queueFrames queues messages that are numbered and sent again until they are acknowledged.
func (m *Machine) queueFrames(messages ...wire.Message) error {
	for _, msg := range messages {
		if err := m.channel.Send(msg); err != nil {
			return fmt.Errorf("link: sending %s: %w", msg.Type(), err)
		}
	}
	return nil
}
