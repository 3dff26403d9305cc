package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"time"

	"crownhead/internal/clock"
	"crownhead/robot"
	"crownhead/robot/live"
	"crownhead/robot/turn"
)

// A hand moves the robot for a dialogue.
type hand interface {
	// do does a command, with names and values of its arguments in turn, and returns when the arm stands.
	do(name turn.CommandName, args ...string) error
	// wait returns when the status is as wanted, or says why it won't be.
	wait(what string, limit time.Duration, wanted func(robot.Status) bool) error
	status() robot.Status
}

const (
	restLimit   = time.Minute      // of the robot's time, for any one motion
	acceptLimit = 10 * time.Second // for a command to be taken
)

// A daemonHand moves a robot in real time.
type daemonHand struct {
	ctx     context.Context
	daemon  *live.Daemon
	clock   clock.Clock
	updates <-chan robot.Status
	close   func()
}

func newHand(ctx context.Context, daemon *live.Daemon, clock clock.Clock) *daemonHand {
	updates, unsubscribe := daemon.SubscribeStatus()
	return &daemonHand{ctx: ctx, daemon: daemon, clock: clock, updates: updates, close: unsubscribe}
}

func (h *daemonHand) status() robot.Status { return h.daemon.Status() }

func (h *daemonHand) do(name turn.CommandName, args ...string) error {
	named := map[string]string{}
	for i := 0; i+1 < len(args); i += 2 {
		named[args[i]] = args[i+1]
	}
	ctx, cancel := context.WithTimeout(h.ctx, acceptLimit)
	defer cancel()
	if err := h.daemon.Command(ctx, name, named); err != nil {
		return err
	}
	return rest(h)
}

// rest waits until the arm stands, where it was sent.
func rest(h hand) error {
	err := h.wait("the arm doesn't come to rest", restLimit, func(s robot.Status) bool { return !s.Arm.Moving })
	if err == nil && h.status().Arm.Cut {
		err = errCut
	}
	return err
}

// errCut means that the arm stands, but isn't where it was sent.
var errCut = fmt.Errorf("%w: the arm was stopped on its way: look where it is", robot.ErrRefused)

// wait looks at every status that is published from now on.
func (h *daemonHand) wait(what string, limit time.Duration, wanted func(robot.Status) bool) error {
	select {
	case <-h.updates: // it may be from before
	default:
	}
	end := time.NewTimer(h.clock.Wall(limit))
	defer end.Stop()
	for {
		select {
		case s := <-h.updates:
			if wanted(s) {
				return nil
			}
		case <-end.C:
			return fmt.Errorf("%s within %v; %s", what, limit, statusHint(h.status()))
		case <-h.ctx.Done():
			return h.ctx.Err()
		}
	}
}

// statusHint is what the status says to do.
func statusHint(s robot.Status) string {
	for _, text := range []string{s.Link.Hint, s.Arm.Hint} {
		if text != "" {
			return text
		}
	}
	return "look at the robot"
}

// stop is the emergency stop: it waits for nothing.
func (h *daemonHand) stop() { _ = h.daemon.Command(h.ctx, turn.CommandStop, nil) }

// linesOf reads lines in a goroutine of its own, so that the word stop is heard while the arm moves. It ends with the
// process at the latest: nothing can wait for a read of standard input. When ctx ends, so do the lines.
func linesOf(ctx context.Context, in io.Reader, stop func()) func() (string, bool) {
	lines := make(chan string, 64)
	go func() {
		defer close(lines)
		scan := bufio.NewScanner(in)
		for scan.Scan() {
			line := strings.ToLower(strings.TrimSpace(scan.Text()))
			if line == "stop" {
				stop()
			}
			lines <- line
		}
	}()
	return func() (string, bool) {
		select {
		case line, more := <-lines:
			return line, more
		case <-ctx.Done():
			return "", false
		}
	}
}

// interactive tells a terminal from a script.
func interactive(f *os.File) bool {
	info, err := f.Stat()
	return err == nil && info.Mode()&os.ModeCharDevice != 0
}

// errUnwritten is how a calibration ends that was given up.
var errUnwritten = errors.New("nothing was written")
