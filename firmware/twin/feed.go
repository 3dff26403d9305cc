package twin

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"os"
	"sync"
)

const (
	feedBuffer = 64      // lines that a client may lag behind before it is dropped
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

// A guest is one client.
type guest struct {
	conn net.Conn
	out  chan []byte
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
		g := &guest{conn: conn, out: make(chan []byte, feedBuffer)}
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
	for data := range g.out {
		if _, err := g.conn.Write(data); err != nil {
			f.drop(g)
		}
	}
}

// drop ends a client; it may be called again.
func (f *feed) drop(g *guest) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.guests[g] {
		delete(f.guests, g)
		close(g.out)
		_ = g.conn.Close()
	}
}

func (f *feed) reply(g *guest, r Reply) { f.send(g, line{Reply: &r}) }

func (f *feed) send(g *guest, l line) {
	data, err := json.Marshal(l)
	if err != nil {
		return // a NaN in a state: nothing that can be shown
	}
	f.queue(g, append(data, '\n'))
}

// queue gives a client a line; one that lags too far behind is dropped.
func (f *feed) queue(g *guest, data []byte) {
	f.mu.Lock()
	ok := f.guests[g]
	if ok {
		select {
		case g.out <- data:
		default:
			ok = false
		}
	}
	f.mu.Unlock()
	if !ok {
		f.drop(g)
	}
}

func (f *feed) broadcast(l line) {
	f.mu.Lock()
	all := make([]*guest, 0, len(f.guests))
	for g := range f.guests {
		all = append(all, g)
	}
	f.mu.Unlock()
	if len(all) == 0 {
		return
	}
	data, err := json.Marshal(l)
	if err != nil {
		return
	}
	data = append(data, '\n')
	for _, g := range all {
		f.queue(g, data)
	}
}

func (f *feed) close() {
	close(f.done)
	_ = f.listener.Close() // removes the socket
	f.mu.Lock()
	for g := range f.guests {
		delete(f.guests, g)
		close(g.out)
		_ = g.conn.Close()
	}
	f.mu.Unlock()
	f.wait.Wait()
}
