package hub

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"crownhead/board"
	"crownhead/engine"
)

// How an engine fails; an illegal move is board.ErrIllegal.
var (
	ErrFailed = errors.New("the engine has ended or says what is no Hub protocol")
	ErrLate   = errors.New("the engine doesn't answer")
)

// Waits are how long an engine may take for what.
type waits struct {
	begin time.Duration // from its start until it is ready
	stop  time.Duration // from stop until done
	count time.Duration // for a search that is limited by depth or nodes
	extra time.Duration // beyond lateFactor times the time that it has been given for a move
}

var defaultWaits = waits{begin: 30 * time.Second, stop: 2 * time.Second, count: 10 * time.Minute, extra: 5 * time.Second}

// lateFactor is how often an engine may need the time that it has been given; some look at the clock now and then only.
const lateFactor = 10

// A Client is an engine in a process of its own. One that has failed is started anew for the next game.
type Client struct {
	command string
	process *process // nil: to be started
	waits   waits
}

var _ engine.Player = (*Client)(nil)

// Start starts an engine by a command line, in which quotation marks keep blanks together. It is given up when ctx ends before it is ready.
func Start(ctx context.Context, command string) (*Client, error) {
	c := &Client{command: command, waits: defaultWaits}
	if err := c.begin(ctx); err != nil {
		return nil, err
	}
	return c, nil
}

// begin starts the process and waits until it is ready. One that isn't is gone afterwards.
func (c *Client) begin(ctx context.Context) (err error) {
	if c.process, err = startProcess(c.command); err != nil {
		return err
	}
	deadline := time.NewTimer(c.waits.begin)
	defer deadline.Stop()
	for _, step := range []struct{ say, want string }{{"hub", "wait"}, {"init", "ready"}} {
		if err = c.process.send(newLine(step.say)); err != nil {
			return c.fail(ErrFailed, err.Error())
		}
		if err = c.await(ctx, step.want, deadline.C); err != nil {
			return err
		}
	}
	return nil
}

// await passes over lines until one has the command, and chooses the variant on the way.
func (c *Client) await(ctx context.Context, command string, deadline <-chan time.Time) error {
	for {
		select {
		case l, more := <-c.process.lines:
			if !more {
				return c.fail(ErrFailed, "before "+command)
			}
			if l.Command == command {
				return nil
			}
			if err := c.choose(l); err != nil {
				return err
			}
		case <-deadline:
			return c.fail(ErrLate, "no "+command)
		case <-ctx.Done():
			return c.fail(ctx.Err(), "before "+command)
		}
	}
}

// choose answers the declaration of a variant that is another one and can be ours.
func (c *Client) choose(l line) error {
	name, _ := l.value("name")
	value, _ := l.value("value")
	values, _ := l.value("values")
	if l.Command != "param" || name != "variant" || value == variant {
		return nil
	}
	if !slices.Contains(strings.Fields(values), variant) {
		return c.fail(ErrFailed, "it doesn't play Russian draughts, but "+values)
	}
	if err := c.process.send(newLine("set-param", "name", name, "value", variant)); err != nil {
		return c.fail(ErrFailed, err.Error())
	}
	return nil
}

// fail ends the process and tells why, with the last that it has said about it itself.
func (c *Client) fail(why error, what string) error {
	c.process.kill()
	c.process.leave()
	err := fmt.Errorf("hub: %s: %w: %s", c.command, why, what)
	if said := c.process.said.String(); said != "" {
		err = fmt.Errorf("%w; it says: %s", err, said)
	}
	c.process = nil
	return err
}

// NewGame lets the engine forget what it knows. The seed is for players that have one.
func (c *Client) NewGame(ctx context.Context, _ uint64) error {
	if c.process == nil {
		return c.begin(ctx)
	}
	if err := c.process.send(newLine("new-game")); err != nil {
		c.fail(ErrFailed, err.Error())
		return c.begin(ctx)
	}
	return nil
}

// Close ends the engine and waits for its process.
func (c *Client) Close() error {
	if c.process != nil {
		c.process.leave()
		c.process = nil
	}
	return nil
}

// Choose asks the engine for a move. When ctx ends it is stopped, and what it has found is the answer.
func (c *Client) Choose(ctx context.Context, g board.Game, lim engine.Limits) (engine.Answer, error) {
	if c.process == nil {
		return engine.Answer{}, fmt.Errorf("hub: %s: %w", c.command, ErrFailed)
	}
	if what := unasked(c.process.lines); what != "" {
		return engine.Answer{}, c.fail(ErrFailed, "between two moves "+what)
	}
	p, moves := since(g)
	pos := newLine("pos", "pos", formatPosition(p))
	if len(moves) > 0 {
		pos.Args = append(pos.Args, argument{Name: "moves", Value: formatMoves(moves)})
	}
	for _, l := range []line{pos, limitLine(lim), {Command: "go", Args: []argument{{Name: "think", Flag: true}}}} {
		if err := c.process.send(l); err != nil {
			return engine.Answer{}, c.fail(ErrFailed, err.Error())
		}
	}
	return c.answer(ctx, g.Position(), lim)
}

// limitLine is the level of a search.
func limitLine(lim engine.Limits) line {
	l := newLine("level")
	if lim.Depth > 0 {
		l.Args = append(l.Args, argument{Name: "depth", Value: strconv.Itoa(lim.Depth)})
	}
	if lim.Nodes > 0 {
		l.Args = append(l.Args, argument{Name: "nodes", Value: strconv.FormatInt(lim.Nodes, 10)})
	}
	if lim.Time > 0 {
		l.Args = append(l.Args, argument{Name: "move-time", Value: strconv.FormatFloat(lim.Time.Seconds(), 'f', -1, 64)})
	}
	if len(l.Args) == 0 {
		l.Args = append(l.Args, argument{Name: "infinite", Flag: true})
	}
	return l
}

// patience is how long the answer of a search is waited for.
func (w waits) patience(lim engine.Limits) time.Duration {
	if lim.Time > 0 {
		return lateFactor*lim.Time + w.extra
	}
	return w.count
}

// answer waits for done.
func (c *Client) answer(ctx context.Context, p board.Position, lim engine.Limits) (engine.Answer, error) {
	var a engine.Answer
	deadline := time.NewTimer(c.waits.patience(lim))
	defer deadline.Stop()
	stopped := ctx.Done()
	for {
		select {
		case l, more := <-c.process.lines:
			if !more {
				return a, c.fail(ErrFailed, "while it thinks")
			}
			switch l.Command {
			case "info":
				readInfo(&a, p, l)
			case "error":
				message, _ := l.value("message")
				return a, c.fail(ErrFailed, message)
			case "done":
				return readDone(a, p, l)
			}
		case <-stopped:
			if err := c.process.send(newLine("stop")); err != nil {
				return a, c.fail(ErrFailed, err.Error())
			}
			stopped = nil
			deadline.Reset(c.waits.stop)
		case <-deadline.C:
			return a, c.fail(ErrLate, fmt.Sprintf("within %v", c.waits.patience(lim)))
		}
	}
}

// readDone is the answer with its move.
func readDone(a engine.Answer, p board.Position, l line) (engine.Answer, error) {
	text, _ := l.value("move")
	m, err := parseMove(p, text)
	if err != nil {
		return a, err
	}
	a.Move = m
	if len(a.Line) == 0 || a.Line[0] != m {
		a.Line = []board.Move{m}
	}
	return a, nil
}

// readInfo takes over what an info says, as far as it is understood.
func readInfo(a *engine.Answer, p board.Position, l line) {
	for _, arg := range l.Args {
		switch arg.Name {
		case "depth":
			if n, err := strconv.ParseUint(arg.Value, 10, 16); err == nil {
				a.Depth = int(n)
			}
		case "nodes":
			if n, err := strconv.ParseUint(arg.Value, 10, 48); err == nil { // sums of them fit, too
				a.Nodes = int64(n)
			}
		case "score":
			if men, err := strconv.ParseFloat(arg.Value, 64); err == nil && math.Abs(men) < 1000 {
				a.Score = int(math.Round(men * 100))
			}
		case "pv":
			a.Line = readLine(p, arg.Value)
		}
	}
}

// readLine reads the moves of a line up to the first that is none.
func readLine(p board.Position, text string) []board.Move {
	var moves []board.Move
	for word := range strings.FieldsSeq(text) {
		m, err := parseMove(p, word)
		if err != nil {
			break
		}
		moves = append(moves, m)
		p = p.Play(m)
	}
	return moves
}
