package link

import (
	"fmt"
	"time"

	"crownhead/firmware/link/wire"
)

// Times of the handshake.
const (
	helloEvery   = 200 * time.Millisecond
	refusedEvery = 2 * time.Second
	setupWait    = 2 * time.Second
)

// checkTimeouts follows the deadlines of the handshake and the silence.
func (m *Machine) checkTimeouts(now time.Duration) {
	switch m.phase {
	case phaseQuiet, phaseSetup:
		if now >= m.due {
			m.startHandshake(now)
		}
	case phaseUp:
		if now-m.lastHeard >= m.silenceLimit() {
			m.endSession("silence")
			m.startHandshake(now)
		}
	}
	if (m.phase == phaseHello || m.phase == phaseRefused) && now >= m.due {
		m.sendHelloRequest(now)
	}
}

// silenceLimit is how long the controller may say nothing.
func (m *Machine) silenceLimit() time.Duration {
	return time.Duration(m.config.Silence) * time.Millisecond
}

// startHandshake asks for a session under a new number.
func (m *Machine) startHandshake(now time.Duration) {
	m.nonce++
	if uint8(m.nonce) == 0 {
		m.nonce++ // session zero is none
	}
	m.phase, m.due = phaseHello, now
}

// sendHelloRequest sends one HelloRequest, behind a delimiter that ends whatever garbage the controller has collected.
func (m *Machine) sendHelloRequest(now time.Duration) {
	r := wire.HelloRequest{Major: wire.Major, Minor: wire.Minor, Nonce: m.nonce}
	m.out = append(m.out, 0)
	m.out = wire.AppendEncode(m.out, wire.Frame{Type: r.Type(), Session: r.Session(), Payload: wire.Marshal(r)})
	m.due = now + helloEvery
	if m.phase == phaseRefused {
		m.due = now + refusedEvery
	}
}

// handleHello takes the answer to our request, or the greeting of a controller that is in no session: it has been reset, or
// has never heard from us.
func (m *Machine) handleHello(now time.Duration, h wire.Hello) {
	switch {
	case h.Nonce == 0 && (m.phase == phaseUp || m.phase == phaseSetup):
		reason := "session"
		if h.Boot != m.boot {
			reason = "reset"
		}
		m.endSession(reason)
		m.noteController(h)
		m.startHandshake(now)
	case h.Nonce == 0:
		m.due = min(m.due, now)
	case h.Nonce == m.nonce && (m.phase == phaseHello || m.phase == phaseRefused):
		m.noteController(h)
		m.openSession(now, h)
	}
}

// noteController keeps which controller has answered; another boot id means a fresh start.
func (m *Machine) noteController(h wire.Hello) {
	fresh := m.met && h.Boot != m.boot
	m.met, m.boot, m.build, m.virtual = true, h.Boot, h.Firmware, h.Flags&wire.HelloVirtual != 0
	m.protocol = fmt.Sprintf("%d.%d", h.Major, h.Minor)
	if fresh {
		m.refusalReason = ""
		m.emitEvent(Event{Kind: Reset, Reason: wire.ResetReason(h.Cause), Boot: m.boot, Virtual: m.virtual})
	}
}

// openSession sends the set-up to a controller that may be trusted with it.
func (m *Machine) openSession(now time.Duration, h wire.Hello) {
	if h.Major != wire.Major {
		m.refuseController(now, RefusedVersion, fmt.Sprintf("the controller speaks protocol %d.%d, this program %d.%d",
			h.Major, h.Minor, wire.Major, wire.Minor))
		return
	}
	if m.setup.virtual && h.Flags&wire.HelloVirtual == 0 {
		m.refuseController(now, RefusedReal, "the controller is real hardware, and this run is for a virtual robot only")
		return
	}
	if h.Flags&wire.HelloSetupMode != 0 {
		m.refuseController(now, RefusedMode, "the controller is in its set-up mode")
		return
	}
	m.replaceSession(session{lastHeard: now})
	m.channel.Reset(uint8(m.nonce))
	m.phase, m.due = phaseSetup, now+setupWait
	_ = m.queueFrames(m.setup.limits, m.setup.homing, m.setup.rates) // a new session has room
}

func (m *Machine) handleSetupEcho(now time.Duration, e wire.SetupEcho) {
	switch {
	case m.phase != phaseSetup:
	case e.Result == wire.SetupMoving:
		m.due = now + helloEvery // a new handshake then
	case e.Result != wire.SetupOK:
		m.refuseController(now, RefusedSetup, "set-up refused by the controller: "+wire.SetupReason(e.Result))
	case e.CRC != m.setup.crc:
		m.refuseController(now, RefusedSetup, "the controller echoes other limits than it was given")
	default:
		m.echoed = true
	}
}

// reportUp ends the handshake: the controller says that it has the set-up.
func (m *Machine) reportUp() {
	m.phase, m.refusalReason = phaseUp, ""
	m.resetQueueEnd()
	m.emitEvent(Event{Kind: Up, Boot: m.boot, Virtual: m.virtual, Homed: m.isHomed()})
	_ = m.queueFrames(wire.ButtonLed{Mode: m.lampMode}) // the first frame of a session finds room
	for i := range m.displays {
		m.displays[i].changed = true
	}
}

func (m *Machine) refuseController(now time.Duration, why Refusal, reason string) {
	m.endSession(reason)
	m.startHandshake(now)
	m.phase, m.due = phaseRefused, now+refusedEvery
	if m.refusalReason != reason {
		m.refusalReason = reason
		m.emitEvent(Event{Kind: Refused, Refusal: why, Reason: reason, Boot: m.boot, Virtual: m.virtual})
	}
}

// endSession ends a session that was up or being set up.
func (m *Machine) endSession(reason string) {
	if m.phase == phaseUp {
		m.downs++
		m.emitEvent(Event{Kind: Down, Reason: reason, Boot: m.boot, Virtual: m.virtual})
	}
	m.replaceSession(session{})
}

// replaceSession puts another session in place of the one that is over, whose retransmissions stay counted.
func (m *Machine) replaceSession(s session) {
	m.traffic.Retransmitted = m.retransmitted()
	m.session = s
}
