package calibration

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"time"

	"crownhead/internal/clock"
	"crownhead/robot"
	"crownhead/robot/command"
	"crownhead/robot/live"
)

// An armClient moves the robot for a dialogue.
type armClient interface {
	// execute carries a command out, with names and values of its arguments in turn, and returns when the arm stands.
	execute(name command.Name, args ...string) error
	// waitFor returns when the status is as wanted, or an error that says why not.
	waitFor(what string, limit time.Duration, wanted func(robot.Status) bool) error
	status() robot.Status
}

const (
	restLimit   = time.Minute      // of the robot's time, for any one motion
	acceptLimit = 10 * time.Second // for a command to be taken
)

// A daemonArm moves a robot in real time.
type daemonArm struct {
	ctx     context.Context
	daemon  *live.Daemon
	clock   clock.Clock
	updates <-chan robot.Status
	close   func()
}

func newArmClient(ctx context.Context, daemon *live.Daemon, clock clock.Clock) *daemonArm {
	updates, unsubscribe := daemon.SubscribeStatus()
	return &daemonArm{ctx: ctx, daemon: daemon, clock: clock, updates: updates, close: unsubscribe}
}

func (a *daemonArm) status() robot.Status { return a.daemon.Status() }

func (a *daemonArm) execute(name command.Name, args ...string) error {
	named := map[string]string{}
	for i := 0; i+1 < len(args); i += 2 {
		named[args[i]] = args[i+1]
	}
	ctx, cancel := context.WithTimeout(a.ctx, acceptLimit)
	defer cancel()
	if err := a.daemon.Command(ctx, name, named); err != nil {
		return err
	}
	return waitForRest(a)
}

// waitForRest waits until the arm stands where it was sent.
func waitForRest(a armClient) error {
	err := a.waitFor("the arm doesn't come to rest", restLimit, func(s robot.Status) bool { return !s.Arm.Moving })
	if err == nil && a.status().Arm.Interrupted {
		err = errCutShort
	}
	return err
}

// errCutShort means that the arm stands, but isn't where it was sent.
var errCutShort = fmt.Errorf("%w: the arm was stopped on its way: look where it is", robot.ErrNotNow)

// waitFor looks at every status that is published from now on.
func (a *daemonArm) waitFor(what string, limit time.Duration, wanted func(robot.Status) bool) error {
	select {
	case <-a.updates: // it may be from before
	default:
	}
	end := time.NewTimer(a.clock.Wall(limit))
	defer end.Stop()
	for {
		select {
		case s := <-a.updates:
			if wanted(s) {
				return nil
			}
		case <-end.C:
			return fmt.Errorf("%s within %v; %s", what, limit, statusHint(a.status()))
		case <-a.ctx.Done():
			return a.ctx.Err()
		}
	}
}

// statusHint is what the status says to do.
func statusHint(s robot.Status) string {
	for _, text := range []string{s.Link.Remedy, s.Arm.Remedy} {
		if text != "" {
			return text
		}
	}
	return "look at the robot"
}

// emergencyStop is the emergency stop: it waits for nothing.
func (a *daemonArm) emergencyStop() { _ = a.daemon.Command(a.ctx, command.Stop, nil) }

// readLines reads lines in a goroutine of its own, so that the word stop is heard while the arm moves. It ends with the
// process at the latest: nothing can interrupt a read of standard input. When ctx ends, so do the lines.
func readLines(ctx context.Context, in io.Reader, stop func()) func() (string, bool) {
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

// errUnwritten is how a calibration ends that was given up.
var errUnwritten = errors.New("nothing was written")
