package link

import (
	"context"
	"time"

	"crownhead/firmware/link/wire"
)

// A helloDetector looks for a controller on a port that is only guessed: any valid HELLO shows one. It takes no part
// in the handshake, which belongs to HostProtocol.
type helloDetector struct {
	decoder wire.Decoder
	found   chan struct{} // closed at the first HELLO
}

func newHelloDetector() *helloDetector { return &helloDetector{found: make(chan struct{})} }

// feed takes what was read. Only one goroutine may call it.
func (h *helloDetector) feed(b []byte) {
	if h.hasFound() {
		return
	}
	h.decoder.Feed(b, func(f wire.Frame) {
		if f.Type != wire.TypeHello || h.hasFound() {
			return
		}
		if _, err := wire.Unmarshal(f.Type, f.Payload); err == nil {
			close(h.found)
		}
	})
}

func (h *helloDetector) hasFound() bool {
	select {
	case <-h.found:
		return true
	default:
		return false
	}
}

// waitForHello returns false if no HELLO came in time.
func (h *helloDetector) waitForHello(ctx context.Context, limit time.Duration) bool {
	t := time.NewTimer(limit)
	defer t.Stop()
	select {
	case <-h.found:
	case <-ctx.Done():
	case <-t.C:
		return h.hasFound()
	}
	return true
}
