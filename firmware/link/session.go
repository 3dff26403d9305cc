package link

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"time"

	"github.com/rs/zerolog"

	"crownhead/internal/clock"
)

const (
	answerWait = 3 * time.Second // after the quiet time, for a HELLO on a port that is only guessed
	readSize   = 4096
	queueSize  = 64 // chunks either way
)

// Incoming is what a Session hands to its one owner: the port has opened, has
// closed, or Data was read.
type Incoming struct {
	Change Change
	Data   []byte
}

// Change is what happened to the port.
type Change uint8

// Changes of the port.
const (
	Received Change = iota
	Opened
	Closed
)

// Session keeps a port open, and looks for it where no port is named. Run owns
// all goroutines and returns when they have ended; whoever reads Incoming must
// go on until it is closed.
type Session struct {
	Clock clock.Clock // by which it waits until it tries again; to be set before Run

	baud   int
	answer time.Duration // what a port that is only guessed has for its HELLO
	ports  Ports
	log    zerolog.Logger

	search search
	nag    nag
	state  atomic.Pointer[PortState]

	in  chan Incoming
	out chan []byte
}

// PortState is what a session knows of its port, for the operator.
type PortState struct {
	Port    string // the open one, else the configured one
	Open    bool
	Problem string // why it is not open, "" when it is
	Hint    string
}

// NewSession prepares a session on the configured port; ports are those among
// which it looks when that is Auto.
func NewSession(c Config, ports Ports, log zerolog.Logger) (*Session, error) {
	if c.Port == "" {
		return nil, errPort
	}
	s := &Session{
		baud: c.Baud, answer: seconds(c.Quiet) + answerWait, ports: ports,
		log:    log.With().Str("component", "link").Logger(),
		search: search{port: c.Port, usb: c.USB, tries: map[Device]trial{}},
		nag:    nag{told: map[string]trial{}},
		in:     make(chan Incoming, queueSize), out: make(chan []byte, queueSize),
	}
	s.state.Store(&PortState{Port: c.Port})
	return s, nil
}

var errPort = errors.New("link: the port is empty: it is auto, or a port's name")

// State tells what the session knows of its port now; any goroutine may ask.
func (s *Session) State() PortState { return *s.state.Load() }

// Incoming delivers what the port does, in order; it is closed when Run ends.
func (s *Session) Incoming() <-chan Incoming { return s.in }

// Write hands bytes to the port without waiting. It reports false when they are
// thrown away because the port does not keep up; the protocol repeats what
// matters. Bytes written while the port is closed are lost too.
func (s *Session) Write(p []byte) bool {
	select {
	case s.out <- p:
		return true
	default:
		return false
	}
}

// Run opens the port, reads and writes, and opens it again after every failure,
// until ctx is cancelled.
func (s *Session) Run(ctx context.Context) {
	defer close(s.in)
	for ctx.Err() == nil {
		devices, err := s.ports.List()
		d, wait, ok := s.search.pick(time.Now(), devices)
		if ok {
			s.try(ctx, d)
			continue
		}
		if len(s.search.tries) == 0 {
			s.complain(s.nothing(devices, err))
		}
		sleep(ctx, s.Clock.Wall(wait))
	}
}

// nothing tells why there is no device to open.
func (s *Session) nothing(devices []Device, err error) error {
	if err == nil {
		err = errNone
	}
	return &PortError{Port: s.search.port, Err: fmt.Errorf("%w; %s", err, listing(devices)), Hint: noDeviceHint}
}

// try opens the device and works with it until it closes.
func (s *Session) try(ctx context.Context, d Device) {
	port, err := openPort(d.Name, s.baud)
	if err != nil {
		s.search.failed(time.Now(), d)
		s.complain(err)
		return
	}
	s.state.Store(&PortState{Port: d.Name, Open: true})
	s.log.Info().Str("port", d.String()).Msg("port open")
	met, err := s.serve(ctx, port)
	s.state.Store(&PortState{Port: s.search.port, Problem: "closed"})
	s.log.Info().Str("port", d.Name).AnErr("reason", err).Msg("port closed")
	switch {
	case errors.Is(err, errStranger):
		s.search.strange(time.Now(), d)
		s.complain(&PortError{Port: d.String(), Err: err, Hint: strangerHint})
	case met:
		s.search.met(d)
		s.nag.mended()
		sleep(ctx, s.Clock.Wall(retryFirst))
	default:
		s.search.failed(time.Now(), d)
	}
}

const strangerHint = "another device is left alone; if it is the controller: is it on, and does it have crownhead's firmware?"

// complain logs why there is no port, now and then as long as it stays so.
func (s *Session) complain(err error) {
	s.state.Store(&PortState{Port: s.search.port, Problem: err.Error(), Hint: Hint(err)})
	if s.nag.due(time.Now(), err.Error()) {
		s.log.Warn().Err(err).Str("hint", Hint(err)).Msg("port not open; trying again")
	}
}

// serve works with an open port until it fails, ctx ends, or no controller
// answers where one was only guessed; met tells whether one did.
func (s *Session) serve(ctx context.Context, port *port) (met bool, err error) {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	s.discard()
	s.deliver(ctx, Incoming{Change: Opened})
	var all sync.WaitGroup
	e := newEar()
	all.Go(func() { cancel(s.read(ctx, port, e)) })
	all.Go(func() { cancel(s.write(ctx, port)) })
	if s.search.port == Auto {
		all.Go(func() {
			if !e.wait(ctx, s.answer) {
				cancel(errStranger)
			}
		})
	}
	all.Wait()
	port.Close()
	s.in <- Incoming{Change: Closed}
	return e.heard(), context.Cause(ctx)
}

// discard drops what was meant for the port while it was closed.
func (s *Session) discard() {
	for {
		select {
		case <-s.out:
		default:
			return
		}
	}
}

func (s *Session) deliver(ctx context.Context, in Incoming) {
	select {
	case s.in <- in:
	case <-ctx.Done():
	}
}

func (s *Session) read(ctx context.Context, port *port, e *ear) error {
	buf := make([]byte, readSize)
	for ctx.Err() == nil {
		n, err := port.Read(buf)
		if err != nil {
			return err
		}
		if n > 0 {
			e.hear(buf[:n])
			s.deliver(ctx, Incoming{Data: append([]byte(nil), buf[:n]...)})
		}
	}
	return nil
}

func sleep(ctx context.Context, d time.Duration) {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-t.C:
	case <-ctx.Done():
	}
}
