package link

import (
	"time"

	"crownhead/firmware/link/wire"
)

// Times of the host's end.
const (
	helloEvery   = 200 * time.Millisecond
	refusedEvery = 2 * time.Second
	setupWait    = 2 * time.Second
	beatEvery    = 100 * time.Millisecond
	stopEvery    = 50 * time.Millisecond
)

type phase uint8

const (
	closed  phase = iota
	quiet         // port open, the boot loader listens
	asking        // HelloRequest is repeated
	refused       // the same, seldom: the firmware may be exchanged
	setting       // SETUP sent; echo and first status awaited
	up
)

// Machine is the host's end of the protocol. Open and Closed tell it about the
// port; Advance is called with what was read, and at the deadline it returned.
type Machine struct {
	config Config
	setup  setup

	phase   phase
	due     time.Duration // end of quiet, next request, end of setting
	nonce   uint32        // of the present or last handshake
	met     bool          // a controller has answered before
	boot    uint32        // its boot id
	build   uint32        // hash of its firmware
	speaks  string        // version of its protocol
	virtual bool
	reason  string // of the last refusal, so that it is told once
	decoder wire.Decoder
	downs   uint64
	traffic Traffic
	rough   roughness

	session         // all that a handshake begins anew
	lamp    uint8   // wanted state of the button's lamp
	shows   [2]show // LEDs and servos
	stopNo  uint16  // nonce of the last stop
	bad     uint64  // payloads with impossible values
	events  []Event
	out     []byte
}

// session is the state between two handshakes.
type session struct {
	channel wire.Channel
	heard   time.Duration // last frame of this session
	echoed  bool
	beat    uint16
	beatDue time.Duration

	status    wire.Status
	hasStatus bool
	snapshot  wire.Snapshot
	hasBits   bool

	stop     wire.Stop
	stopping bool // stop is repeated until confirmed
	stopDue  time.Duration
	lastStop uint16 // nonce of the session's last stop
	latched  bool   // from a stop until it is cleared
	clearing bool
	homing   bool // asked for
	homeSeq  uint8
	seeking  bool // the controller has been told
	flight   []uint16
	knots    [3]wire.Knot // state at the end of the queue
}

// New makes a machine with a closed port. Session numbers begin at nonce; take
// one that another run is unlikely to have used last.
func New(c Config, s Setup, nonce uint32) (*Machine, error) {
	w, err := newSetup(c, s)
	if err != nil {
		return nil, err
	}
	return &Machine{config: c, setup: w, nonce: nonce, due: wire.Never}, nil
}

// Open tells that the port is open: nothing is sent for the quiet time.
func (m *Machine) Open(now time.Duration) {
	m.decoder = wire.Decoder{Errors: m.decoder.Errors}
	m.phase, m.due = quiet, now+seconds(m.config.Quiet)
}

// Closed tells that the port is gone; Advance reports what follows from it.
func (m *Machine) Closed(time.Duration) {
	m.lose("closed")
	m.phase, m.due = closed, wire.Never
}

// Advance takes what was read, does everything due at now, and returns what is
// to be written, what happened, and when it wants to be called again.
func (m *Machine) Advance(now time.Duration, in []byte) (out []byte, events []Event, next time.Duration) {
	m.out = nil
	m.decoder.Feed(in, func(f wire.Frame) { m.frame(now, f) })
	m.step(now)
	next = m.send(now)
	m.rough.see(now, m.resent()+m.decoder.Errors.Total())
	events, m.events = m.events, nil
	return m.out, events, next
}

// resent is how many frames have ever been sent again.
func (m *Machine) resent() uint64 { return m.traffic.Resent + m.channel.Stats.Resent }

func (m *Machine) emit(e Event) { m.events = append(m.events, e) }

// step follows the time-outs of the handshake and the silence.
func (m *Machine) step(now time.Duration) {
	switch m.phase {
	case quiet, setting:
		if now >= m.due {
			m.ask(now)
		}
	case up:
		if now-m.heard >= m.silence() {
			m.lose("silence")
			m.ask(now)
		}
	}
	if (m.phase == asking || m.phase == refused) && now >= m.due {
		m.request(now)
	}
}

func (m *Machine) silence() time.Duration {
	return time.Duration(m.config.Silence) * time.Millisecond
}

// ask begins a handshake under a new session number.
func (m *Machine) ask(now time.Duration) {
	m.nonce++
	if uint8(m.nonce) == 0 {
		m.nonce++ // session zero is none
	}
	m.phase, m.due = asking, now
}

// request sends one HelloRequest, behind a delimiter that ends whatever
// garbage the controller has collected.
func (m *Machine) request(now time.Duration) {
	r := wire.HelloRequest{Major: wire.Major, Minor: wire.Minor, Nonce: m.nonce}
	m.out = append(m.out, 0)
	m.out = wire.AppendEncode(m.out, wire.Frame{Type: r.Type(), Session: r.Session(), Payload: wire.Marshal(r)})
	m.due = now + helloEvery
	if m.phase == refused {
		m.due = now + refusedEvery
	}
}

// lose ends a session that was up or being set up.
func (m *Machine) lose(reason string) {
	if m.phase == up {
		m.downs++
		m.emit(Event{Kind: Down, Reason: reason, Boot: m.boot, Virtual: m.virtual})
	}
	m.renew(session{})
}

// renew puts another session in place of the one that is over, whose repetitions stay counted.
func (m *Machine) renew(s session) {
	m.traffic.Resent += m.channel.Stats.Resent
	m.session = s
}

func (m *Machine) refuse(now time.Duration, why Refusal, reason string) {
	m.lose(reason)
	m.ask(now)
	m.phase, m.due = refused, now+refusedEvery
	if m.reason != reason {
		m.reason = reason
		m.emit(Event{Kind: Refused, Refusal: why, Reason: reason, Boot: m.boot, Virtual: m.virtual})
	}
}
