package robot

import (
	"errors"
	"fmt"
	"strconv"
	"time"

	"crownhead/arm"
	"crownhead/robot/turn"
)

// ErrRefused means that a command is known but not to be had now; the error says why, in words for the operator.
var ErrRefused = errors.New("robot: not now")

// Why the operator's commands are refused.
var (
	errNoService = errors.New("the arm is the game's: switch service mode on first")
	errStopped   = errors.New("the robot is stopped: clear the stop first")
	errNoLink    = errors.New("no controller answers: look at the cable and the controller's power")
	errHoming    = errors.New("the arm is looking for its switches: wait until it has found them")
)

// IsServiceCommand tells the commands with which the operator works in service mode, and hears at once what has become of them.
// They are no lines of the journal: only the beginning and the end of service mode are.
func IsServiceCommand(name turn.CommandName) bool {
	switch name {
	case turn.CommandHome, turn.CommandJog, turn.CommandGoto, turn.CommandPump:
		return true
	}
	return isCalibration(name)
}

// obey does a command.
func (c *Core) obey(now time.Duration, command turn.Command) {
	if IsServiceCommand(command.Name) {
		c.serve(now, command)
		return
	}
	event := turn.Event{Kind: turn.EventCommand, Command: command.Name, Args: command.Args}
	switch command.Name {
	case turn.CommandServiceOn:
		c.homing, c.emptying = false, false
		c.feed(now, event)
		if c.link.State().Up {
			c.refusal = "" // he may move what the game may not
		}
	case turn.CommandServiceOff:
		c.serviceOff(now, event)
	case turn.CommandClear:
		c.clearing = &event
		c.clearStop(now)
	case turn.CommandStop:
		c.clearing = nil // who stops again wants it to stay so
		c.feed(now, event)
	default:
		c.feed(now, event)
	}
}

// serviceOff gives the arm back to the game. A controller that Step was not to know of is met then.
func (c *Core) serviceOff(now time.Duration, e turn.Event) {
	c.endCalibration()
	unmet := c.link.State().Up && !c.state.Link.Up && c.state.Phase == turn.Service
	c.enqueue(now, queuedEvent{Event: e, silent: unmet})
	if unmet {
		c.meet(now)
	}
}

// serve does a command of the operator's, or tells why not.
func (c *Core) serve(now time.Duration, command turn.Command) {
	err := c.servable()
	if err == nil {
		c.deadlines[turn.DeadlineService] = now + turn.ServicePatience
		err = c.byHand(command)
	}
	if err != nil {
		c.out.CommandErr = fmt.Errorf("%w: %w", ErrRefused, err)
		c.note(NoteWarning, "command refused", "command", command.Name, "reason", err.Error())
	}
}

// servable tells why the operator can't have the arm.
func (c *Core) servable() error {
	switch st := c.link.State(); {
	case c.state.Phase == turn.Stopped || c.latched:
		return errStopped
	case c.state.Phase != turn.Service || c.leaving != staying:
		return errNoService
	case !st.Up:
		return errNoLink
	case c.homing || !st.Homed && !st.Idle:
		return errHoming
	}
	return nil
}

func (c *Core) byHand(command turn.Command) error {
	number := func(name string) float64 {
		x, _ := strconv.ParseFloat(command.Args[name], 64) // checked when the command was taken
		return x
	}
	switch command.Name {
	case turn.CommandHome:
		c.runner.Halt()
		c.homing = true
		return nil
	case turn.CommandJog:
		return c.runner.Jog(c.armStatus(), number(turn.ArgX), number(turn.ArgY), number(turn.ArgZ))
	case turn.CommandGoto:
		return c.runner.Goto(c.armStatus(), command.Args[turn.ArgPlace], command.Args[turn.ArgHeight])
	case turn.CommandPump:
		return c.runner.Pump(c.armStatus(), command.Args[turn.ArgOn] == "true")
	default:
		return c.calibrate(command)
	}
}

// parkByHand parks an arm that the operator has left alone.
func (c *Core) parkByHand() {
	st := c.armStatus()
	err := c.runner.Goto(st, arm.NamePark, arm.HeightTravel)
	if err == nil && st.Pumping {
		err = c.runner.Pump(st, false)
	}
	if err != nil {
		c.note(NoteWarning, "the arm was left alone in service mode, and is not parked", "reason", err.Error())
		return
	}
	c.note(NoteWarning, "the arm was left alone in service mode: it parks", "hint", "service_off lets the game go on")
}
