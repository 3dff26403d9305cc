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
	helloGrace = 3 * time.Second // after the quiet time, for a HELLO
	readSize   = 4096
	queueSize  = 64 // chunks in each direction
)

// PortEvent is what a PortManager hands to its one owner: the port has opened, has closed, or Data was read.
type PortEvent struct {
	Change PortChange
	Data   []byte
}

// PortChange is what happened to the port.
type PortChange uint8

// Changes of the port.
const (
	PortData PortChange = iota
	PortOpened
	PortClosed
)

// PortManager keeps a port open, and looks for it where no port is named. Run owns all goroutines and returns when
// they have ended. The owner must read Incoming until that is closed.
type PortManager struct {
	Clock clock.Clock // for the waits before another try; to be set before Run

	baud          int
	answerTimeout time.Duration // for a HELLO
	ports         PortLister
	log           zerolog.Logger

	search   deviceSearch
	throttle logThrottle
	state    atomic.Pointer[PortState]

	in  chan PortEvent
	out chan []byte
}

// PortState is the state of the port, for the operator.
type PortState struct {
	Port    string // the open port, or else the configured one
	Open    bool
	Problem string // why it is not open, or that no controller answers there; "" if all is well
	Hint    string
}

// NewPortManager returns a manager of the configured port. If that is Auto, it looks for the controller among ports.
func NewPortManager(c Config, ports PortLister, log zerolog.Logger) (*PortManager, error) {
	if c.Port == "" {
		return nil, errors.New("link: the port is empty: it is auto, or a port's name")
	}
	m := &PortManager{
		baud:          c.Baud,
		answerTimeout: secondsToDuration(c.Quiet) + helloGrace,
		ports:         ports,
		log:           log.With().Str("component", "link").Logger(),
		search:        deviceSearch{port: c.Port, usb: c.USB, backoffs: map[Device]backoff{}},
		throttle:      logThrottle{next: map[string]backoff{}},
		in:            make(chan PortEvent, queueSize),
		out:           make(chan []byte, queueSize),
	}
	m.state.Store(&PortState{Port: c.Port})
	return m, nil
}

// State returns the state of the port now. Any goroutine may call it.
func (m *PortManager) State() PortState { return *m.state.Load() }

// Incoming delivers the events of the port in their order. It is closed when Run ends.
func (m *PortManager) Incoming() <-chan PortEvent { return m.in }

// Write hands bytes to the port without waiting. It returns false if it drops them because the port does not keep
// up; the protocol sends again what matters. Bytes that are written while the port is closed are lost too.
func (m *PortManager) Write(p []byte) bool {
	select {
	case m.out <- p:
		return true
	default:
		return false
	}
}

// Run opens the port, reads and writes, and opens it again after every failure, until ctx is cancelled.
func (m *PortManager) Run(ctx context.Context) {
	defer close(m.in)
	for ctx.Err() == nil {
		devices, err := m.ports.List()
		d, wait, ok := m.search.nextDevice(time.Now(), devices)
		if ok {
			m.useDevice(ctx, d)
			continue
		}
		if len(m.search.backoffs) == 0 {
			if err == nil {
				err = errNoController
			}
			m.reportProblem(&PortError{
				Port: m.search.port, Err: fmt.Errorf("%w; %s", err, describeDevices(devices)), Hint: noDeviceHint,
			})
		}
		sleepUnlessDone(ctx, m.Clock.Wall(wait))
	}
}

// useDevice opens the device and works with it until it closes.
func (m *PortManager) useDevice(ctx context.Context, d Device) {
	port, err := openPort(d.Name, m.baud)
	if err != nil {
		m.search.noteFailure(time.Now(), d)
		m.reportProblem(err)
		return
	}
	m.state.Store(&PortState{Port: d.Name, Open: true})
	m.log.Info().Str("port", d.String()).Msg("port open")
	answered, err := m.servePort(ctx, port)
	m.state.Store(&PortState{Port: m.search.port, Problem: "closed"})
	m.log.Info().Str("port", d.Name).AnErr("reason", err).Msg("port closed")
	switch {
	case errors.Is(err, errNoAnswer):
		m.search.noteNoAnswer(time.Now(), d)
		m.reportProblem(&PortError{Port: d.String(), Err: err, Hint: noAnswerHint})
	case answered:
		m.search.noteController(d)
		m.throttle.reset()
		sleepUnlessDone(ctx, m.Clock.Wall(minOpenBackoff))
	default:
		m.search.noteFailure(time.Now(), d)
	}
}

// reportProblem says why there is no port. The log repeats it at increasing intervals.
func (m *PortManager) reportProblem(err error) {
	m.state.Store(&PortState{Port: m.search.port, Problem: err.Error(), Hint: Hint(err)})
	if m.throttle.allow(time.Now(), err.Error()) {
		m.log.Warn().Err(err).Str("hint", Hint(err)).Msg("port not open; trying again")
	}
}

// servePort reads and writes an open port until it fails, ctx ends, or no controller answers on a port that was only
// guessed. answered reports whether a controller answered.
func (m *PortManager) servePort(ctx context.Context, port *serialPort) (answered bool, err error) {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	m.discardUnsent()
	m.deliverEvent(ctx, PortEvent{Change: PortOpened})
	var all sync.WaitGroup
	hello := newHelloDetector()
	all.Go(func() { cancel(m.readPort(ctx, port, hello)) })
	all.Go(func() { cancel(m.writePort(ctx, port)) })
	all.Go(func() {
		if hello.waitForHello(ctx, m.answerTimeout) {
			return
		}
		err := fmt.Errorf("%w: %s", errNoAnswer, hello.describeHeard())
		if m.search.port == Auto {
			cancel(err)
			return
		}
		m.awaitNamed(ctx, hello, err)
	})
	all.Wait()
	port.Close()
	m.in <- PortEvent{Change: PortClosed}
	return hello.hasFound(), context.Cause(ctx)
}

// awaitNamed says that no controller answers on the port that the operator named, which stays open: there it may
// still be switched on.
func (m *PortManager) awaitNamed(ctx context.Context, hello *helloDetector, err error) {
	port := m.search.port
	problem := &PortError{Port: port, Err: err, Hint: wrongPortHint}
	m.state.Store(&PortState{Port: port, Open: true, Problem: problem.Error(), Hint: problem.Hint})
	m.log.Warn().Err(problem).Str("hint", problem.Hint).Msg("the port is open, but no controller answers there")
	select {
	case <-hello.found:
		m.state.Store(&PortState{Port: port, Open: true})
		m.log.Info().Str("port", port).Msg("the controller answers now")
	case <-ctx.Done():
	}
}

// discardUnsent drops what was meant for the port while it was closed.
func (m *PortManager) discardUnsent() {
	for {
		select {
		case <-m.out:
		default:
			return
		}
	}
}

func (m *PortManager) deliverEvent(ctx context.Context, in PortEvent) {
	select {
	case m.in <- in:
	case <-ctx.Done():
	}
}

func (m *PortManager) readPort(ctx context.Context, port *serialPort, hello *helloDetector) error {
	buf := make([]byte, readSize)
	for ctx.Err() == nil {
		n, err := port.Read(buf)
		if err != nil {
			return err
		}
		if n > 0 {
			hello.feed(buf[:n])
			m.deliverEvent(ctx, PortEvent{Data: append([]byte(nil), buf[:n]...)})
		}
	}
	return nil
}

func (m *PortManager) writePort(ctx context.Context, port *serialPort) error {
	for {
		select {
		case <-ctx.Done():
			return nil
		case p := <-m.out:
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
	lateAfter   = 200 * time.Millisecond // a loop this late was held up; well below the silence that ends a session
	readerGrace = 20 * time.Millisecond
)

// CatchUp adds to the first event what the port has read since: an owner that was held up must not take its own
// silence for the controller's. If the owner comes long after due, by its clock, the port's reader may have been held
// up as well, so CatchUp waits a moment for it. It stops at a change of the port: what follows stays in the channel.
func CatchUp(from <-chan PortEvent, first PortEvent, due time.Time, clk clock.Clock) PortEvent {
	if clk.Since(due) > lateAfter {
		time.Sleep(clk.Wall(readerGrace))
	}
	all := first
	for all.Change == PortData {
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
