package robot

import (
	"errors"
	"fmt"

	"crownhead/arm"
	"crownhead/arm/calibrate"
	"crownhead/robot/journal"
	"crownhead/robot/turn"
)

// Why a step of a calibration is refused.
var (
	errNoCalib  = errors.New("nobody calibrates: start that first")
	errTooHigh  = errors.New("the tip is up in the air: bring it down until it touches the place")
	errNoFile   = errors.New("there is no configuration file to write to: start with --config F")
	errStillHot = errors.New("the arm is still moving: wait until it stands")
)

// isCalibration tells the commands of a calibration.
func isCalibration(name turn.CommandName) bool {
	switch name {
	case turn.CommandCalibStart, turn.CommandCalibTake, turn.CommandCalibFit, turn.CommandCalibWrite, turn.CommandCalibCancel:
		return true
	}
	return false
}

// calibrate does one step of a calibration.
func (c *Core) calibrate(command turn.Command) error {
	if command.Name == turn.CommandCalibStart {
		c.calib = calibrate.NewSession(c.cfg.Arm, c.state.Settings.Visitor)
		return nil
	}
	if c.calib == nil {
		return errNoCalib
	}
	switch command.Name {
	case turn.CommandCalibTake:
		return c.takePlace(command.Args[turn.ArgPlace])
	case turn.CommandCalibFit:
		_, err := c.calib.Fit()
		return err
	case turn.CommandCalibWrite:
		return c.writeCalibration()
	default:
		c.endCalibration()
		return nil
	}
}

// takePlace takes where the motors stand for a place. The next place is approached with what is known by then.
func (c *Core) takePlace(name string) error {
	st := c.armStatus()
	switch {
	case !st.Homed:
		return arm.ErrLost
	case c.runner.Serving() || !st.Idle:
		return errStillHot
	case c.hovers(name, st.Position):
		return errTooHigh
	}
	if err := c.calib.Take(name, st.Position); err != nil {
		return err
	}
	c.runner.SetArm(c.calib.RefinedArm())
	return nil
}

// hovers tells that the tip is as high above a place as Goto leaves it for the operator to bring it down.
func (c *Core) hovers(name string, position [3]int32) bool {
	place, err := c.cfg.Arm.ParsePlace(name)
	if err != nil {
		return false // the session tells
	}
	const down = 1 // mm at least
	cfg := c.cfg.Arm.Config()
	floor := c.calib.RefinedArm().Centre(place, c.state.Settings.Visitor).Z
	return c.calib.RefinedArm().Tip(position).Z > floor+cfg.Board.Checker+cfg.Heights.Gap+cfg.Heights.Touch-down
}

// writeCalibration writes the result into the configuration and goes on with it.
func (c *Core) writeCalibration() error {
	result, err := c.calib.FinalResult()
	if err != nil {
		return err
	}
	if c.cfg.SaveCalibration == nil {
		return errNoFile
	}
	better, err := arm.New(result.Config)
	if err != nil {
		return fmt.Errorf("calibrate: %w", err)
	}
	if err := c.save(result.Config); err != nil {
		return err
	}
	c.cfg.Arm, c.cfg.Calibrated = better, true
	c.runner.SetArm(better)
	c.calib.ConfirmWritten()
	c.note(NoteInfo, "the calibration is written", "rms", fmt.Sprintf("%.2f mm", result.RMS))
	return nil
}

// save writes a configuration; of a disk that hangs nobody knows what it has taken.
func (c *Core) save(cfg arm.Config) error {
	failed := make(chan error, 1)
	if !c.clerk.CallInTime(func() { failed <- c.cfg.SaveCalibration(cfg) }) {
		return fmt.Errorf("calibrate: writing the configuration: %w: write it once more", journal.ErrDiskHangs)
	}
	return <-failed
}

// endCalibration forgets a calibration that was not written.
func (c *Core) endCalibration() {
	if c.calib != nil {
		c.calib = nil
		c.runner.SetArm(c.cfg.Arm)
	}
}

// calibStatus is how far the calibration has come, nil when nobody calibrates.
func (c *Core) calibStatus() *CalibStatus {
	if c.calib == nil {
		return nil
	}
	s := &CalibStatus{Plan: calibrate.Plan(c.cfg.Arm), Next: c.calib.Next(), Say: c.calib.Prompt(), Taken: []CalibPoint{}, Residuals: []CalibResidual{}}
	for _, p := range c.calib.Taken() {
		s.Taken = append(s.Taken, CalibPoint{Place: p.Name, X: p.Tip.X, Y: p.Tip.Y, Z: p.Tip.Z})
	}
	r := c.calib.Result()
	if r == nil {
		return s
	}
	for _, x := range r.Residuals {
		s.Residuals = append(s.Residuals, CalibResidual{Place: c.calib.Name(x.Place), MM: x.Length(), Meaning: x.Text})
	}
	b, l := r.Config.Board, r.Config.Links
	s.Fit = CalibFit{
		CentreX: b.CentreX, CentreY: b.CentreY, Yaw: b.Yaw, Surface: b.Surface, TiltX: b.TiltX, TiltY: b.TiltY,
		Upper: l.Upper, Forearm: l.Forearm, Tool: l.Tool, RMS: r.RMS,
	}
	return s
}
