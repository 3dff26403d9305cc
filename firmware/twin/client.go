package twin

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
)

// ErrAway is returned while no virtual robot answers on the socket.
var ErrAway = errors.New("the virtual robot does not answer")

const (
	redial    = 200 * time.Millisecond
	writeWait = time.Second // a virtual robot that takes nothing for so long hangs
)

// Client is the far end of a served world. It connects again for ever until it is closed; its goroutine is its own.
type Client struct {
	path   string
	states chan State
	cancel context.CancelFunc
	wait   sync.WaitGroup

	mu      sync.Mutex
	conn    net.Conn
	number  int
	waiting map[int]chan Reply
}

// Dial begins to talk to the world served at a socket; see WorldPath.
func Dial(path string) *Client {
	ctx, cancel := context.WithCancel(context.Background())
	c := &Client{path: path, states: make(chan State, 1), cancel: cancel, waiting: map[int]chan Reply{}}
	c.wait.Go(func() { c.run(ctx) })
	return c
}

// Close ends the connection and waits for the goroutine; the channel of states is closed then.
func (c *Client) Close() {
	c.cancel()
	c.hang()
	c.wait.Wait()
}

// State delivers states as they change, the newest only.
func (c *Client) State() <-chan State { return c.states }

func (c *Client) run(ctx context.Context) {
	defer close(c.states)
	for ctx.Err() == nil {
		if conn, err := net.Dial("unix", c.path); err == nil {
			c.talk(ctx, conn)
		}
		select {
		case <-ctx.Done():
		case <-time.After(redial):
		}
	}
}

// talk reads lines until the connection ends.
func (c *Client) talk(ctx context.Context, conn net.Conn) {
	defer c.hang()
	c.mu.Lock()
	c.conn = conn
	c.mu.Unlock()
	if ctx.Err() != nil {
		return
	}
	lines := bufio.NewScanner(conn)
	lines.Buffer(make([]byte, 0, 4096), longest)
	for lines.Scan() {
		var l line
		if json.Unmarshal(lines.Bytes(), &l) != nil {
			continue
		}
		switch {
		case l.State != nil:
			c.newest(*l.State)
		case l.Reply != nil:
			c.answer(*l.Reply)
		}
	}
}

func (c *Client) newest(s State) {
	select {
	case <-c.states:
	default:
	}
	c.states <- s // the only sender: there is room
}

func (c *Client) answer(r Reply) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if ch, ok := c.waiting[r.Req]; ok {
		ch <- r
		delete(c.waiting, r.Req)
	}
}

// hang ends the connection; whoever waits for a reply gets none.
func (c *Client) hang() {
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
	ch, err := c.post(&op)
	if err != nil {
		return Reply{}, fmt.Errorf("twin: asking for %s: %w", op.Op, err)
	}
	select {
	case r, ok := <-ch:
		switch {
		case !ok:
			return Reply{}, fmt.Errorf("twin: asking for %s: %w", op.Op, ErrAway)
		case r.Error != "":
			return r, errors.New(r.Error)
		}
		return r, nil
	case <-ctx.Done():
		c.mu.Lock()
		delete(c.waiting, op.Req)
		c.mu.Unlock()
		return Reply{}, fmt.Errorf("twin: asking for %s: %w", op.Op, ctx.Err())
	}
}

func (c *Client) post(op *Op) (<-chan Reply, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.conn == nil {
		return nil, ErrAway
	}
	c.number++
	op.Req = c.number
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
		return nil, ErrAway
	}
	return ch, nil
}

func (c *Client) just(ctx context.Context, op Op) error {
	_, err := c.Do(ctx, op)
	return err
}

// Move lays a checker at (x, y).
func (c *Client) Move(ctx context.Context, id int, x, y float64) error {
	return c.just(ctx, Op{Op: OpMove, ID: id, X: x, Y: y})
}

// Lift takes a checker to the visitor's pile.
func (c *Client) Lift(ctx context.Context, id int) error {
	return c.just(ctx, Op{Op: OpLift, ID: id})
}

// Turn turns a checker over.
func (c *Client) Turn(ctx context.Context, id int) error {
	return c.just(ctx, Op{Op: OpTurn, ID: id})
}

// Press presses the red button.
func (c *Client) Press(ctx context.Context) error { return c.just(ctx, Op{Op: OpPress}) }

// Setup lays a position for a visitor of this colour.
func (c *Client) Setup(ctx context.Context, p board.Position, visitor board.Color) error {
	return c.just(ctx, Op{Op: OpSetup, Said: Said{FEN: p.FEN(), Visitor: visitor.String()}})
}

// Handover tells the witness that the robot hands the turn over with this position.
func (c *Client) Handover(ctx context.Context, p board.Position) error {
	return c.just(ctx, Op{Op: OpHandover, Said: Said{FEN: p.FEN()}})
}

// Say tells a scripted visitor what the robot says and shows.
func (c *Client) Say(ctx context.Context, s Said) error {
	return c.just(ctx, Op{Op: OpSaid, Said: s})
}

// Counts asks the witness; the second number is the visitor's illegal presses.
func (c *Client) Counts(ctx context.Context) (Counts, int, error) {
	r, err := c.Do(ctx, Op{Op: OpCounts})
	if err != nil {
		return Counts{}, 0, err
	}
	if r.Counts == nil {
		return Counts{}, 0, fmt.Errorf("twin: asking for counts: %w", ErrAway)
	}
	return *r.Counts, r.IllegalPresses, nil
}
