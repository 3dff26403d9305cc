package main

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"time"
)

func stopCommand() command {
	return command{
		"stop", "[--config F] [--data DIR] [--listen ADDR]",
		"emergency stop of a running daemon: the arm stands at once, pump off; whoever clears it on the page lets the arm home again",
		runStop,
	}
}

const (
	stopLimit = 5 * time.Second // for the daemon to answer and to show that it has stopped
	stopHint  = "the emergency button, or the arm's mains plug, stops it without any program"
)

func runStop(c *call) error {
	file := c.flags.String("config", "", "configuration file, for its data directory")
	data := c.flags.String("data", "", "the daemon's data directory, instead of data in the configuration")
	listen := c.flags.String("listen", "", "the daemon's address, if it is not found by its data directory")
	if err := c.parse(0, 0); err != nil {
		return err
	}
	r, err := wantedDaemon(*listen, *data, *file)
	var f *fault
	if errors.As(err, &f) {
		return err
	}
	if err != nil {
		return answerNo("stop", err, "--data DIR or --listen ADDR says where it is; "+stopHint)
	}
	ctx, cancel := context.WithTimeout(context.Background(), stopLimit)
	defer cancel()
	if err := r.stop(ctx); err != nil {
		return answerNo("stop", fmt.Errorf("%s has not stopped: %w", r, err), stopHint)
	}
	fmt.Fprintln(c.stdout, "stopped:", r)
	return nil
}

// wantedDaemon is the daemon that a person means. Where he says it himself, a configuration that can't be read does not
// keep him from it.
func wantedDaemon(listen, data, file string) (running, error) {
	if listen != "" {
		return running{address: nearby(listen)}, nil
	}
	cfg, err := readConfig(file)
	if err != nil && data == "" {
		return running{}, err
	}
	dir, err := dataDir(data, cfg)
	if err != nil {
		return running{}, err
	}
	return findRunning(dir)
}

// stop asks for the emergency stop and returns when the robot shows it.
func (r running) stop(ctx context.Context) error {
	answer, err := r.ask(ctx, http.MethodPost, "/api/stop")
	if err != nil {
		return err
	}
	answer.Body.Close()
	_, err = r.await(ctx, func(s runningScreen) bool { return s.Stopped })
	return err
}
