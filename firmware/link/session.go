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

// Incoming is what a Session hands to its one owner: the port has opened, has closed, or Data was read.
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

// Session keeps a port open, and looks for it where no port is named. Run owns all goroutines and returns when
// they have ended; a reader of Incoming must go on until that is closed.
type Session struct {
	Clock clock.Clock // by which it waits before it tries again; to be set before Run

	baud        int
	answerLimit time.Duration // in which a port that is only guessed must say HELLO
	ports       Ports
	log         zerolog.Logger

	search   deviceSearch
	throttle logThrottle
	state    atomic.Pointer[PortState]

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

// NewSession prepares a session on the configured port; ports are those among which it looks when that is Auto.
func NewSession(c Config, ports Ports, log zerolog.Logger) (*Session, error) {
	if c.Port == "" {
		return nil, errors.New("link: the port is empty: it is auto, or a port's name")
	}
	s := &Session{
		baud:        c.Baud,
		answerLimit: secondsToDuration(c.Quiet) + answerWait,
		ports:       ports,
		log:         log.With().Str("component", "link").Logger(),
		search:      deviceSearch{port: c.Port, usb: c.USB, retries: map[Device]retry{}},
		throttle:    logThrottle{next: map[string]retry{}},
		in:          make(chan Incoming, queueSize),
		out:         make(chan []byte, queueSize),
	}
	s.state.Store(&PortState{Port: c.Port})
	return s, nil
}

// State returns what the session knows of its port now; any goroutine may ask.
func (s *Session) State() PortState { return *s.state.Load() }

// Incoming delivers what the port does, in order; it is closed when Run ends.
func (s *Session) Incoming() <-chan Incoming { return s.in }

// Write hands bytes to the port without waiting. It reports false when they are thrown away because the port
// does not keep up; the protocol sends again what matters. Bytes written while the port is closed are lost too.
func (s *Session) Write(p []byte) bool {
	select {
	case s.out <- p:
		return true
	default:
		return false
	}
}

// Run opens the port, reads and writes, and opens it again after every failure, until ctx is cancelled.
func (s *Session) Run(ctx context.Context) {
	defer close(s.in)
	for ctx.Err() == nil {
		devices, err := s.ports.List()
		d, wait, ok := s.search.nextDevice(time.Now(), devices)
		if ok {
			s.useDevice(ctx, d)
			continue
		}
		if len(s.search.retries) == 0 {
			if err == nil {
				err = errNoController
			}
			s.reportProblem(&PortError{
				Port: s.search.port, Err: fmt.Errorf("%w; %s", err, describeDevices(devices)), Hint: noDeviceHint,
			})
		}
		sleepUnlessDone(ctx, s.Clock.Wall(wait))
	}
}

// useDevice opens the device and works with it until it closes.
func (s *Session) useDevice(ctx context.Context, d Device) {
	port, err := openPort(d.Name, s.baud)
	if err != nil {
		s.search.noteFailure(time.Now(), d)
		s.reportProblem(err)
		return
	}
	s.state.Store(&PortState{Port: d.Name, Open: true})
	s.log.Info().Str("port", d.String()).Msg("port open")
	answered, err := s.servePort(ctx, port)
	s.state.Store(&PortState{Port: s.search.port, Problem: "closed"})
	s.log.Info().Str("port", d.Name).AnErr("reason", err).Msg("port closed")
	switch {
	case errors.Is(err, errNoAnswer):
		s.search.noteStranger(time.Now(), d)
		s.reportProblem(&PortError{Port: d.String(), Err: err, Hint: strangerHint})
	case answered:
		s.search.noteController(d)
		s.throttle.reset()
		sleepUnlessDone(ctx, s.Clock.Wall(retryFirst))
	default:
		s.search.noteFailure(time.Now(), d)
	}
}

// reportProblem says why there is no port; the log has it now and then as long as it stays so.
func (s *Session) reportProblem(err error) {
	s.state.Store(&PortState{Port: s.search.port, Problem: err.Error(), Hint: Hint(err)})
	if s.throttle.allow(time.Now(), err.Error()) {
		s.log.Warn().Err(err).Str("hint", Hint(err)).Msg("port not open; trying again")
	}
}

// servePort works with an open port until it fails, ctx ends, or no controller answers where one was only
// guessed; answered reports whether one did.
func (s *Session) servePort(ctx context.Context, port *serialPort) (answered bool, err error) {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	s.discardUnsent()
	s.deliverIncoming(ctx, Incoming{Change: Opened})
	var all sync.WaitGroup
	hello := newHelloDetector()
	all.Go(func() { cancel(s.readPort(ctx, port, hello)) })
	all.Go(func() { cancel(s.writePort(ctx, port)) })
	if s.search.port == Auto {
		all.Go(func() {
			if !hello.waitForHello(ctx, s.answerLimit) {
				cancel(errNoAnswer)
			}
		})
	}
	all.Wait()
	port.Close()
	s.in <- Incoming{Change: Closed}
	return hello.hasFound(), context.Cause(ctx)
}

// discardUnsent drops what was meant for the port while it was closed.
func (s *Session) discardUnsent() {
	for {
		select {
		case <-s.out:
		default:
			return
		}
	}
}

func (s *Session) deliverIncoming(ctx context.Context, in Incoming) {
	select {
	case s.in <- in:
	case <-ctx.Done():
	}
}

func (s *Session) readPort(ctx context.Context, port *serialPort, hello *helloDetector) error {
	buf := make([]byte, readSize)
	for ctx.Err() == nil {
		n, err := port.Read(buf)
		if err != nil {
			return err
		}
		if n > 0 {
			hello.feed(buf[:n])
			s.deliverIncoming(ctx, Incoming{Data: append([]byte(nil), buf[:n]...)})
		}
	}
	return nil
}

func (s *Session) writePort(ctx context.Context, port *serialPort) error {
	for {
		select {
		case <-ctx.Done():
			return nil
		case p := <-s.out:
			if err := port.writeAll(ctx, p); err != nil {
				return err
			}
		}
	}
}

func sleepUnlessDone(ctx context.Context, d time.Duration) {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-t.C:
	case <-ctx.Done():
	}
}

const (
	lateAfter   = 200 * time.Millisecond // a loop so late was held up; well below the silence that ends a session
	readerGrace = 20 * time.Millisecond
)

// CatchUp adds to what came in first what the port has brought since: an owner that was held up must not take
// its own silence for the controller's. When it comes late after due, by its clock, the port's reader may have
// been held up as well, and is given a moment. What follows a change of the port is left for the next look.
func CatchUp(from <-chan Incoming, first Incoming, due time.Time, clk clock.Clock) Incoming {
	if clk.Since(due) > lateAfter {
		time.Sleep(clk.Wall(readerGrace))
	}
	all := first
	for all.Change == Received {
		select {
		case more, ok := <-from:
			if !ok {
				return all
			}
			all.Change, all.Data = more.Change, append(all.Data, more.Data...)
		default:
			return all
		}
	}
	return all
}
