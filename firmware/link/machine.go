package link

import (
	"time"

	"crownhead/firmware/link/wire"
)

// Machine is the host's end of the protocol. Open and Closed tell it about the port; Advance is called with what was read,
// and at the deadline that it returned.
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

// New makes a machine with a closed port. Session numbers begin at nonce; take one that another run is unlikely to have
// used last.
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

// Advance takes what was read, does everything due at now, and returns what is to be written, what happened, and when it
// wants to be called again.
func (m *Machine) Advance(now time.Duration, in []byte) (out []byte, events []Event, next time.Duration) {
	m.out = nil
	m.decoder.Feed(in, func(f wire.Frame) { m.receiveFrame(now, f) })
	m.checkTimeouts(now)
	next = m.sendDue(now)
	m.quality.update(now, m.retransmitted()+m.decoder.Errors.Total())
	events, m.events = m.events, nil
	return m.out, events, next
}
