package link

import (
	"fmt"
	"slices"
	"time"

	"crownhead/firmware/link/wire"
)

// Times of the host's end.
const (
	helloInterval        = 200 * time.Millisecond
	refusedHelloInterval = 2 * time.Second
	setupTimeout         = 2 * time.Second
	heartbeatInterval    = 100 * time.Millisecond
	stopInterval         = 50 * time.Millisecond
)

// HostProtocol is the host's end of the protocol. Its owner calls PortOpened and PortClosed when the port changes, and
// Advance with what was read and at the deadline that Advance has returned.
type HostProtocol struct {
	config Config
	setup  wireSetup

	phase         phase
	deadline      time.Duration // end of the quiet time, next request, end of the set-up
	nonce         uint32        // of the present or last handshake
	everAnswered  bool          // a controller has answered before
	boot          uint32        // its boot id
	firmwareHash  uint32        // hash of its firmware
	protocol      string        // version of its protocol
	virtual       bool
	refusalReason string // of the last refusal, so that it is reported once

	sessionState       // everything that a handshake begins anew
	lampMode     uint8 // wanted mode of the button's lamp
	servos       output
	eyes         output
	stopNonce    uint16 // of the last stop
	decoder      wire.Decoder
	badPayloads  uint64 // payloads with impossible values
	downs        uint64
	traffic      Traffic
	quality      lineQuality
	events       []Event
	out          []byte
}

type phase uint8

const (
	phaseClosed  phase = iota
	phaseQuiet         // port open, the boot loader listens
	phaseHello         // HelloRequest is repeated
	phaseRefused       // HelloRequest is repeated seldom: the firmware may be exchanged
	phaseSetup         // SETUP sent; echo and first status awaited
	phaseUp
)

// sessionState is the state from one handshake to the next.
type sessionState struct {
	reliable       wire.ReliableLink
	lastHeardAt    time.Duration // last frame of this session
	echoed         bool          // the controller has taken the set-up
	heartbeatNonce uint16
	heartbeatDue   time.Duration

	status    wire.Status
	hasStatus bool
	snapshot  wire.Snapshot
	hasBits   bool

	stop            wire.Stop
	stopUnconfirmed bool // stop is sent again until it is confirmed
	stopDue         time.Duration
	lastStopNonce   uint16 // nonce of the session's last stop
	latched         bool   // from a stop until it is cleared
	clearSent       bool

	homing      bool // asked for
	homingSeq   uint8
	homingAcked bool // HOME has reached the controller

	queuedItems []uint16     // items that are not done yet
	queueEnd    [3]wire.Knot // state after the last of them
}

// NewHostProtocol returns a protocol with a closed port. Session numbers begin at nonce; take one that another run is
// unlikely to have used last.
func NewHostProtocol(c Config, s Setup, nonce uint32) (*HostProtocol, error) {
	w, err := encodeSetup(c, s)
	if err != nil {
		return nil, err
	}
	return &HostProtocol{config: c, setup: w, nonce: nonce, deadline: wire.Never}, nil
}

// PortOpened notes that the port is open: nothing is sent for the quiet time.
func (p *HostProtocol) PortOpened(now time.Duration) {
	p.decoder = wire.Decoder{Errors: p.decoder.Errors}
	p.phase, p.deadline = phaseQuiet, now+secondsToDuration(p.config.Quiet)
}

// PortClosed notes that the port is gone; Advance reports what follows from it.
func (p *HostProtocol) PortClosed(time.Duration) {
	p.endSession("closed")
	p.phase, p.deadline = phaseClosed, wire.Never
}

// Advance takes what was read, does everything due at now, and returns what is to be written, what happened, and
// when it wants to be called again.
func (p *HostProtocol) Advance(now time.Duration, in []byte) (out []byte, events []Event, next time.Duration) {
	p.out = nil
	p.decoder.Feed(in, func(f wire.Frame) { p.receiveFrame(now, f) })
	p.checkTimeouts(now)
	next = p.sendDue(now)
	p.quality.update(now, p.retransmitted()+p.decoder.Errors.Total())
	events, p.events = p.events, nil
	return p.out, events, next
}

// receiveFrame takes one good frame. Before the handshake only Hello counts.
func (p *HostProtocol) receiveFrame(now time.Duration, f wire.Frame) {
	if p.phase == phaseClosed || p.phase == phaseQuiet {
		return
	}
	p.traffic.Frames++
	if f.Type != wire.TypeHello {
		if (p.phase != phaseUp && p.phase != phaseSetup) || !p.reliable.Receive(now, f) {
			return
		}
		p.lastHeardAt = now
	}
	msg, err := wire.Unmarshal(f.Type, f.Payload)
	if err != nil {
		p.badPayloads++
		return
	}
	switch v := msg.(type) {
	case wire.Hello:
		p.handleHello(now, v)
	case wire.SetupEcho:
		p.handleSetupEcho(now, v)
	case wire.Status:
		p.handleStatus(v)
	case wire.Snapshot:
		p.handleSnapshot(v)
	case wire.Press:
		p.emitEvent(Event{Kind: EventPress, Bits: v.Bits, Count: v.Count})
	case wire.Fault:
		p.handleFault(v)
	case wire.StopConfirm:
		if v.Nonce == p.stop.Nonce {
			p.stopUnconfirmed = false
		}
	}
}

// handleStatus follows the controller's state. It reports changes of latch, homing and queue as events, each once.
func (p *HostProtocol) handleStatus(s wire.Status) {
	old, first := p.status, !p.hasStatus
	p.status, p.hasStatus = s, true
	p.removeCompleted(s.Done)
	if p.phase == phaseSetup && p.echoed && s.Flags&wire.FlagSetup != 0 {
		p.reportUp()
		first = true
	}
	if p.phase != phaseUp {
		return
	}
	if first || s.State != old.State || s.Flags != old.Flags || s.Cause != old.Cause || s.Done != old.Done {
		p.emitEvent(Event{Kind: EventStatus})
	}
	p.updateLatch(first || s.State != old.State || s.Cause != old.Cause)
	p.updateHoming()
}

// removeCompleted removes the item that is done, and those before it, from the queue.
func (p *HostProtocol) removeCompleted(id uint16) {
	if i := slices.Index(p.queuedItems, id); i >= 0 {
		p.queuedItems = append(p.queuedItems[:0], p.queuedItems[i+1:]...)
	}
}

func (p *HostProtocol) updateLatch(changed bool) {
	switch p.status.State {
	case wire.StateStopping:
		p.latched = true
		p.clearQueue()
	case wire.StateStopped:
		p.latched = true
		p.clearQueue()
		if changed {
			cause := p.status.Cause
			p.emitEvent(Event{Kind: EventStopped, Cause: cause, Reason: wire.CauseReason(cause), Homed: p.isHomed()})
		}
	default:
		if p.clearSent {
			p.clearSent, p.latched = false, false
			p.resetQueueEnd()
			p.emitEvent(Event{Kind: EventCleared, Homed: p.isHomed()})
		}
	}
}

// updateHoming notices the end of homing. A status counts only after HOME was acknowledged: an older one knows nothing
// of it. An arm that stands at its switches is homed before any status says that it seeks them.
func (p *HostProtocol) updateHoming() {
	p.homingAcked = p.homing && (p.homingAcked || p.reliable.HasAcked(p.homingSeq))
	if p.homingAcked && p.status.State == wire.StateReady {
		p.homing, p.homingAcked = false, false
		p.resetQueueEnd()
		p.emitEvent(Event{Kind: EventHomed, Homed: true})
	}
}

func (p *HostProtocol) handleSnapshot(s wire.Snapshot) {
	if p.hasBits && int16(s.Counter-p.snapshot.Counter) < 0 {
		return // a newer snapshot has overtaken it
	}
	changed := !p.hasBits || s.Bits != p.snapshot.Bits
	p.snapshot, p.hasBits = s, true
	if changed {
		p.emitEvent(Event{Kind: EventOccupancy, Bits: s.Bits})
	}
}

func (p *HostProtocol) handleFault(f wire.Fault) {
	switch {
	case f.Code == wire.FaultEstop:
		p.clearSent = false
	case f.Code == wire.FaultState && f.ID == 0 && f.Detail != wire.StateHoming: // HOME is refused
		p.homing, p.homingAcked = false, false
	}
	p.emitEvent(Event{Kind: EventFault, Fault: f, Reason: wire.FaultReason(f.Code)})
}

// checkTimeouts acts on the deadlines of the handshake and of the silence.
func (p *HostProtocol) checkTimeouts(now time.Duration) {
	switch p.phase {
	case phaseQuiet, phaseSetup:
		if now >= p.deadline {
			p.startHandshake(now)
		}
	case phaseUp:
		if now-p.lastHeardAt >= p.silenceLimit() {
			p.endSession("silence")
			p.startHandshake(now)
		}
	}
	if (p.phase == phaseHello || p.phase == phaseRefused) && now >= p.deadline {
		p.sendHelloRequest(now)
	}
}

// silenceLimit returns how long the controller may say nothing.
func (p *HostProtocol) silenceLimit() time.Duration {
	return time.Duration(p.config.Silence) * time.Millisecond
}

// startHandshake begins a handshake for a session with a new number.
func (p *HostProtocol) startHandshake(now time.Duration) {
	p.nonce++
	if uint8(p.nonce) == 0 {
		p.nonce++ // the number zero means that there is no session
	}
	p.phase, p.deadline = phaseHello, now
}

// sendHelloRequest sends one HelloRequest, after a delimiter that ends whatever garbage the controller has
// collected.
func (p *HostProtocol) sendHelloRequest(now time.Duration) {
	r := wire.HelloRequest{Major: wire.Major, Minor: wire.Minor, Nonce: p.nonce}
	p.out = append(p.out, 0)
	p.out = wire.AppendEncode(p.out, wire.Frame{Type: r.Type(), Session: r.Session(), Payload: wire.Marshal(r)})
	p.deadline = now + helloInterval
	if p.phase == phaseRefused {
		p.deadline = now + refusedHelloInterval
	}
}

// handleHello takes the answer to our request, or the greeting of a controller that is in no session: one that was
// reset, or has never heard from us.
func (p *HostProtocol) handleHello(now time.Duration, h wire.Hello) {
	switch {
	case h.Nonce == 0 && (p.phase == phaseUp || p.phase == phaseSetup):
		reason := "session"
		if h.Boot != p.boot {
			reason = "reset"
		}
		p.endSession(reason)
		p.noteController(h)
		p.startHandshake(now)
	case h.Nonce == 0:
		p.deadline = min(p.deadline, now)
	case h.Nonce == p.nonce && (p.phase == phaseHello || p.phase == phaseRefused):
		p.noteController(h)
		p.openSession(now, h)
	}
}

// noteController records which controller has answered; another boot id means that it was reset.
func (p *HostProtocol) noteController(h wire.Hello) {
	wasReset := p.everAnswered && h.Boot != p.boot
	p.everAnswered, p.boot, p.firmwareHash, p.virtual = true, h.Boot, h.Firmware, h.Flags&wire.HelloVirtual != 0
	p.protocol = fmt.Sprintf("%d.%d", h.Major, h.Minor)
	if wasReset {
		p.refusalReason = ""
		p.emitEvent(Event{Kind: EventReset, Reason: wire.ResetReason(h.Cause), Boot: p.boot, Virtual: p.virtual})
	}
}

// openSession sends the set-up to a controller that may be trusted with it.
func (p *HostProtocol) openSession(now time.Duration, h wire.Hello) {
	if h.Major != wire.Major {
		p.refuseController(now, RefusedVersion, fmt.Sprintf("the controller speaks protocol %d.%d, this program %d.%d",
			h.Major, h.Minor, wire.Major, wire.Minor))
		return
	}
	if p.setup.virtualOnly && h.Flags&wire.HelloVirtual == 0 {
		p.refuseController(now, RefusedReal, "the controller is real hardware, and this run is for a virtual robot only")
		return
	}
	if h.Flags&wire.HelloSetupMode != 0 {
		p.refuseController(now, RefusedMode, "the controller is in its set-up mode")
		return
	}
	p.replaceSession(sessionState{lastHeardAt: now})
	p.reliable.Reset(uint8(p.nonce))
	p.phase, p.deadline = phaseSetup, now+setupTimeout
	_ = p.queueMessages(p.setup.limits, p.setup.homing, p.setup.rates) // a new session has room
}

func (p *HostProtocol) handleSetupEcho(now time.Duration, e wire.SetupEcho) {
	switch {
	case p.phase != phaseSetup:
	case e.Result == wire.SetupMoving:
		p.deadline = now + helloInterval // then begins a new handshake
	case e.Result != wire.SetupOK:
		p.refuseController(now, RefusedSetup, "set-up refused by the controller: "+wire.SetupReason(e.Result))
	case e.CRC != p.setup.crc:
		p.refuseController(now, RefusedSetup, "the controller echoes other limits than it was given")
	default:
		p.echoed = true
	}
}

// reportUp ends the handshake: the controller says that it has the set-up.
func (p *HostProtocol) reportUp() {
	p.phase, p.refusalReason = phaseUp, ""
	p.resetQueueEnd()
	p.emitEvent(Event{Kind: EventUp, Boot: p.boot, Virtual: p.virtual, Homed: p.isHomed()})
	_ = p.queueMessages(wire.ButtonLed{Mode: p.lampMode}) // the first frame of a session finds room
	p.servos.changed, p.eyes.changed = true, true
}

func (p *HostProtocol) refuseController(now time.Duration, why Refusal, reason string) {
	p.endSession(reason)
	p.startHandshake(now)
	p.phase, p.deadline = phaseRefused, now+refusedHelloInterval
	if p.refusalReason != reason {
		p.refusalReason = reason
		p.emitEvent(Event{Kind: EventRefused, Refusal: why, Reason: reason, Boot: p.boot, Virtual: p.virtual})
	}
}

// endSession ends a session that was up or being set up.
func (p *HostProtocol) endSession(reason string) {
	if p.phase == phaseUp {
		p.downs++
		p.emitEvent(Event{Kind: EventDown, Reason: reason, Boot: p.boot, Virtual: p.virtual})
	}
	p.replaceSession(sessionState{})
}

// replaceSession replaces the session that is over. Its retransmissions stay counted.
func (p *HostProtocol) replaceSession(s sessionState) {
	p.traffic.Retransmitted = p.retransmitted()
	p.sessionState = s
}

// sendDue puts everything due on the line and returns the next deadline.
func (p *HostProtocol) sendDue(now time.Duration) time.Duration {
	if p.phase != phaseUp && p.phase != phaseSetup {
		return p.deadline
	}
	next := p.lastHeardAt + p.silenceLimit()
	if p.phase == phaseSetup {
		next = p.deadline
	} else {
		next = min(next, p.sendStop(now), p.sendOutputs(now))
	}
	next = min(next, p.sendHeartbeat(now))
	var again time.Duration
	p.out, again = p.reliable.Advance(now, p.out)
	return min(next, again)
}

// sendStop sends a stop ahead of everything else, and again until the stop is confirmed.
func (p *HostProtocol) sendStop(now time.Duration) time.Duration {
	if !p.stopUnconfirmed {
		return wire.Never
	}
	if now >= p.stopDue {
		p.out = p.reliable.AppendUnsequenced(p.out, p.stop)
		p.stopDue = now + stopInterval
	}
	return p.stopDue
}

func (p *HostProtocol) sendHeartbeat(now time.Duration) time.Duration {
	if now >= p.heartbeatDue {
		p.heartbeatNonce++
		p.out = p.reliable.AppendUnsequenced(p.out, wire.Heartbeat{Nonce: p.heartbeatNonce})
		p.heartbeatDue = now + heartbeatInterval
	}
	return p.heartbeatDue
}

func (p *HostProtocol) sendOutputs(now time.Duration) time.Duration {
	next := wire.Never
	for _, o := range [...]*output{&p.servos, &p.eyes} {
		if now >= o.nextSendAt() {
			p.out = p.reliable.AppendUnsequenced(p.out, o.wanted)
			o.changed, o.sentAt = false, now
		}
		next = min(next, o.nextSendAt())
	}
	return next
}

// queueMessages queues messages that are numbered and sent again until they are acknowledged.
func (p *HostProtocol) queueMessages(messages ...wire.Message) error {
	for _, msg := range messages {
		if err := p.reliable.Send(msg); err != nil {
			return fmt.Errorf("link: sending %s: %w", msg.Type(), err)
		}
	}
	return nil
}

// State returns what the host knows at present.
func (p *HostProtocol) State() State {
	busy := len(p.queuedItems) > 0 || p.homing || p.stopUnconfirmed // the status may not show it yet
	moving := p.status.Flags&wire.FlagMoving != 0
	return State{
		Open:     p.phase != phaseClosed,
		Up:       p.phase == phaseUp,
		Virtual:  p.virtual,
		Boot:     p.boot,
		Build:    p.firmwareHash,
		Protocol: p.protocol,
		Homed:    p.isHomed(),
		Stopped:  p.latched,
		Resting:  p.latched && p.status.State == wire.StateStopped,
		Idle:     p.phase == phaseUp && !busy && !moving && p.status.Free == wire.QueueLen,
		Moving:   moving,
		Pumping:  p.status.Flags&wire.FlagPump != 0,
		Lossy:    p.quality.isLossy(),
		Status:   p.status,
		Bits:     p.snapshot.Bits,
		HasBits:  p.hasBits,
		Faults:   Faults{Bytes: p.decoder.Errors, Values: p.badPayloads, Downs: p.downs},
		Traffic:  Traffic{Frames: p.traffic.Frames, Retransmitted: p.retransmitted()},
	}
}

func (p *HostProtocol) isHomed() bool { return p.status.Flags&wire.FlagHomed != 0 }

// retransmitted returns how many frames were ever sent again.
func (p *HostProtocol) retransmitted() uint64 {
	return p.traffic.Retransmitted + p.reliable.Stats.Retransmitted
}

// resetQueueEnd makes the next segment start from the present position, at rest.
func (p *HostProtocol) resetQueueEnd() {
	for j := range p.queueEnd {
		p.queueEnd[j] = wire.Knot{Position: p.status.Position[j]}
	}
}

// clearQueue forgets what was queued: the controller has thrown it away.
func (p *HostProtocol) clearQueue() {
	p.queuedItems = p.queuedItems[:0]
	p.homing, p.homingAcked = false, false
}

func (p *HostProtocol) emitEvent(e Event) { p.events = append(p.events, e) }
