package calibration

import (
	"errors"
	"fmt"
	"os"
	"text/tabwriter"

	"crownhead/arm"
	"crownhead/config"
	"crownhead/internal/cli"
	"crownhead/robot/command"
)

const cornersHelp = `  x+ x-    away from the robot, towards it       10 1 0.1   the step, mm; x+ 3.5 takes another
  y+ y-    to the robot's left, to its right     home clear after a stop
  z+ z-    up, down                              stop       emergency stop
  take     the tip touches the middle: take it   skip back  another place     quit   write nothing`

// startCalibration returns the places that the robot asks for, in order.
func (d *dialogue) startCalibration() ([]string, error) {
	if err := d.arm.execute(command.CalibStart); err != nil {
		return nil, err
	}
	s := d.arm.status()
	if s.Calib == nil {
		return nil, errors.New("calibrate: the robot has lost the calibration")
	}
	return s.Calib.Plan, nil
}

// measureCorners asks for one place after the other, shows what they amount to, and writes it.
func (d *dialogue) measureCorners() error {
	if err := d.findController(); err != nil {
		return err
	}
	plan, err := d.startCalibration()
	if err != nil {
		return err
	}
	d.printLine(
		"At each place bring the tip to its middle, down until it just touches. Squares are named as for a "+
			"visitor who plays White.\n%s",
		cornersHelp,
	)
	for at := 0; err == nil; {
		if at < len(plan) {
			at, err = d.measurePlace(plan, at)
			continue
		}
		if at, err = d.writeResult(plan); at < 0 {
			return err
		}
	}
	if errors.Is(err, errQuit) {
		return cli.NegativeAnswer(
			"calibrate",
			errUnwritten,
			"three corners and one slot of each plate of the tray are the least; begin again with crownhead "+
				"calibrate corners",
		)
	}
	return err
}

// measurePlace asks for one place and returns which comes next.
func (d *dialogue) measurePlace(plan []string, at int) (next int, err error) {
	name := plan[at]
	d.printLine("\nPlace %d of %d: %s.", at+1, len(plan), describePlace(name))
	if err := d.showRefusal(d.bringTip(name, arm.HeightNear)); err != nil {
		return at, err
	}
	for {
		line, err := d.askLine(name + ": " + d.describeTip())
		if err != nil {
			return at, err
		}
		switch line {
		case "quit":
			return at, errQuit
		case "skip":
			return at + 1, nil
		case "back":
			return max(at-1, 0), nil
		case "take":
			taken, err := d.takePlace(name)
			if taken || err != nil {
				return at + 1, err
			}
		default:
			if err := d.obeyLine(line); err != nil {
				return at, err
			}
		}
	}
}

// obeyLine obeys a line that moves the arm, and explains the lines when it does not know one.
func (d *dialogue) obeyLine(line string) error {
	known, err := d.moveByLine(line)
	if !known {
		d.printLine("%q is none of these:\n%s", line, cornersHelp)
	}
	return d.showRefusal(err)
}

// takePlace takes the place and says what the points amount to so far.
func (d *dialogue) takePlace(name string) (bool, error) {
	err := d.arm.execute(command.CalibTake, "place", name)
	if err != nil {
		return false, d.showRefusal(err)
	}
	c := d.arm.status().Calib
	if c == nil {
		return false, errors.New("calibrate: the robot has lost the calibration")
	}
	d.printLine("%s", c.Say)
	for _, r := range c.Residuals {
		if r.Meaning != "good" {
			d.printLine("  %s", r.Meaning)
		}
	}
	return true, nil
}

// writeResult shows the result and writes it when told to; at is the place to go back to, or -1 at the end.
func (d *dialogue) writeResult(plan []string) (at int, err error) {
	if err := d.showRefusal(d.arm.execute(command.CalibFit)); err != nil {
		return 0, err
	}
	d.showResult()
	for {
		line, err := d.askLine("write, back or quit")
		if err != nil {
			return 0, err
		}
		switch line {
		case "quit":
			return 0, errQuit
		case "back":
			return len(plan) - 1, nil
		case "write":
			_, missing := os.Stat(d.file)
			err := d.arm.execute(command.CalibWrite)
			if err == nil {
				backup := ""
				if missing == nil {
					backup = "; its last version is " + d.file + config.BackupExt
				}
				d.printLine("Written to %s%s. Look at it with: crownhead calibrate check --config %s", d.file, backup, d.file)
				return -1, nil
			}
			if err := d.showRefusal(err); err != nil {
				return 0, err
			}
		}
	}
}

// showResult shows the fit, point by point.
func (d *dialogue) showResult() {
	c := d.arm.status().Calib
	if c == nil || len(c.Residuals) == 0 {
		return
	}
	w := tabwriter.NewWriter(d.out, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "\nplace\tlies aside\t")
	for _, r := range c.Residuals {
		fmt.Fprintf(w, "%s\t%.2f mm\t%s\n", r.Place, r.MM, r.Meaning)
	}
	_ = w.Flush()
	f := c.Fit
	d.printLine("The points on the board agree within %.2f mm (root mean square).", f.RMS)
	d.printLine(
		"The board's centre is at (%.2f, %.2f), %.2f mm high; it is turned by %.2f° and slopes by %.2f° and %.2f°.",
		f.CentreX,
		f.CentreY,
		f.Surface,
		f.Yaw,
		f.TiltX,
		f.TiltY,
	)
	d.printLine("The links are %.2f, %.2f and %.2f mm long.", f.Upper, f.Forearm, f.Tool)
	d.printLine("%s", c.Say)
}
