package webtest

import (
	"net"
	"strings"
	"sync"
	"testing"
)

// A Proxy stands between a browser and a site, as in many a network. Held, it keeps all connections open and passes
// nothing, in either direction; what it was given meanwhile comes when it is let go.
type Proxy struct {
	URL string

	listener net.Listener
	target   string
	all      sync.WaitGroup

	mu        sync.Mutex
	gate      chan struct{} // closed: bytes pass
	ends      []net.Conn    // of all connections, both ends of each
	forgotten int           // how many of the first of them nothing passes any more
	ended     bool
	waiting   int // connections of which bytes are held
}

// NewProxy begins to pass what comes for a site. It ends with the test.
func NewProxy(t testing.TB, site string) *Proxy {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	p := &Proxy{
		URL: "http://" + l.Addr().String(), listener: l, target: strings.TrimPrefix(site, "http://"),
		gate: make(chan struct{}),
	}
	close(p.gate)
	p.all.Go(p.acceptAll)
	t.Cleanup(p.closeAll)
	return p
}

// Hold stops passing bytes.
func (p *Proxy) Hold() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.gate = make(chan struct{})
}

// Release passes bytes again.
func (p *Proxy) Release() {
	p.mu.Lock()
	defer p.mu.Unlock()
	select {
	case <-p.gate:
	default:
		close(p.gate)
	}
}

// Waiting is how many connections have bytes that are held, either way.
func (p *Proxy) Waiting() int {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.waiting
}

// Forget keeps the present connections open and passes nothing on them any more; new ones work.
func (p *Proxy) Forget() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.forgotten = len(p.ends)
}

func (p *Proxy) acceptAll() {
	for {
		from, err := p.listener.Accept()
		if err != nil {
			return
		}
		to, err := net.Dial("tcp", p.target)
		if err != nil {
			_ = from.Close()
			continue
		}
		p.mu.Lock()
		p.ends = append(p.ends, from, to)
		if p.ended {
			_, _ = from.Close(), to.Close()
		}
		number := len(p.ends)
		p.mu.Unlock()
		p.all.Go(func() { p.passBytes(to, from, number) })
		p.all.Go(func() { p.passBytes(from, to, number) })
	}
}

func (p *Proxy) passBytes(to, from net.Conn, number int) {
	defer to.Close()
	defer from.Close()
	block := make([]byte, 4096)
	for {
		n, err := from.Read(block)
		p.mu.Lock()
		gate := p.gate
		p.waiting++
		p.mu.Unlock()
		<-gate
		p.mu.Lock()
		p.waiting--
		forgotten := number <= p.forgotten
		p.mu.Unlock()
		if n > 0 && !forgotten {
			if _, err := to.Write(block[:n]); err != nil {
				return
			}
		}
		if err != nil {
			return
		}
	}
}

func (p *Proxy) closeAll() {
	_ = p.listener.Close()
	p.Release()
	p.mu.Lock()
	p.ended = true
	for _, c := range p.ends {
		_ = c.Close()
	}
	p.mu.Unlock()
	p.all.Wait()
}
