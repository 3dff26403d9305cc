package link

import (
	"fmt"
	"slices"
	"time"

	"crownhead/firmware/link/wire"
)

// Times of the host's end.
const (
	helloEvery     = 200 * time.Millisecond
	refusedEvery   = 2 * time.Second
	setupWait      = 2 * time.Second
	heartbeatEvery = 100 * time.Millisecond
	stopEvery      = 50 * time.Millisecond
)

// Machine is the host's end of the protocol. Open and Closed tell it about the port; Advance is called with what
// was read, and at the deadline that it returned.
type Machine struct {
	config Config
	setup  wireSetup

	phase         phase
	due           time.Duration // end of the quiet time, next request, end of the set-up
	nonce         uint32        // of the present or last handshake
	met           bool          // a controller has answered before
	boot          uint32        // its boot id
	build         uint32        // hash of its firmware
	protocol      string        // version of its protocol
	virtual       bool
	refusalReason string // of the last refusal, so that it is reported once

	session           // everything that a handshake begins anew
	lampMode    uint8 // wanted mode of the button's lamp
	displays    [2]display
	stopNonce   uint16 // of the last stop
	decoder     wire.Decoder
	badPayloads uint64 // payloads with impossible values
	downs       uint64
	traffic     Traffic
	quality     lineQuality
	events      []Event
	out         []byte
}

type phase uint8

const (
	phaseClosed  phase = iota
	phaseQuiet         // port open, the boot loader listens
	phaseHello         // HelloRequest is repeated
	phaseRefused       // the same, seldom: the firmware may be exchanged
	phaseSetup         // SETUP sent; echo and first status awaited
	phaseUp
)

// session is the state between two handshakes.
type session struct {
	channel      wire.Channel
	lastHeard    time.Duration // last frame of this session
	echoed       bool          // the controller has taken the set-up
	heartbeat    uint16
	heartbeatDue time.Duration

	status    wire.Status
	hasStatus bool
	snapshot  wire.Snapshot
	hasBits   bool

	stop      wire.Stop
	stopping  bool // stop is sent again until it is confirmed
	stopDue   time.Duration
	lastStop  uint16 // nonce of the session's last stop
	latched   bool   // from a stop until it is cleared
	clearSent bool

	homing      bool // asked for
	homingSeq   uint8
	homingAcked bool // HOME has reached the controller

	queued   []uint16     // items that are not done yet
	queueEnd [3]wire.Knot // state behind the last of them
}

// New makes a machine with a closed port. Session numbers begin at nonce; take one that another run is unlikely
// to have used last.
func New(c Config, s Setup, nonce uint32) (*Machine, error) {
	w, err := encodeSetup(c, s)
	if err != nil {
		return nil, err
	}
	return &Machine{config: c, setup: w, nonce: nonce, due: wire.Never}, nil
}

// Open says that the port is open: nothing is sent for the quiet time.
func (m *Machine) Open(now time.Duration) {
	m.decoder = wire.Decoder{Errors: m.decoder.Errors}
	m.phase, m.due = phaseQuiet, now+secondsToDuration(m.config.Quiet)
}

// Closed says that the port is gone; Advance reports what follows from it.
func (m *Machine) Closed(time.Duration) {
	m.endSession("closed")
	m.phase, m.due = phaseClosed, wire.Never
}

// Advance takes what was read, does everything due at now, and returns what is to be written, what happened, and
// when it wants to be called again.
func (m *Machine) Advance(now time.Duration, in []byte) (out []byte, events []Event, next time.Duration) {
	m.out = nil
	m.decoder.Feed(in, func(f wire.Frame) { m.receiveFrame(now, f) })
	m.checkTimeouts(now)
	next = m.sendDue(now)
	m.quality.update(now, m.retransmitted()+m.decoder.Errors.Total())
	events, m.events = m.events, nil
	return m.out, events, next
}

// receiveFrame takes one good frame. Before the handshake only Hello counts.
func (m *Machine) receiveFrame(now time.Duration, f wire.Frame) {
	if m.phase == phaseClosed || m.phase == phaseQuiet {
		return
	}
	m.traffic.Frames++
	if f.Type != wire.TypeHello {
		if (m.phase != phaseUp && m.phase != phaseSetup) || !m.channel.Receive(now, f) {
			return
		}
		m.lastHeard = now
	}
	msg, err := wire.Unmarshal(f.Type, f.Payload)
	if err != nil {
		m.badPayloads++
		return
	}
	switch v := msg.(type) {
	case wire.Hello:
		m.handleHello(now, v)
	case wire.SetupEcho:
		m.handleSetupEcho(now, v)
	case wire.Status:
		m.handleStatus(v)
	case wire.Snapshot:
		m.handleSnapshot(v)
	case wire.Press:
		m.emitEvent(Event{Kind: Press, Bits: v.Bits, Count: v.Count})
	case wire.Fault:
		m.handleFault(v)
	case wire.StopConfirm:
		if v.Nonce == m.stop.Nonce {
			m.stopping = false
		}
	}
}

// handleStatus follows the controller's state; what it means for latch, homing and queue is reported once, as events.
func (m *Machine) handleStatus(s wire.Status) {
	old, first := m.status, !m.hasStatus
	m.status, m.hasStatus = s, true
	m.removeDone(s.Done)
	if m.phase == phaseSetup && m.echoed && s.Flags&wire.FlagSetup != 0 {
		m.reportUp()
		first = true
	}
	if m.phase != phaseUp {
		return
	}
	if first || s.State != old.State || s.Flags != old.Flags || s.Cause != old.Cause || s.Done != old.Done {
		m.emitEvent(Event{Kind: Status})
	}
	m.updateLatch(first || s.State != old.State || s.Cause != old.Cause)
	m.updateHoming()
}

// removeDone takes the item that is done, and those before it, off the queue.
func (m *Machine) removeDone(id uint16) {
	if i := slices.Index(m.queued, id); i >= 0 {
		m.queued = append(m.queued[:0], m.queued[i+1:]...)
	}
}

func (m *Machine) updateLatch(changed bool) {
	switch m.status.State {
	case wire.StateStopping:
		m.latched = true
		m.clearQueue()
	case wire.StateStopped:
		m.latched = true
		m.clearQueue()
		if changed {
			cause := m.status.Cause
			m.emitEvent(Event{Kind: Stopped, Cause: cause, Reason: wire.CauseReason(cause), Homed: m.isHomed()})
		}
	default:
		if m.clearSent {
			m.clearSent, m.latched = false, false
			m.resetQueueEnd()
			m.emitEvent(Event{Kind: Cleared, Homed: m.isHomed()})
		}
	}
}

// updateHoming tells a status that follows from HOME from an older one by what it acknowledges. An arm that
// stands at its switches is home before any status says that it seeks them.
func (m *Machine) updateHoming() {
	m.homingAcked = m.homing && (m.homingAcked || m.channel.HasAcked(m.homingSeq))
	if m.homingAcked && m.status.State == wire.StateReady {
		m.homing, m.homingAcked = false, false
		m.resetQueueEnd()
		m.emitEvent(Event{Kind: Homed, Homed: true})
	}
}

func (m *Machine) handleSnapshot(s wire.Snapshot) {
	if m.hasBits && int16(s.Counter-m.snapshot.Counter) < 0 {
		return // a newer one has overtaken it
	}
	changed := !m.hasBits || s.Bits != m.snapshot.Bits
	m.snapshot, m.hasBits = s, true
	if changed {
		m.emitEvent(Event{Kind: Bits, Bits: s.Bits})
	}
}

func (m *Machine) handleFault(f wire.Fault) {
	switch {
	case f.Code == wire.FaultEstop:
		m.clearSent = false
	case f.Code == wire.FaultState && f.ID == 0 && f.Detail != wire.StateHoming: // HOME is refused
		m.homing, m.homingAcked = false, false
	}
	m.emitEvent(Event{Kind: Fault, Fault: f, Reason: wire.FaultReason(f.Code)})
}

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

// sendHelloRequest sends one HelloRequest, behind a delimiter that ends whatever garbage the controller has
// collected.
func (m *Machine) sendHelloRequest(now time.Duration) {
	r := wire.HelloRequest{Major: wire.Major, Minor: wire.Minor, Nonce: m.nonce}
	m.out = append(m.out, 0)
	m.out = wire.AppendEncode(m.out, wire.Frame{Type: r.Type(), Session: r.Session(), Payload: wire.Marshal(r)})
	m.due = now + helloEvery
	if m.phase == phaseRefused {
		m.due = now + refusedEvery
	}
}

// handleHello takes the answer to our request, or the greeting of a controller that is in no session: it has
// been reset, or has never heard from us.
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

// queueFrames queues messages that are numbered and sent again until they are acknowledged.
func (m *Machine) queueFrames(messages ...wire.Message) error {
	for _, msg := range messages {
		if err := m.channel.Send(msg); err != nil {
			return fmt.Errorf("link: sending %s: %w", msg.Type(), err)
		}
	}
	return nil
}

// State returns what the machine knows at present.
func (m *Machine) State() State {
	busy := len(m.queued) > 0 || m.homing || m.stopping // with things that the status may not know yet
	moving := m.status.Flags&wire.FlagMoving != 0
	return State{
		Open:     m.phase != phaseClosed,
		Up:       m.phase == phaseUp,
		Virtual:  m.virtual,
		Boot:     m.boot,
		Build:    m.build,
		Protocol: m.protocol,
		Homed:    m.isHomed(),
		Stopped:  m.latched,
		Resting:  m.latched && m.status.State == wire.StateStopped,
		Idle:     m.phase == phaseUp && !busy && !moving && m.status.Free == wire.QueueLen,
		Moving:   moving,
		Pumping:  m.status.Flags&wire.FlagPump != 0,
		Lossy:    m.quality.isLossy(),
		Status:   m.status,
		Bits:     m.snapshot.Bits,
		HasBits:  m.hasBits,
		Faults:   Faults{Bytes: m.decoder.Errors, Values: m.badPayloads, Downs: m.downs},
		Traffic:  Traffic{Frames: m.traffic.Frames, Retransmitted: m.retransmitted()},
	}
}

func (m *Machine) isHomed() bool { return m.status.Flags&wire.FlagHomed != 0 }

// retransmitted is how many frames were ever sent again.
func (m *Machine) retransmitted() uint64 {
	return m.traffic.Retransmitted + m.channel.Stats.Retransmitted
}

// resetQueueEnd takes the position at rest as the state from which the next segment starts.
func (m *Machine) resetQueueEnd() {
	for j := range m.queueEnd {
		m.queueEnd[j] = wire.Knot{Position: m.status.Position[j]}
	}
}

// clearQueue forgets what was queued: the controller has thrown it away.
func (m *Machine) clearQueue() {
	m.queued = m.queued[:0]
	m.homing, m.homingAcked = false, false
}

func (m *Machine) emitEvent(e Event) { m.events = append(m.events, e) }
