package daemonclient

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"time"

	"crownhead/internal/app"
	"crownhead/internal/cli"
)

const (
	stopLimit = 5 * time.Second // for the daemon to answer and to show that it has stopped
	stopHint  = "the emergency button, or the arm's mains plug, stops it without any program"
)

// StopOptions are those of crownhead stop.
type StopOptions struct {
	Config string // file, for its data directory
	Data   string // data directory, instead of the configuration's
	Listen string // the daemon's address, if its data directory does not lead to it
}

// Stop is the emergency stop of a running daemon. It returns when the robot shows that it has stopped.
func Stop(o StopOptions, out *cli.Output) error {
	d, err := findWanted(o)
	var known *cli.Error
	if errors.As(err, &known) {
		return err
	}
	if err != nil {
		return cli.NegativeAnswer("stop", err, "--data DIR or --listen ADDR says where it is; "+stopHint)
	}
	ctx, cancel := context.WithTimeout(context.Background(), stopLimit)
	defer cancel()
	answer, err := d.Request(ctx, http.MethodPost, "/api/stop")
	if err == nil {
		answer.Body.Close()
		_, err = d.WaitForScreen(ctx, func(s Screen) bool { return s.Stopped })
	}
	if err != nil {
		return cli.NegativeAnswer("stop", fmt.Errorf("%s has not stopped: %w", d, err), stopHint)
	}
	fmt.Fprintln(out.Stdout, "stopped:", d)
	return nil
}

// findWanted finds the daemon that a person means. A configuration that cannot be read keeps nobody from stopping a
// daemon whose place they name.
func findWanted(o StopOptions) (Client, error) {
	if o.Listen != "" {
		return At(o.Listen), nil
	}
	cfg, err := app.ReadConfig(o.Config)
	if err != nil && o.Data == "" {
		return Client{}, err
	}
	dir, err := app.DataDir(o.Data, cfg)
	if err != nil {
		return Client{}, err
	}
	return Find(dir)
}
