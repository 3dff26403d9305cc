package serve

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

	"crownhead/firmware/twin/world"
)

const maxUnreadReplies = 64 // replies that a client may leave unread before it is dropped

// A worldServer is the world's socket: it hands operations to the loop that owns the world, and
// lines to the clients.
type worldServer struct {
	path     string
	listener net.Listener
	requests chan request
	opened   chan *connection
	done     chan struct{}
	wait     sync.WaitGroup

	mu          sync.Mutex
	connections map[*connection]bool
}

// A connection is one client. However slow it reads, it misses states only: a newer one takes the
// place of one unsent.
type connection struct {
	conn  net.Conn
	wake  chan struct{} // something is to be sent; closed when it is dropped
	lines [][]byte      // to be sent in this order, guarded by the broadcaster's mu
	state []byte        // to be sent after them
}

type request struct {
	op   Op
	from *connection
}

// openSocket opens the socket, in place of one that a killed virtual robot has left.
func openSocket(path string) (*worldServer, error) {
	if err := removeDeadSocket(path); err != nil {
		return nil, err
	}
	l, err := net.Listen("unix", path)
	if err != nil {
		return nil, err
	}
	b := &worldServer{
		path: path, listener: l,
		requests: make(chan request), opened: make(chan *connection), done: make(chan struct{}),
		connections: map[*connection]bool{},
	}
	b.wait.Go(b.acceptClients)
	return b, nil
}

// removeDeadSocket removes a socket on which nobody answers.
func removeDeadSocket(path string) error {
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

func (b *worldServer) acceptClients() {
	for {
		conn, err := b.listener.Accept()
		if err != nil {
			return
		}
		s := &connection{conn: conn, wake: make(chan struct{}, 1)}
		b.mu.Lock()
		b.connections[s] = true
		b.mu.Unlock()
		b.wait.Go(func() { b.readOps(s) })
		b.wait.Go(func() { b.writeLines(s) })
	}
}

// readOps hands a client's operations on until it goes.
func (b *worldServer) readOps(s *connection) {
	defer b.dropConnection(s)
	select {
	case b.opened <- s:
	case <-b.done:
		return
	}
	lines := bufio.NewScanner(s.conn)
	lines.Buffer(make([]byte, 0, 4096), longestLine)
	for lines.Scan() {
		var op Op
		if err := json.Unmarshal(lines.Bytes(), &op); err != nil {
			b.sendReply(s, Reply{Error: "serve: reading an operation: " + err.Error()})
			continue
		}
		select {
		case b.requests <- request{op, s}:
		case <-b.done:
			return
		}
	}
}

// writeLines sends what is queued for a client until it is dropped.
func (b *worldServer) writeLines(s *connection) {
	for range s.wake {
		b.mu.Lock()
		lines := s.lines
		if s.state != nil {
			lines = append(lines, s.state)
		}
		s.lines, s.state = nil, nil
		b.mu.Unlock()
		for _, data := range lines {
			if _, err := s.conn.Write(data); err != nil {
				b.dropConnection(s)
				break
			}
		}
	}
}

// dropConnection ends a client; it may be called again.
func (b *worldServer) dropConnection(s *connection) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.connections[s] {
		delete(b.connections, s)
		close(s.wake)
		_ = s.conn.Close()
	}
}

func (b *worldServer) sendReply(s *connection, r Reply) {
	if data, err := json.Marshal(line{Reply: &r}); err == nil {
		b.enqueueFor(s, func() { s.queueReply(append(data, '\n')) })
	}
}

// sendState sends a state to these subscribers.
func (b *worldServer) sendState(state world.State, subscribers ...*connection) {
	if len(subscribers) == 0 {
		return
	}
	data, err := json.Marshal(line{State: &state})
	if err != nil {
		return // a NaN in a state: nothing that can be shown
	}
	data = append(data, '\n')
	for _, s := range subscribers {
		b.enqueueFor(s, func() { s.state = data })
	}
}

// queueReply queues a reply behind what the client was to see before it.
func (s *connection) queueReply(data []byte) {
	if s.state != nil {
		s.lines, s.state = append(s.lines, s.state), nil
	}
	s.lines = append(s.lines, data)
}

// enqueueFor adds to what a client gets; one that leaves too much unread is dropped.
func (b *worldServer) enqueueFor(s *connection, add func()) {
	b.mu.Lock()
	ok := b.connections[s]
	if ok {
		add()
		select {
		case s.wake <- struct{}{}:
		default: // it is awake
		}
	}
	lags := len(s.lines) > maxUnreadReplies
	b.mu.Unlock()
	if lags {
		b.dropConnection(s)
	}
}

// allConnections returns the present subscribers.
func (b *worldServer) allConnections() []*connection {
	b.mu.Lock()
	defer b.mu.Unlock()
	return slices.Collect(maps.Keys(b.connections))
}

func (b *worldServer) close() {
	close(b.done)
	_ = b.listener.Close() // removes the socket
	b.mu.Lock()
	for s := range b.connections {
		delete(b.connections, s)
		close(s.wake)
		_ = s.conn.Close()
	}
	b.mu.Unlock()
	b.wait.Wait()
}
