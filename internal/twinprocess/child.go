// Package twinprocess is the virtual robot in a process of its own: Start and Child are its parent's side, Serve is
// what runs in the process, and a WorldNotifier keeps its world informed of what the robot says.
package twinprocess

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"os/exec"
	"runtime"
	"strings"
	"time"

	"crownhead/board"
	"crownhead/firmware/link"
	"crownhead/firmware/sim"
	"crownhead/firmware/twin/serve"
	"crownhead/internal/cli"
)

// ParentPipe is an environment variable. It tells a virtual robot that its standard input is a pipe from the process
// that started it: when that process ends, in whatever way, so does the virtual robot.
const ParentPipe = "CROWNHEAD_TWIN_PARENT_PIPE"

const (
	startLimit = 10 * time.Second // a virtual robot that does not answer by then has failed
	stopLimit  = 5 * time.Second
	quitLimit  = 3 * time.Second // for the virtual robot of a program that was killed to end

	// worldLimit is how long the virtual robot's world may take to do something.
	worldLimit = 2 * time.Second
)

// BootTime is how long the virtual controller takes to start.
const BootTime = 300 * time.Millisecond

const noPtyHint = "crownhead demo --fast plays against the virtual robot without a port"

// ErrEnded means that the virtual robot's process is gone.
var ErrEnded = errors.New("the virtual robot has ended by itself")

// silenceLimit is how long a virtual robot on the same machine may be silent, ms: when other processes need the
// processors, both ends wait for them although no cable is out.
const silenceLimit = 2000

// LinkConfig is the line to a virtual robot that is started at a path.
func LinkConfig(c link.Config, path string) link.Config {
	c.Port, c.Quiet, c.Silence = path, BootTime.Seconds(), max(c.Silence, silenceLimit)
	return c
}

// IsVirtual reports whether a port is a virtual robot's. The real firmware, when it drives one, does not know.
func IsVirtual(port string) bool {
	info, err := os.Stat(serve.WorldPath(port))
	return err == nil && info.Mode()&os.ModeSocket != 0
}

// A Child is a virtual robot in a process of its own.
type Child struct {
	Client *serve.Client   // of its world
	Ended  <-chan struct{} // closed when the process is gone

	cmd    *exec.Cmd
	stdin  io.Closer
	output lastOutput // to be read when the process is gone
}

// Start starts a virtual robot behind the serial device at path, and waits until its world answers. The program is a
// crownhead; "" is this one.
func Start(ctx context.Context, program, path string, stderr io.Writer, flags ...string) (*Child, error) {
	if runtime.GOOS == "windows" {
		return nil, cli.BadInput("twin", serve.ErrNoPty, noPtyHint)
	}
	if program == "" {
		var err error
		if program, err = os.Executable(); err != nil {
			return nil, fmt.Errorf("starting the virtual robot: %w", err)
		}
	}
	awaitOrphan(ctx, serve.WorldPath(path))
	cmd := exec.Command(program, append([]string{"twin", "--pty", path}, flags...)...)
	cmd.Env = append(os.Environ(), ParentPipe+"=1")
	ended := make(chan struct{})
	c := &Child{cmd: cmd, Ended: ended}
	cmd.Stderr = io.MultiWriter(stderr, &c.output)
	sim.ContinueOnParentExit(cmd)
	stdin, err := cmd.StdinPipe()
	if err == nil {
		err = cmd.Start()
	}
	if err != nil {
		return nil, fmt.Errorf("starting the virtual robot: %w", err)
	}
	c.stdin, c.Client = stdin, serve.Dial(serve.WorldPath(path))
	go func() { // ends with the process, which Stop waits for
		defer close(ended)
		_ = cmd.Wait() // its own words are on standard error
	}()
	if err := c.waitForWorld(ctx); err != nil {
		return nil, errors.Join(err, c.Stop())
	}
	return c, nil
}

// awaitOrphan waits until nobody answers on a world's socket any more. A program that was killed leaves its virtual robot
// behind for a moment. One that stays belongs to a program that runs: the new one then says so.
func awaitOrphan(ctx context.Context, world string) {
	for limit := time.After(quitLimit); ; {
		conn, err := net.DialTimeout("unix", world, quitLimit)
		if err != nil {
			return
		}
		_ = conn.Close()
		select {
		case <-limit:
			return
		case <-ctx.Done():
			return
		case <-time.After(10 * time.Millisecond):
		}
	}
}

// waitForWorld returns when the world answers.
func (c *Child) waitForWorld(ctx context.Context) error {
	limit := time.After(startLimit)
	for {
		if _, _, err := c.Client.Counts(ctx); err == nil {
			return nil
		}
		select {
		case <-c.Ended:
			return fmt.Errorf("starting the virtual robot: %w", c.Failure())
		case <-limit:
			return fmt.Errorf("the virtual robot does not answer within %v", startLimit)
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(20 * time.Millisecond):
		}
	}
}

// Failure is why a virtual robot that has ended has done so, in its own words.
func (c *Child) Failure() error {
	output := string(c.output)
	const name = "crownhead: "
	i := strings.LastIndex(output, name)
	if i < 0 {
		return ErrEnded
	}
	why, _, _ := strings.Cut(output[i+len(name):], "\nhint: ")
	return fmt.Errorf("%w: %s", ErrEnded, strings.TrimSpace(why))
}

// A lastOutput keeps the end of what is written.
type lastOutput []byte

// Write implements io.Writer.
func (o *lastOutput) Write(p []byte) (int, error) {
	const kept = 2000
	*o = append(*o, p...)
	*o = (*o)[max(0, len(*o)-kept):]
	return len(p), nil
}

// Watch waits until ctx ends. If the virtual robot ends first, it calls cancel and returns an error.
func (c *Child) Watch(ctx context.Context, cancel func()) error {
	select {
	case <-c.Ended:
		cancel()
		return cli.BadInput("twin", ErrEnded, "its last words stand above; start again")
	case <-ctx.Done():
		return nil
	}
}

// Stop ends the virtual robot and waits for it.
func (c *Child) Stop() error {
	c.Client.Close()
	err := c.stdin.Close()
	if errors.Is(err, os.ErrClosed) {
		err = nil // it has ended by itself
	}
	select {
	case <-c.Ended:
		return err
	case <-time.After(stopLimit):
		err = errors.Join(err, errors.New("the virtual robot had to be killed"), c.cmd.Process.Kill())
		<-c.Ended
		return err
	}
}

// SetUpTable sets a position up on the virtual robot's table.
func (c *Child) SetUpTable(ctx context.Context, p board.Position, visitor board.Color) error {
	ctx, cancel := context.WithTimeout(ctx, worldLimit)
	defer cancel()
	if err := c.Client.PlacePosition(ctx, p, visitor); err != nil {
		return fmt.Errorf("setting up the checkers: %w", err)
	}
	return nil
}
