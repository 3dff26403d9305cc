package link

import (
	"context"
	"strconv"
	"strings"
	"sync"
	"time"
	"unicode"

	"crownhead/firmware/link/wire"
)

// A helloDetector looks for a controller behind a port: any valid HELLO shows one. It takes no part in the
// handshake, which belongs to HostProtocol. It keeps the beginning of what else is said there, for people.
type helloDetector struct {
	decoder wire.Decoder
	found   chan struct{} // closed at the first HELLO

	mu    sync.Mutex
	heard []byte // at most heardLimit
}

const heardLimit = 200 // bytes

func newHelloDetector() *helloDetector { return &helloDetector{found: make(chan struct{})} }

// feed takes what was read. Only one goroutine may call it.
func (h *helloDetector) feed(b []byte) {
	if h.hasFound() {
		return
	}
	h.mu.Lock()
	h.heard = append(h.heard, b[:min(len(b), heardLimit-len(h.heard))]...)
	h.mu.Unlock()
	h.decoder.Feed(b, func(f wire.Frame) {
		if f.Type != wire.TypeHello || h.hasFound() {
			return
		}
		if _, err := wire.Unmarshal(f.Type, f.Payload); err == nil {
			close(h.found)
		}
	})
}

// describeHeard says what came instead of a HELLO: its first line if it is text, or else how it is not.
func (h *helloDetector) describeHeard() string {
	h.mu.Lock()
	defer h.mu.Unlock()
	if len(h.heard) == 0 {
		return "it says nothing"
	}
	for line := range strings.Lines(strings.ToValidUTF8(string(h.heard), "\ufffd")) {
		line = strings.TrimSpace(line)
		readable := strings.Map(func(r rune) rune {
			if unicode.IsPrint(r) && r != '\ufffd' {
				return r
			}
			return -1
		}, line)
		if len(line) >= 2 && len(readable)*10 >= len(line)*9 {
			const most = 60
			signs := []rune(readable)
			return "something else talks there: " + strconv.Quote(string(signs[:min(len(signs), most)]))
		}
	}
	return "what comes from there is neither the controller's nor text: another speed, or another device"
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
