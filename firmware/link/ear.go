package link

import (
	"context"
	"time"

	"crownhead/firmware/link/wire"
)

// An ear listens for a controller on a port that is only guessed: any good
// HELLO is one. It takes no part in the handshake, which is the Machine's.
type ear struct {
	decoder wire.Decoder
	known   chan struct{} // closed at the first HELLO
}

func newEar() *ear { return &ear{known: make(chan struct{})} }

// hear takes what was read; one goroutine calls it.
func (e *ear) hear(b []byte) {
	if e.heard() {
		return
	}
	e.decoder.Feed(b, func(f wire.Frame) {
		if f.Type != wire.TypeHello || e.heard() {
			return
		}
		if _, err := wire.Unmarshal(f.Type, f.Payload); err == nil {
			close(e.known)
		}
	})
}

func (e *ear) heard() bool {
	select {
	case <-e.known:
		return true
	default:
		return false
	}
}

// wait returns false when nothing was heard in time.
func (e *ear) wait(ctx context.Context, limit time.Duration) bool {
	t := time.NewTimer(limit)
	defer t.Stop()
	select {
	case <-e.known:
	case <-ctx.Done():
	case <-t.C:
		return e.heard()
	}
	return true
}
