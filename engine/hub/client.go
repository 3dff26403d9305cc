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

// How an engine fails. An illegal move is board.ErrIllegal.
var (
	ErrFailed = errors.New("the engine exited or sent a line that is not Hub protocol")
	ErrLate   = errors.New("the engine does not answer")
)

// timeouts are how long an engine may take.
type timeouts struct {
	start   time.Duration // from start to ready
	stop    time.Duration // from stop to done
	counted time.Duration // for a search limited by depth or nodes
	extra   time.Duration // in addition to lateFactor times the time for a move
}

var defaultTimeouts = timeouts{
	start:   30 * time.Second,
	stop:    2 * time.Second,
	counted: 10 * time.Minute,
	extra:   5 * time.Second,
}

// lateFactor is how many times its limit an engine may take for a move; some check the clock only now and then.
const lateFactor = 10

// A Client is an engine in a process of its own. An engine that has failed is started again for the next game.
type Client struct {
	command string
	process *process // nil: not running
	waits   timeouts
}

var _ engine.Player = (*Client)(nil)

// Start starts an engine by a command line, in which quotation marks keep blanks together. It gives up when ctx ends
// before the engine is ready.
func Start(ctx context.Context, command string) (*Client, error) {
	c := &Client{command: command, waits: defaultTimeouts}
	if err := c.startEngine(ctx); err != nil {
		return nil, err
	}
	return c, nil
}

// startEngine starts the process and waits until the engine is ready. If that fails, the process has ended.
func (c *Client) startEngine(ctx context.Context) (err error) {
	if c.process, err = startProcess(c.command); err != nil {
		return err
	}
	deadline := time.NewTimer(c.waits.start)
	defer deadline.Stop()
	for _, step := range []struct{ say, want string }{{"hub", "wait"}, {"init", "ready"}} {
		if err = c.process.sendLine(newLine(step.say)); err != nil {
			return c.failWith(ErrFailed, err.Error())
		}
		if err = c.awaitCommand(ctx, step.want, deadline.C); err != nil {
			return err
		}
	}
	return nil
}

// awaitCommand receives lines until one has the command, and selects the variant on the way.
func (c *Client) awaitCommand(ctx context.Context, command string, deadline <-chan time.Time) error {
	for {
		select {
		case l, more := <-c.process.lines:
			if !more {
				return c.failWith(ErrFailed, "its output ended before "+command)
			}
			if l.Command == command {
				return nil
			}
			if err := c.selectVariant(l); err != nil {
				return err
			}
		case <-deadline:
			return c.failWith(ErrLate, fmt.Sprintf("no %s within %v", command, c.waits.start))
		case <-ctx.Done():
			return c.failWith(ctx.Err(), "before "+command)
		}
	}
}

// selectVariant answers the declaration of a variant that is not yet Russian draughts.
func (c *Client) selectVariant(l line) error {
	name, _ := l.get("name")
	value, _ := l.get("value")
	values, _ := l.get("values")
	if l.Command != "param" || name != "variant" || value == variant {
		return nil
	}
	if !slices.Contains(strings.Fields(values), variant) {
		return c.failWith(ErrFailed, "it does not play Russian draughts, only "+values)
	}
	if err := c.process.sendLine(newLine("set-param", "name", name, "value", variant)); err != nil {
		return c.failWith(ErrFailed, err.Error())
	}
	return nil
}

// failWith ends the process and returns an error that says why, with the end of what the engine has said.
func (c *Client) failWith(why error, what string) error {
	c.process.kill()
	c.process.quit()
	err := fmt.Errorf("hub: %s: %w: %s", c.command, why, what)
	if said := c.process.stdout.lastLines(); said != "" {
		err = fmt.Errorf("%w; its last lines: %s", err, said)
	}
	if said := c.process.stderr.String(); said != "" {
		err = fmt.Errorf("%w; its standard error: %s", err, said)
	}
	c.process = nil
	return err
}

// NewGame makes the engine forget what it knows. The protocol has no seed.
func (c *Client) NewGame(ctx context.Context, _ uint64) error {
	if c.process == nil {
		return c.startEngine(ctx)
	}
	if err := c.process.sendLine(newLine("new-game")); err != nil {
		c.failWith(ErrFailed, err.Error())
		return c.startEngine(ctx)
	}
	return nil
}

// Close ends the engine and waits for its process.
func (c *Client) Close() error {
	if c.process != nil {
		c.process.quit()
		c.process = nil
	}
	return nil
}

// Choose asks the engine for a move. When ctx ends the engine is stopped and answers with what it has found.
func (c *Client) Choose(ctx context.Context, g board.Game, lim engine.Limits) (engine.Answer, error) {
	if c.process == nil {
		return engine.Answer{}, fmt.Errorf("hub: %s: %w: it is not running", c.command, ErrFailed)
	}
	if fault := drainUnexpected(c.process.lines); fault != "" {
		return engine.Answer{}, c.failWith(ErrFailed, "between two moves "+fault)
	}
	p, moves := sinceIrreversible(g)
	pos := newLine("pos", "pos", formatPosition(p))
	if len(moves) > 0 {
		pos.Args = append(pos.Args, argument{Name: "moves", Value: formatMoves(moves)})
	}
	for _, l := range []line{pos, levelLine(lim), {Command: "go", Args: []argument{{Name: "think", Flag: true}}}} {
		if err := c.process.sendLine(l); err != nil {
			return engine.Answer{}, c.failWith(ErrFailed, err.Error())
		}
	}
	return c.awaitDone(ctx, g.Position(), lim)
}

// maxUnexpected is how many lines an engine may send between two moves.
const maxUnexpected = 10_000

// drainUnexpected discards the lines that an engine has sent since its last answer, such as late infos. It returns
// what is wrong with them, or "": an answer that nobody asked for would be taken for the next one.
func drainUnexpected(lines <-chan line) string {
	for range maxUnexpected {
		select {
		case l, more := <-lines:
			switch {
			case !more:
				return "its output ended"
			case l.Command == "done" || l.Command == "error":
				return fmt.Sprintf("it sent %.200q", l.String())
			}
		default:
			return ""
		}
	}
	return "it sends lines without end"
}

// levelLine is the command that says the limits of a search.
func levelLine(lim engine.Limits) line {
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

// forSearch is how long a search may take.
func (w timeouts) forSearch(lim engine.Limits) time.Duration {
	if lim.Time > 0 {
		return lateFactor*lim.Time + w.extra
	}
	return w.counted
}

// awaitDone receives lines until done, and returns the answer.
func (c *Client) awaitDone(ctx context.Context, p board.Position, lim engine.Limits) (engine.Answer, error) {
	var a engine.Answer
	deadline := time.NewTimer(c.waits.forSearch(lim))
	defer deadline.Stop()
	stopped := ctx.Done()
	for {
		select {
		case l, more := <-c.process.lines:
			if !more {
				return a, c.failWith(ErrFailed, "its output ended during a search")
			}
			switch l.Command {
			case "info":
				parseInfo(&a, p, l)
			case "error":
				message, _ := l.get("message")
				return a, c.failWith(ErrFailed, "error message="+strconv.Quote(message))
			case "done":
				return parseDone(a, p, l)
			}
		case <-stopped:
			if err := c.process.sendLine(newLine("stop")); err != nil {
				return a, c.failWith(ErrFailed, err.Error())
			}
			stopped = nil
			deadline.Reset(c.waits.stop)
		case <-deadline.C:
			return a, c.failWith(ErrLate, fmt.Sprintf("no done within %v", c.waits.forSearch(lim)))
		}
	}
}

// parseDone completes the answer with its move.
func parseDone(a engine.Answer, p board.Position, l line) (engine.Answer, error) {
	text, _ := l.get("move")
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

// parseInfo puts what an info says into the answer, and ignores what it cannot parse.
func parseInfo(a *engine.Answer, p board.Position, l line) {
	for _, arg := range l.Args {
		switch arg.Name {
		case "depth":
			if n, err := strconv.ParseUint(arg.Value, 10, 16); err == nil {
				a.Depth = int(n)
			}
		case "nodes":
			if n, err := strconv.ParseUint(arg.Value, 10, 48); err == nil { // so that sums fit, too
				a.Nodes = int64(n)
			}
		case "score":
			if men, err := strconv.ParseFloat(arg.Value, 64); err == nil && math.Abs(men) < 1000 {
				a.Score = int(math.Round(men * engine.ManValue))
			}
		case "pv":
			a.Line = parseMoves(p, arg.Value)
		}
	}
}

// parseMoves parses the moves of a line up to the first wrong one.
func parseMoves(p board.Position, text string) []board.Move {
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
