package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"runtime"
	"strings"
	"syscall"
	"time"

	"crownhead/firmware/link"
	"crownhead/firmware/sim"
	"crownhead/firmware/twin/serve"
)

// parentPipe tells a twin that its standard input is a pipe from the process that started it: when that ends, in
// whatever way, so does the twin.
const parentPipe = "CROWNHEAD_TWIN_PARENT_PIPE"

const (
	twinStart = 10 * time.Second // a twin that does not answer by then has failed
	twinStop  = 5 * time.Second
)

// errTwinEnded means that the virtual robot's process is gone.
var errTwinEnded = errors.New("the virtual robot has ended by itself")

// childSilence is how long a virtual robot on the same machine may be silent, ms: when others need the processors, both ends wait
// for them, and no cable is out.
const childSilence = 2000

// besideUs is the line to a virtual robot that is started at path.
func besideUs(c link.Config, path string) link.Config {
	c.Port, c.Quiet, c.Silence = path, bootTime.Seconds(), max(c.Silence, childSilence)
	return c
}

// A twinChild is a virtual robot in a process of its own.
type twinChild struct {
	cmd    *exec.Cmd
	stdin  io.Closer
	ended  chan struct{} // closed when the process is gone
	words  lastWords     // to be read when it is gone
	Client *serve.Client
}

// startTwin starts a virtual robot behind the serial device at path, and waits until its world answers.
func startTwin(ctx context.Context, path string, stderr io.Writer, flags ...string) (*twinChild, error) {
	if runtime.GOOS == "windows" {
		return nil, badInput("twin", serve.ErrNoPty, "crownhead demo --fast plays against the virtual robot without a port")
	}
	self, err := os.Executable()
	if err != nil {
		return nil, fmt.Errorf("starting the virtual robot: %w", err)
	}
	cmd := exec.Command(self, append([]string{"twin", "--pty", path}, flags...)...)
	cmd.Env = append(os.Environ(), parentPipe+"=1")
	t := &twinChild{cmd: cmd, ended: make(chan struct{})}
	cmd.Stderr = io.MultiWriter(stderr, &t.words)
	sim.ContinueOnParentExit(cmd)
	stdin, err := cmd.StdinPipe()
	if err == nil {
		err = cmd.Start()
	}
	if err != nil {
		return nil, fmt.Errorf("starting the virtual robot: %w", err)
	}
	t.stdin, t.Client = stdin, serve.Dial(serve.WorldPath(path))
	go func() { // ends with the child, which stop waits for
		defer close(t.ended)
		_ = cmd.Wait() // its own words are on standard error
	}()
	if err := t.wait(ctx); err != nil {
		return nil, errors.Join(err, t.stop())
	}
	return t, nil
}

// wait returns when the world answers.
func (t *twinChild) wait(ctx context.Context) error {
	limit := time.After(twinStart)
	for {
		if _, _, err := t.Client.Counts(ctx); err == nil {
			return nil
		}
		select {
		case <-t.ended:
			return fmt.Errorf("starting the virtual robot: %w", t.gone())
		case <-limit:
			return fmt.Errorf("the virtual robot does not answer within %v", twinStart)
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(20 * time.Millisecond):
		}
	}
}

// gone is why a virtual robot that has ended has done so, as it said itself.
func (t *twinChild) gone() error {
	words := string(t.words)
	const name = "crownhead: "
	i := strings.LastIndex(words, name)
	if i < 0 {
		return errTwinEnded
	}
	why, _, _ := strings.Cut(words[i+len(name):], "\nhint: ")
	return fmt.Errorf("%w: %s", errTwinEnded, strings.TrimSpace(why))
}

// lastWords are the end of what is written.
type lastWords []byte

// Write implements io.Writer.
func (w *lastWords) Write(p []byte) (int, error) {
	const kept = 2000
	*w = append(*w, p...)
	*w = (*w)[max(0, len(*w)-kept):]
	return len(p), nil
}

// watch waits until ctx ends; if the virtual robot ends before, it calls cancel and says so.
func (t *twinChild) watch(ctx context.Context, cancel func()) error {
	select {
	case <-t.ended:
		cancel()
		return badInput("twin", errTwinEnded, "its last words stand above; start again")
	case <-ctx.Done():
		return nil
	}
}

// stop ends the virtual robot and waits for it.
func (t *twinChild) stop() error {
	t.Client.Close()
	err := t.stdin.Close()
	if errors.Is(err, os.ErrClosed) {
		err = nil // it has ended by itself
	}
	select {
	case <-t.ended:
		return err
	case <-time.After(twinStop):
		err = errors.Join(err, errors.New("the virtual robot had to be killed"), t.cmd.Process.Kill())
		<-t.ended
		return err
	}
}

// endWithParent returns a context that ends when the process that started this twin has ended. Then signals say nothing:
// a terminal's Ctrl-C and a service's stop reach all processes at once, and the daemon needs its robot until it has parked.
func endWithParent(ctx context.Context) context.Context {
	if os.Getenv(parentPipe) == "" {
		return ctx
	}
	signal.Ignore(os.Interrupt, syscall.SIGTERM)
	ctx, cancel := context.WithCancel(context.WithoutCancel(ctx))
	go func() { // ends with the process at the latest: nothing can wait for a read of standard input
		_, _ = io.Copy(io.Discard, os.Stdin)
		cancel()
	}()
	return ctx
}
