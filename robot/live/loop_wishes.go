package live

import (
	"context"
	"fmt"
	"maps"
	"strconv"

	"crownhead/robot"
	"crownhead/robot/turn"
)

// A wish is a command on its way to the robot. Who moves the arm by hand hears what has become of it.
type wish struct {
	turn.Command
	refused chan error // room for one; nil when nobody waits
}

// Command hands a command to the robot, unless it is no command as it stands. A command that moves the arm by hand may
// be refused with ErrRefused.
func (d *Daemon) Command(ctx context.Context, name turn.CommandName, args map[string]string) error {
	command := turn.Command{Name: name, Args: maps.Clone(args)}
	if err := turn.CheckCommand(command, d.limits); err != nil {
		return err
	}
	select {
	case <-d.ended:
		return ErrEnded
	default:
	}
	if name == turn.CommandVolume {
		d.setVolume(command)
		return nil
	}
	w := wish{Command: command}
	if robot.OperatesArm(name) {
		w.refused = make(chan error, 1)
	}
	select {
	case d.wishes <- w:
	case <-d.ended:
		return ErrEnded
	case <-ctx.Done():
		return fmt.Errorf("robot: command %s: %w", name, ctx.Err())
	}
	return d.outcome(ctx, w)
}

// outcome waits until a wish is done, if somebody wants to know.
func (d *Daemon) outcome(ctx context.Context, w wish) error {
	if w.refused == nil {
		return nil
	}
	select {
	case err := <-w.refused:
		return err
	case <-d.ended:
		return ErrEnded
	case <-ctx.Done():
		return fmt.Errorf("robot: command %s: %w", w.Name, ctx.Err())
	}
}

// setVolume tells the voice how loud it is to be from now on.
func (d *Daemon) setVolume(c turn.Command) {
	if percent, err := strconv.Atoi(c.Args[turn.ArgPercent]); err == nil && d.Volume != nil {
		d.Volume(percent)
	}
}
