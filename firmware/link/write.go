package link

import (
	"context"
	"errors"
	"sync"
	"time"
)

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
