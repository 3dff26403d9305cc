package main

import (
	"errors"
	"fmt"
	"text/tabwriter"

	"crownhead/arm"
	"crownhead/config"
	"crownhead/robot/turn"
)

const cornersHelp = `  x+ x-    away from the robot, towards it       10 1 0.1   the step, mm; x+ 3.5 takes another
  y+ y-    to the robot's left, to its right     home clear after a stop
  z+ z-    up, down                              stop       emergency stop
  take     the tip touches the middle: take it   skip back  another place     quit   write nothing`

// places are what calib_start has asked for, in its order.
func (d *dialogue) places() ([]string, error) {
	if err := d.hand.do(turn.CommandCalibStart); err != nil {
		return nil, err
	}
	s := d.hand.status()
	if s.Calib == nil {
		return nil, errors.New("calibrate: the robot has lost the calibration")
	}
	return s.Calib.Plan, nil
}

// corners asks for one place after the other, shows what they amount to, and writes it.
func (d *dialogue) corners() error {
	if err := d.begin(); err != nil {
		return err
	}
	plan, err := d.places()
	if err != nil {
		return err
	}
	d.say("At each place bring the tip to its middle, down until it just touches. Squares are named as for a visitor who plays White.\n%s", cornersHelp)
	for at := 0; err == nil; {
		if at < len(plan) {
			at, err = d.place(plan, at)
			continue
		}
		if at, err = d.finish(plan); at < 0 {
			return err
		}
	}
	if errors.Is(err, errQuit) {
		return answerNo("calibrate", errUnwritten, "three corners and one slot of each plate of the tray are the least; begin again with crownhead calibrate corners")
	}
	return err
}

// place asks for one place and returns which comes next.
func (d *dialogue) place(plan []string, at int) (next int, err error) {
	name := plan[at]
	d.say("\nPlace %d of %d: %s.", at+1, len(plan), describePlace(name))
	if err := d.complain(d.bring(name, arm.HeightNear)); err != nil {
		return at, err
	}
	for {
		line, err := d.ask(name + ": " + d.where())
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
			taken, err := d.take(name)
			if taken || err != nil {
				return at + 1, err
			}
		default:
			if err := d.obey(line); err != nil {
				return at, err
			}
		}
	}
}

// obey does a line that moves the arm, and says what it doesn't know.
func (d *dialogue) obey(line string) error {
	known, err := d.move(line)
	if !known {
		d.say("%q is none of these:\n%s", line, cornersHelp)
	}
	return d.complain(err)
}

// take takes the place and says what the points amount to so far.
func (d *dialogue) take(name string) (bool, error) {
	err := d.hand.do(turn.CommandCalibTake, "place", name)
	if err != nil {
		return false, d.complain(err)
	}
	c := d.hand.status().Calib
	if c == nil {
		return false, errors.New("calibrate: the robot has lost the calibration")
	}
	d.say("%s", c.Say)
	for _, r := range c.Residuals {
		if r.Meaning != "good" {
			d.say("  %s", r.Meaning)
		}
	}
	return true, nil
}

// finish shows the result and writes it when told to; at is the place to go back to, or -1 at the end.
func (d *dialogue) finish(plan []string) (at int, err error) {
	if err := d.complain(d.hand.do(turn.CommandCalibFit)); err != nil {
		return 0, err
	}
	d.result()
	for {
		line, err := d.ask("write, back or quit")
		if err != nil {
			return 0, err
		}
		switch line {
		case "quit":
			return 0, errQuit
		case "back":
			return len(plan) - 1, nil
		case "write":
			err := d.hand.do(turn.CommandCalibWrite)
			if err == nil {
				d.say("Written to %s; its last version is %s. Look at it with: crownhead calibrate check --config %s", d.file, d.file+config.BackupExt, d.file)
				return -1, nil
			}
			if err := d.complain(err); err != nil {
				return 0, err
			}
		}
	}
}

// result shows the fit, point by point.
func (d *dialogue) result() {
	c := d.hand.status().Calib
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
	d.say("The points on the board agree within %.2f mm (root mean square).", f.RMS)
	d.say("The board's centre is at (%.2f, %.2f), %.2f mm high; it is turned by %.2f° and slopes by %.2f° and %.2f°.",
		f.CentreX, f.CentreY, f.Surface, f.Yaw, f.TiltX, f.TiltY)
	d.say("The links are %.2f, %.2f and %.2f mm long.", f.Upper, f.Forearm, f.Tool)
	d.say("%s", c.Say)
}
