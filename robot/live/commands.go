package live

import (
	"context"
	"fmt"
	"maps"
	"strconv"

	"crownhead/robot"
	"crownhead/robot/command"
)

// Command gives a command to the robot. It returns an error when the command is not valid. Commands of service
// mode may be refused with robot.ErrNotNow; for all others Command doesn't wait until they are carried out.
func (d *Daemon) Command(ctx context.Context, name command.Name, args map[string]string) error {
	asked := command.Command{Name: name, Args: maps.Clone(args)}
	if err := command.Check(asked, d.limits); err != nil {
		return err
	}
	select {
	case <-d.ended:
		return ErrEnded
	default:
	}
	if name == command.Volume {
		d.setVolume(asked)
		return nil
	}
	r := commandRequest{Command: asked}
	if robot.IsServiceCommand(name) {
		r.outcome = make(chan error, 1)
	}
	select {
	case d.requests <- r:
	case <-d.ended:
		return ErrEnded
	case <-ctx.Done():
		return fmt.Errorf("robot: command %s: %w", name, ctx.Err())
	}
	if r.outcome == nil {
		return nil
	}
	select {
	case err := <-r.outcome:
		return err
	case <-d.ended:
		return ErrEnded
	case <-ctx.Done():
		return fmt.Errorf("robot: command %s: %w", name, ctx.Err())
	}
}

// setVolume sets how loud the voice speaks.
func (d *Daemon) setVolume(c command.Command) {
	if percent, err := strconv.Atoi(c.Args[command.ArgPercent]); err == nil && d.Volume != nil {
		d.Volume(percent)
	}
}
