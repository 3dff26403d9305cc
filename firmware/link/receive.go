package link

import (
	"fmt"
	"time"

	"crownhead/firmware/link/wire"
)

// frame takes one good frame. Before the handshake only Hello counts.
func (m *Machine) frame(now time.Duration, f wire.Frame) {
	if m.phase == closed || m.phase == quiet {
		return
	}
	m.traffic.Frames++
	if f.Type != wire.TypeHello {
		if (m.phase != up && m.phase != setting) || !m.channel.Receive(now, f) {
			return
		}
		m.heard = now
	}
	msg, err := wire.Unmarshal(f.Type, f.Payload)
	if err != nil {
		m.bad++
		return
	}
	m.take(now, msg)
}

func (m *Machine) take(now time.Duration, msg wire.Message) {
	switch v := msg.(type) {
	case wire.Hello:
		m.hello(now, v)
	case wire.SetupEcho:
		m.echo(now, v)
	case wire.Status:
		m.onStatus(now, v)
	case wire.Snapshot:
		m.onSnapshot(v)
	case wire.Press:
		m.emit(Event{Kind: Press, Bits: v.Bits, Count: v.Count})
	case wire.Fault:
		m.onFault(v)
	case wire.StopConfirm:
		if v.Nonce == m.stop.Nonce {
			m.stopping = false
		}
	}
}

// hello takes the answer to our request, or the word of a controller that is
// in no session: it has been reset, or has never heard from us.
func (m *Machine) hello(now time.Duration, h wire.Hello) {
	switch {
	case h.Nonce == 0 && (m.phase == up || m.phase == setting):
		reason := "session"
		if h.Boot != m.boot {
			reason = "reset"
		}
		m.lose(reason)
		m.meet(h)
		m.ask(now)
	case h.Nonce == 0:
		m.due = min(m.due, now)
	case h.Nonce == m.nonce && (m.phase == asking || m.phase == refused):
		m.meet(h)
		m.begin(now, h)
	}
}

// meet notes who answers; another boot id means a fresh start.
func (m *Machine) meet(h wire.Hello) {
	fresh := m.met && h.Boot != m.boot
	m.met, m.boot, m.build, m.virtual = true, h.Boot, h.Firmware, h.Flags&wire.HelloVirtual != 0
	m.speaks = fmt.Sprintf("%d.%d", h.Major, h.Minor)
	if fresh {
		m.reason = ""
		m.emit(Event{Kind: Reset, Reason: wire.ResetReason(h.Cause), Boot: m.boot, Virtual: m.virtual})
	}
}

// begin opens the session and sends the set-up.
func (m *Machine) begin(now time.Duration, h wire.Hello) {
	if h.Major != wire.Major {
		m.refuse(now, RefusedVersion, fmt.Sprintf("the controller speaks protocol %d.%d, this program %d.%d", h.Major, h.Minor, wire.Major, wire.Minor))
		return
	}
	if m.setup.virtual && h.Flags&wire.HelloVirtual == 0 {
		m.refuse(now, RefusedReal, "the controller is real hardware, and this run is for a virtual robot only")
		return
	}
	if h.Flags&wire.HelloSetupMode != 0 {
		m.refuse(now, RefusedMode, "the controller is in its set-up mode")
		return
	}
	m.renew(session{heard: now})
	m.channel.Reset(uint8(m.nonce))
	m.phase, m.due = setting, now+setupWait
	_ = m.sequenced(m.setup.limits, m.setup.homing, m.setup.rates) // a new session has room
}

// sequenced queues messages of the reliable half.
func (m *Machine) sequenced(messages ...wire.Message) error {
	for _, msg := range messages {
		if err := m.channel.Send(msg); err != nil {
			return fmt.Errorf("link: sending %s: %w", msg.Type(), err)
		}
	}
	return nil
}

func (m *Machine) echo(now time.Duration, e wire.SetupEcho) {
	switch {
	case m.phase != setting:
	case e.Result == wire.SetupMoving:
		m.due = now + helloEvery // a new handshake then
	case e.Result != wire.SetupOK:
		m.refuse(now, RefusedSetup, "set-up refused by the controller: "+wire.SetupReason(e.Result))
	case e.CRC != m.setup.crc:
		m.refuse(now, RefusedSetup, "the controller echoes other limits than it was given")
	default:
		m.echoed = true
	}
}

func (m *Machine) onSnapshot(s wire.Snapshot) {
	if m.hasBits && int16(s.Counter-m.snapshot.Counter) < 0 {
		return // overtaken by a newer one
	}
	changed := !m.hasBits || s.Bits != m.snapshot.Bits
	m.snapshot, m.hasBits = s, true
	if changed {
		m.emit(Event{Kind: Bits, Bits: s.Bits})
	}
}

func (m *Machine) onFault(f wire.Fault) {
	switch {
	case f.Code == wire.FaultEstop:
		m.clearing = false
	case f.Code == wire.FaultState && f.ID == 0 && f.Detail != wire.StateHoming: // HOME is refused
		m.homing, m.seeking = false, false
	}
	m.emit(Event{Kind: Fault, Fault: f, Reason: wire.FaultReason(f.Code)})
}
