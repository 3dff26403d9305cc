package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"runtime"
	"time"

	"crownhead/firmware/twin"
)

// parentPipe tells a twin that its standard input is a pipe from the process that started it: when that ends, in
// whatever way, so does the twin.
const parentPipe = "CROWNHEAD_TWIN_PARENT_PIPE"

const (
	twinStart = 10 * time.Second // a twin that does not answer by then has failed
	twinStop  = 5 * time.Second
)

// A twinChild is a virtual robot in a process of its own.
type twinChild struct {
	cmd    *exec.Cmd
	stdin  io.Closer
	exited chan error
	Client *twin.Client
}

// startTwin starts a virtual robot behind the serial device at path, and waits until its world answers.
func startTwin(ctx context.Context, path string, stderr io.Writer, flags ...string) (*twinChild, error) {
	if runtime.GOOS == "windows" {
		return nil, badInput("twin", twin.ErrNoPty, "crownhead demo --fast plays against the virtual robot without a port")
	}
	self, err := os.Executable()
	if err != nil {
		return nil, fmt.Errorf("starting the virtual robot: %w", err)
	}
	cmd := exec.Command(self, append([]string{"twin", "--pty", path}, flags...)...)
	cmd.Env = append(os.Environ(), parentPipe+"=1")
	cmd.Stderr = stderr
	stdin, err := cmd.StdinPipe()
	if err == nil {
		err = cmd.Start()
	}
	if err != nil {
		return nil, fmt.Errorf("starting the virtual robot: %w", err)
	}
	t := &twinChild{cmd: cmd, stdin: stdin, exited: make(chan error, 1), Client: twin.Dial(twin.WorldPath(path))}
	go func() { t.exited <- cmd.Wait() }() // ends with the child, which stop waits for
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
		case err := <-t.exited:
			t.exited <- err
			return fmt.Errorf("the virtual robot has ended: %w", err)
		case <-limit:
			return fmt.Errorf("the virtual robot does not answer within %v", twinStart)
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(20 * time.Millisecond):
		}
	}
}

// stop ends the virtual robot and waits for it.
func (t *twinChild) stop() error {
	t.Client.Close()
	err := t.stdin.Close()
	select {
	case <-t.exited:
		return err
	case <-time.After(twinStop):
		return errors.Join(err, errors.New("the virtual robot had to be killed"), t.cmd.Process.Kill())
	}
}

// endWithParent returns a context that ends when the process that started this twin has ended.
func endWithParent(ctx context.Context) context.Context {
	if os.Getenv(parentPipe) == "" {
		return ctx
	}
	ctx, cancel := context.WithCancel(ctx)
	go func() { // ends with the process at the latest: nothing can wait for a read of standard input
		_, _ = io.Copy(io.Discard, os.Stdin)
		cancel()
	}()
	return ctx
}
