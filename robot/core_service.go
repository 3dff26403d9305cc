package robot

import (
	"errors"
	"fmt"
	"strconv"
	"time"

	"crownhead/arm"
	"crownhead/arm/calibrate"
	"crownhead/robot/command"
	"crownhead/robot/journal"
	"crownhead/robot/turn"
)

// ErrNotNow means that a command is valid, but can't be carried out now. The error says why, in words for the
// operator.
var ErrNotNow = errors.New("robot: not now")

// Why a command of service mode is refused.
var (
	errNoService = errors.New("the arm belongs to the game: switch service mode on first")
	errStopped   = errors.New("the robot is stopped: clear the stop first")
	errNoLink    = errors.New("no controller answers: check the cable and the controller's power")
	errHoming    = errors.New("the arm is looking for its switches: wait until it has found them")
)

// Why a step of a calibration is refused.
var (
	errNotCalibrating = errors.New("no calibration is going on: start one first")
	errTipTooHigh     = errors.New("the tip is up in the air: bring it down until it touches the place")
	errNoConfigFile   = errors.New("there is no configuration file to write to: start with --config F")
	errArmMoving      = errors.New("the arm is still moving: wait until it stands")
)

// IsServiceCommand reports whether a command is one with which the operator moves or calibrates the arm in
// service mode. Its outcome is known at once, and it is no line of the journal, which has only the beginning
// and the end of the mode.
func IsServiceCommand(name command.Name) bool {
	switch name {
	case command.Home, command.Jog, command.Goto, command.Pump,
		command.CalibStart, command.CalibTake, command.CalibFit, command.CalibWrite, command.CalibCancel:
		return true
	}
	return false
}

// handleServiceCommand carries out a command of service mode, or says in the output why not.
func (c *Core) handleServiceCommand(now time.Duration, asked command.Command) {
	err := c.checkService()
	if err == nil {
		c.deadlines[turn.DeadlineService] = now + turn.ServicePatience
		err = c.runServiceCommand(asked)
	}
	if err != nil {
		c.out.CommandErr = fmt.Errorf("%w: %w", ErrNotNow, err)
		c.addNote(NoteWarning, "command refused", "command", asked.Name, "reason", err.Error())
	}
}

// checkService returns why the operator can't move the arm now.
func (c *Core) checkService() error {
	switch st := c.link.State(); {
	case c.state.Phase == turn.Stopped || c.stop.latched:
		return errStopped
	case c.state.Phase != turn.Service || c.shutdown != running:
		return errNoService
	case !st.Up:
		return errNoLink
	case c.arm.homeWanted || !st.Homed && !st.Idle:
		return errHoming
	}
	return nil
}

func (c *Core) runServiceCommand(asked command.Command) error {
	number := func(name string) float64 {
		x, _ := strconv.ParseFloat(asked.Args[name], 64) // command.Check has parsed it
		return x
	}
	runner, st := c.arm.runner, c.arm.status(&c.state)
	switch asked.Name {
	case command.Home:
		runner.Abandon()
		c.arm.homeWanted = true
		return nil
	case command.Jog:
		return runner.Jog(st, number(command.ArgX), number(command.ArgY), number(command.ArgZ))
	case command.Goto:
		return runner.Goto(st, asked.Args[command.ArgPlace], asked.Args[command.ArgHeight])
	case command.Pump:
		return runner.Pump(st, asked.Args[command.ArgOn] == "true")
	case command.CalibStart:
		c.calibration = calibrate.NewSession(c.cfg.Arm, c.state.Settings.VisitorColor)
		return nil
	}
	if c.calibration == nil {
		return errNotCalibrating
	}
	switch asked.Name {
	case command.CalibTake:
		return c.takePlace(asked.Args[command.ArgPlace])
	case command.CalibFit:
		_, err := c.calibration.Fit()
		return err
	case command.CalibWrite:
		return c.writeCalibration()
	default:
		c.cancelCalibration()
		return nil
	}
}

// takePlace records the motors' position as that of a place. The arm approaches the next place with what is
// known by then.
func (c *Core) takePlace(name string) error {
	st := c.arm.status(&c.state)
	switch {
	case !st.Homed:
		return arm.ErrLost
	case c.arm.runner.MovingManually() || !st.Idle:
		return errArmMoving
	case c.isTipAbove(name, st.Position):
		return errTipTooHigh
	}
	if err := c.calibration.Take(name, st.Position); err != nil {
		return err
	}
	c.arm.runner.SetArm(c.calibration.RefinedArm())
	return nil
}

// isTipAbove reports whether the tip is still as high above a place as Goto leaves it: the operator has not
// brought it down. A name that is no place is left to the session, which refuses it.
func (c *Core) isTipAbove(name string, position [3]int32) bool {
	place, err := c.cfg.Arm.ParsePlace(name)
	if err != nil {
		return false
	}
	const lowered = 1 // mm at least
	cfg := c.cfg.Arm.Config()
	floor := c.calibration.RefinedArm().Centre(place, c.state.Settings.VisitorColor).Z
	tip := c.calibration.RefinedArm().Tip(position).Z
	return tip > floor+cfg.Board.CheckerHeight+cfg.Descent.GripClearance+cfg.Descent.SlowLength-lowered
}

// writeCalibration writes the result into the configuration, and uses it from now on.
func (c *Core) writeCalibration() error {
	result, err := c.calibration.FinalResult()
	if err != nil {
		return err
	}
	if c.cfg.SaveCalibration == nil {
		return errNoConfigFile
	}
	calibrated, err := arm.New(result.Config)
	if err != nil {
		return fmt.Errorf("calibrate: %w", err)
	}
	saved := make(chan error, 1)
	if !c.configDisk.CallInTime(func() { saved <- c.cfg.SaveCalibration(result.Config) }) {
		return fmt.Errorf("calibrate: writing the configuration: %w: write it once more", journal.ErrDiskHangs)
	}
	if err := <-saved; err != nil {
		return err
	}
	c.cfg.Arm, c.cfg.Calibrated = calibrated, true
	c.arm.runner.SetArm(calibrated)
	c.calibration.ConfirmWritten()
	c.addNote(NoteInfo, "the calibration is written", "rms", fmt.Sprintf("%.2f mm", result.RMS))
	return nil
}

// cancelCalibration drops a calibration that was not written.
func (c *Core) cancelCalibration() {
	if c.calibration != nil {
		c.calibration = nil
		c.arm.runner.SetArm(c.cfg.Arm)
	}
}
