package link

import (
	"context"
	"errors"
	"sync"
	"time"

	"github.com/rs/zerolog"
)

const (
	retryFirst = 100 * time.Millisecond
	retryLast  = 2 * time.Second
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

// Session keeps a port open. Run owns all goroutines and returns when they have
// ended; whoever reads Incoming must go on until it is closed.
type Session struct {
	port string
	baud int
	log  zerolog.Logger

	in  chan Incoming
	out chan []byte
}

// NewSession prepares a session on the named port.
func NewSession(c Config, log zerolog.Logger) (*Session, error) {
	if err := CheckPort(c.Port); err != nil {
		return nil, err
	}
	return &Session{
		port: c.Port, baud: c.Baud, log: log.With().Str("component", "link").Str("port", c.Port).Logger(),
		in: make(chan Incoming, queueSize), out: make(chan []byte, queueSize),
	}, nil
}

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
	wait, told := retryFirst, ""
	for ctx.Err() == nil {
		port, err := openPort(s.port, s.baud)
		if err != nil {
			if err.Error() != told {
				told = err.Error()
				s.log.Warn().Err(err).Msg("port not open; trying again")
			}
			sleep(ctx, wait)
			wait = min(2*wait, retryLast)
			continue
		}
		wait, told = retryFirst, ""
		s.log.Info().Msg("port open")
		err = s.serve(ctx, port)
		s.log.Info().AnErr("reason", err).Msg("port closed")
		sleep(ctx, retryFirst)
	}
}

// serve works with an open port until it fails or ctx ends.
func (s *Session) serve(ctx context.Context, port *port) error {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	s.discard()
	s.deliver(ctx, Incoming{Change: Opened})
	var both sync.WaitGroup
	both.Go(func() { cancel(s.read(ctx, port)) })
	both.Go(func() { cancel(s.write(ctx, port)) })
	both.Wait()
	port.Close()
	s.in <- Incoming{Change: Closed}
	return context.Cause(ctx)
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

func (s *Session) read(ctx context.Context, port *port) error {
	buf := make([]byte, readSize)
	for ctx.Err() == nil {
		n, err := port.Read(buf)
		if err != nil {
			return err
		}
		if n > 0 {
			s.deliver(ctx, Incoming{Data: append([]byte(nil), buf[:n]...)})
		}
	}
	return nil
}

func (s *Session) write(ctx context.Context, port *port) error {
	for {
		select {
		case <-ctx.Done():
			return nil
		case p := <-s.out:
			if err := writeAll(ctx, port, p); err != nil {
				return err
			}
		}
	}
}

// writeAll writes p. A write has no time-out of its own: when the peer stops
// reading, or the session ends, what the device has not sent is thrown away,
// which lets the write return.
func writeAll(ctx context.Context, port *port, p []byte) error {
	done := make(chan struct{})
	var watch sync.WaitGroup
	var late bool
	watch.Go(func() { late = unblock(ctx, port, done) })
	err := writeFull(port, p)
	close(done)
	watch.Wait()
	if err == nil && late {
		return errWriteTimeout
	}
	return err
}

var errWriteTimeout = errors.New("the device takes no more bytes")

// unblock empties the device's output again and again once the write takes too
// long, until it returns, and reports whether it had to.
func unblock(ctx context.Context, port *port, done <-chan struct{}) bool {
	limit := time.NewTimer(writeWait)
	defer limit.Stop()
	select {
	case <-done:
		return false
	case <-limit.C:
	case <-ctx.Done():
	}
	for {
		select {
		case <-done:
			return true
		case <-time.After(readWait):
			port.drop()
		}
	}
}

func writeFull(port *port, p []byte) error {
	for len(p) > 0 {
		n, err := port.Write(p)
		if err != nil {
			return err
		}
		p = p[n:]
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
