package twin

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"net"
	"os"
	"slices"
	"sync"
)

const (
	feedBuffer = 64      // replies that a client may leave unread before it is dropped
	longest    = 1 << 16 // bytes of a line
)

// A feed is the world's socket: it hands operations to the loop that owns the world, and lines to the clients.
type feed struct {
	path     string
	listener net.Listener
	requests chan request
	joined   chan *guest
	done     chan struct{}
	wait     sync.WaitGroup

	mu     sync.Mutex
	guests map[*guest]bool
}

// A guest is one client. However slow it reads, it misses states only: a newer one takes the place of one unsent.
type guest struct {
	conn  net.Conn
	wake  chan struct{} // something is to be sent; closed when the guest is dropped
	lines [][]byte      // to be sent in this order, guarded by the feed's mu
	state []byte        // to be sent after them
}

type request struct {
	op   Op
	from *guest
}

// listen opens the socket, in place of one that a killed twin has left.
func listen(path string) (*feed, error) {
	if err := removeDead(path); err != nil {
		return nil, err
	}
	l, err := net.Listen("unix", path)
	if err != nil {
		return nil, err
	}
	f := &feed{
		path: path, listener: l, requests: make(chan request), joined: make(chan *guest), done: make(chan struct{}),
		guests: map[*guest]bool{},
	}
	f.wait.Go(f.accept)
	return f, nil
}

// removeDead removes a socket on which nobody answers.
func removeDead(path string) error {
	info, err := os.Lstat(path)
	if errors.Is(err, os.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	if info.Mode()&os.ModeSocket == 0 {
		return fmt.Errorf("%s exists and is no socket", path)
	}
	if conn, err := net.Dial("unix", path); err == nil {
		_ = conn.Close()
		return errors.New("another virtual robot is running there")
	}
	return os.Remove(path)
}

func (f *feed) accept() {
	for {
		conn, err := f.listener.Accept()
		if err != nil {
			return
		}
		g := &guest{conn: conn, wake: make(chan struct{}, 1)}
		f.mu.Lock()
		f.guests[g] = true
		f.mu.Unlock()
		f.wait.Go(func() { f.read(g) })
		f.wait.Go(func() { f.write(g) })
	}
}

// read hands a client's operations on until it goes.
func (f *feed) read(g *guest) {
	defer f.drop(g)
	select {
	case f.joined <- g:
	case <-f.done:
		return
	}
	lines := bufio.NewScanner(g.conn)
	lines.Buffer(make([]byte, 0, 4096), longest)
	for lines.Scan() {
		var op Op
		if err := json.Unmarshal(lines.Bytes(), &op); err != nil {
			f.reply(g, Reply{Error: "twin: reading an operation: " + err.Error()})
			continue
		}
		select {
		case f.requests <- request{op, g}:
		case <-f.done:
			return
		}
	}
}

// write sends what is queued for a client until it is dropped.
func (f *feed) write(g *guest) {
	for range g.wake {
		f.mu.Lock()
		lines := g.lines
		if g.state != nil {
			lines = append(lines, g.state)
		}
		g.lines, g.state = nil, nil
		f.mu.Unlock()
		for _, data := range lines {
			if _, err := g.conn.Write(data); err != nil {
				f.drop(g)
				break
			}
		}
	}
}

// drop ends a client; it may be called again.
func (f *feed) drop(g *guest) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.guests[g] {
		delete(f.guests, g)
		close(g.wake)
		_ = g.conn.Close()
	}
}

func (f *feed) reply(g *guest, r Reply) {
	if data, err := json.Marshal(line{Reply: &r}); err == nil {
		f.queue(g, func() { g.answer(append(data, '\n')) })
	}
}

// show sends a state to these guests.
func (f *feed) show(s State, guests ...*guest) {
	if len(guests) == 0 {
		return
	}
	data, err := json.Marshal(line{State: &s})
	if err != nil {
		return // a NaN in a state: nothing that can be shown
	}
	data = append(data, '\n')
	for _, g := range guests {
		f.queue(g, func() { g.state = data })
	}
}

// answer queues a reply behind what the client was to see before it.
func (g *guest) answer(data []byte) {
	if g.state != nil {
		g.lines, g.state = append(g.lines, g.state), nil
	}
	g.lines = append(g.lines, data)
}

// queue adds to what a client gets; one that leaves too much unread is dropped.
func (f *feed) queue(g *guest, add func()) {
	f.mu.Lock()
	ok := f.guests[g]
	if ok {
		add()
		select {
		case g.wake <- struct{}{}:
		default: // it is awake
		}
	}
	lags := len(g.lines) > feedBuffer
	f.mu.Unlock()
	if lags {
		f.drop(g)
	}
}

// all returns the guests of now.
func (f *feed) all() []*guest {
	f.mu.Lock()
	defer f.mu.Unlock()
	return slices.Collect(maps.Keys(f.guests))
}

func (f *feed) close() {
	close(f.done)
	_ = f.listener.Close() // removes the socket
	f.mu.Lock()
	for g := range f.guests {
		delete(f.guests, g)
		close(g.wake)
		_ = g.conn.Close()
	}
	f.mu.Unlock()
	f.wait.Wait()
}
