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

// A worldServer serves the world's socket. It hands the clients' operations to the loop that owns the
// world, and sends replies and states to the clients.
type worldServer struct {
	path     string
	listener net.Listener
	socket   os.FileInfo // of the listener
	requests chan request
	opened   chan *connection
	done     chan struct{}
	wait     sync.WaitGroup

	mu          sync.Mutex
	connections map[*connection]bool
}

// A connection is one client. A slow client misses states, never a reply: a newer state replaces one that
// is not sent yet.
type connection struct {
	conn  net.Conn
	wake  chan struct{} // something is to be sent; closed when it is dropped
	lines [][]byte      // to be sent in this order, guarded by the server's mu
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
	l.(*net.UnixListener).SetUnlinkOnClose(false) // the path may belong to a later robot by then
	socket, err := os.Lstat(path)
	if err != nil {
		return nil, errors.Join(err, l.Close())
	}
	ws := &worldServer{
		path: path, listener: l, socket: socket,
		requests: make(chan request), opened: make(chan *connection), done: make(chan struct{}),
		connections: map[*connection]bool{},
	}
	ws.wait.Go(ws.acceptClients)
	return ws, nil
}

// removeDeadSocket removes a socket on which no virtual robot answers.
func removeDeadSocket(path string) error {
	info, err := os.Lstat(path)
	if errors.Is(err, os.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	if info.Mode()&os.ModeSocket == 0 {
		return fmt.Errorf("%s exists and is not a socket", path)
	}
	if conn, err := net.Dial("unix", path); err == nil {
		_ = conn.Close()
		return errors.New("another virtual robot is running there")
	}
	return os.Remove(path)
}

func (ws *worldServer) acceptClients() {
	for {
		conn, err := ws.listener.Accept()
		if err != nil {
			return
		}
		c := &connection{conn: conn, wake: make(chan struct{}, 1)}
		ws.mu.Lock()
		ws.connections[c] = true
		ws.mu.Unlock()
		ws.wait.Go(func() { ws.readOps(c) })
		ws.wait.Go(func() { ws.writeLines(c) })
	}
}

// readOps hands on a client's operations until the client is gone.
func (ws *worldServer) readOps(c *connection) {
	defer ws.dropConnection(c)
	select {
	case ws.opened <- c:
	case <-ws.done:
		return
	}
	lines := bufio.NewScanner(c.conn)
	lines.Buffer(make([]byte, 0, 4096), longestLine)
	for lines.Scan() {
		var op Op
		if err := json.Unmarshal(lines.Bytes(), &op); err != nil {
			ws.sendReply(c, Reply{Error: "serve: reading an operation: " + err.Error()})
			continue
		}
		select {
		case ws.requests <- request{op, c}:
		case <-ws.done:
			return
		}
	}
}

// writeLines sends what is queued for a client until it is dropped.
func (ws *worldServer) writeLines(c *connection) {
	for range c.wake {
		ws.mu.Lock()
		lines := c.lines
		if c.state != nil {
			lines = append(lines, c.state)
		}
		c.lines, c.state = nil, nil
		ws.mu.Unlock()
		for _, data := range lines {
			if _, err := c.conn.Write(data); err != nil {
				ws.dropConnection(c)
				break
			}
		}
	}
}

// dropConnection ends a client's connection; it may be called again.
func (ws *worldServer) dropConnection(c *connection) {
	ws.mu.Lock()
	defer ws.mu.Unlock()
	if ws.connections[c] {
		delete(ws.connections, c)
		close(c.wake)
		_ = c.conn.Close()
	}
}

func (ws *worldServer) sendReply(c *connection, r Reply) {
	if data, err := json.Marshal(line{Reply: &r}); err == nil {
		ws.enqueueFor(c, func() { c.queueReply(append(data, '\n')) })
	}
}

// sendState sends a state to these clients.
func (ws *worldServer) sendState(state world.State, connections ...*connection) {
	if len(connections) == 0 {
		return
	}
	data, err := json.Marshal(line{State: &state})
	if err != nil {
		return // a NaN in a state: which JSON does not have
	}
	data = append(data, '\n')
	for _, c := range connections {
		ws.enqueueFor(c, func() { c.state = data })
	}
}

// queueReply queues a reply behind the state that was queued before it.
func (c *connection) queueReply(data []byte) {
	if c.state != nil {
		c.lines, c.state = append(c.lines, c.state), nil
	}
	c.lines = append(c.lines, data)
}

// enqueueFor queues something for a client. A client that leaves too many replies unread is dropped.
func (ws *worldServer) enqueueFor(c *connection, add func()) {
	ws.mu.Lock()
	ok := ws.connections[c]
	if ok {
		add()
		select {
		case c.wake <- struct{}{}:
		default: // it is awake
		}
	}
	lags := len(c.lines) > maxUnreadReplies
	ws.mu.Unlock()
	if lags {
		ws.dropConnection(c)
	}
}

// allConnections returns the present clients.
func (ws *worldServer) allConnections() []*connection {
	ws.mu.Lock()
	defer ws.mu.Unlock()
	return slices.Collect(maps.Keys(ws.connections))
}

func (ws *worldServer) close() {
	close(ws.done)
	if now, err := os.Lstat(ws.path); err == nil && os.SameFile(now, ws.socket) {
		_ = os.Remove(ws.path)
	}
	_ = ws.listener.Close()
	ws.mu.Lock()
	for c := range ws.connections {
		delete(ws.connections, c)
		close(c.wake)
		_ = c.conn.Close()
	}
	ws.mu.Unlock()
	ws.wait.Wait()
}
