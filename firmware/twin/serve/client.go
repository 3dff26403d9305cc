package serve

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"sync"
	"time"

	"crownhead/board"
	"crownhead/firmware/twin/witness"
	"crownhead/firmware/twin/world"
)

// ErrNotConnected is returned while no virtual robot answers on the socket.
var ErrNotConnected = errors.New("the virtual robot does not answer")

const (
	redialPause = 200 * time.Millisecond
	writeWait   = time.Second // a virtual robot that reads nothing for so long hangs
)

// Client is the other end of a served world. Until it is closed it connects again and again, in a goroutine
// of its own.
type Client struct {
	path   string
	states chan world.State
	cancel context.CancelFunc
	wait   sync.WaitGroup

	mu      sync.Mutex
	conn    net.Conn
	lastReq int
	waiting map[int]chan Reply
}

// Dial begins to connect to the world that is served at a socket; see WorldPath.
func Dial(path string) *Client {
	ctx, cancel := context.WithCancel(context.Background())
	c := &Client{path: path, states: make(chan world.State, 1), cancel: cancel, waiting: map[int]chan Reply{}}
	c.wait.Go(func() { c.keepConnected(ctx) })
	return c
}

// Close ends the connection and waits for the goroutine; the channel of states is closed then.
func (c *Client) Close() {
	c.cancel()
	c.hangUp()
	c.wait.Wait()
}

// State delivers states as they change, the newest only.
func (c *Client) State() <-chan world.State { return c.states }

func (c *Client) keepConnected(ctx context.Context) {
	defer close(c.states)
	for ctx.Err() == nil {
		if conn, err := net.Dial("unix", c.path); err == nil {
			c.readLines(ctx, conn)
		}
		select {
		case <-ctx.Done():
		case <-time.After(redialPause):
		}
	}
}

// readLines reads lines until the connection ends.
func (c *Client) readLines(ctx context.Context, conn net.Conn) {
	defer c.hangUp()
	c.mu.Lock()
	c.conn = conn
	c.mu.Unlock()
	if ctx.Err() != nil {
		return
	}
	lines := bufio.NewScanner(conn)
	lines.Buffer(make([]byte, 0, 4096), longestLine)
	for lines.Scan() {
		var l line
		if json.Unmarshal(lines.Bytes(), &l) != nil {
			continue
		}
		switch {
		case l.State != nil:
			c.deliverState(*l.State)
		case l.Reply != nil:
			c.deliverReply(*l.Reply)
		}
	}
}

func (c *Client) deliverState(s world.State) {
	select {
	case <-c.states:
	default:
	}
	c.states <- s // the only sender: there is room
}

func (c *Client) deliverReply(r Reply) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if ch, ok := c.waiting[r.Req]; ok {
		ch <- r
		delete(c.waiting, r.Req)
	}
}

// hangUp ends the connection; calls that wait for a reply get none.
func (c *Client) hangUp() {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.conn != nil {
		_ = c.conn.Close()
		c.conn = nil
	}
	for req, ch := range c.waiting {
		close(ch)
		delete(c.waiting, req)
	}
}

// Do sends an operation and waits for its reply.
func (c *Client) Do(ctx context.Context, op Op) (Reply, error) {
	ch, err := c.sendOp(&op)
	if err != nil {
		return Reply{}, fmt.Errorf("serve: asking for %s: %w", op.Name, err)
	}
	select {
	case r, ok := <-ch:
		switch {
		case !ok:
			return Reply{}, fmt.Errorf("serve: asking for %s: %w", op.Name, ErrNotConnected)
		case r.Error != "":
			return r, errors.New(r.Error)
		}
		return r, nil
	case <-ctx.Done():
		c.mu.Lock()
		delete(c.waiting, op.Req)
		c.mu.Unlock()
		return Reply{}, fmt.Errorf("serve: asking for %s: %w", op.Name, ctx.Err())
	}
}

func (c *Client) sendOp(op *Op) (<-chan Reply, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.conn == nil {
		return nil, ErrNotConnected
	}
	c.lastReq++
	op.Req = c.lastReq
	data, err := json.Marshal(op)
	if err != nil {
		return nil, err
	}
	ch := make(chan Reply, 1)
	c.waiting[op.Req] = ch
	_ = c.conn.SetWriteDeadline(time.Now().Add(writeWait))
	if _, err := c.conn.Write(append(data, '\n')); err != nil {
		delete(c.waiting, op.Req)
		_ = c.conn.Close() // half a line may have been written
		c.conn = nil
		return nil, ErrNotConnected
	}
	return ch, nil
}

func (c *Client) doIgnoringReply(ctx context.Context, op Op) error {
	_, err := c.Do(ctx, op)
	return err
}

// MoveID lays a checker at (x, y).
func (c *Client) MoveID(ctx context.Context, id int, x, y float64) error {
	return c.doIgnoringReply(ctx, Op{Name: OpMove, ID: id, X: x, Y: y})
}

// RemoveID moves a checker to the visitor's pile.
func (c *Client) RemoveID(ctx context.Context, id int) error {
	return c.doIgnoringReply(ctx, Op{Name: OpLift, ID: id})
}

// FlipID turns a checker over.
func (c *Client) FlipID(ctx context.Context, id int) error {
	return c.doIgnoringReply(ctx, Op{Name: OpTurn, ID: id})
}

// Press presses the red button.
func (c *Client) Press(ctx context.Context) error { return c.doIgnoringReply(ctx, Op{Name: OpPress}) }

// PlacePosition lays a position for a visitor of this colour.
func (c *Client) PlacePosition(ctx context.Context, p board.Position, visitor board.Color) error {
	return c.doIgnoringReply(ctx, Op{Name: OpSetup, Announcement: Announcement{FEN: p.FEN(), Visitor: visitor.String()}})
}

// Handover reports that the robot hands over the turn with this position. The witness compares it with the
// board.
func (c *Client) Handover(ctx context.Context, p board.Position) error {
	return c.doIgnoringReply(ctx, Op{Name: OpHandover, Announcement: Announcement{FEN: p.FEN()}})
}

// Announce passes on to a scripted visitor what the robot says and shows.
func (c *Client) Announce(ctx context.Context, s Announcement) error {
	return c.doIgnoringReply(ctx, Op{Name: OpAnnounce, Announcement: s})
}

// Counts returns the witness's counts, and how often the scripted visitor has pressed the button illegally.
func (c *Client) Counts(ctx context.Context) (witness.Counts, int, error) {
	r, err := c.Do(ctx, Op{Name: OpCounts})
	if err != nil {
		return witness.Counts{}, 0, err
	}
	if r.Counts == nil {
		return witness.Counts{}, 0, fmt.Errorf("serve: asking for counts: %w", ErrNotConnected)
	}
	return *r.Counts, r.IllegalPresses, nil
}
