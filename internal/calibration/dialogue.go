package calibration

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
	"time"

	"crownhead/internal/cli"
	"crownhead/robot"
	"crownhead/robot/command"
	"crownhead/robot/turn"
)

// A dialogue is a calibration in the terminal: lines from the operator, a robot that obeys.
type dialogue struct {
	arm   armClient
	out   io.Writer
	lines func() (line string, more bool)
	file  string  // that is written
	echo  bool    // show the operator's lines, which come from a file
	step  float64 // mm of a jog
}

func newDialogue(arm armClient, out io.Writer, lines func() (string, bool)) *dialogue {
	return &dialogue{arm: arm, out: out, lines: lines, step: 1}
}

// errQuit ends a dialogue: the operator has had enough, or the input has ended.
var errQuit = errors.New("quit")

// errLine means that a line is wrong, and nothing else.
var errLine = errors.New("")

const (
	linkSoon  = 8 * time.Second // a controller that is plugged in has answered by then
	linkLimit = 2 * time.Minute // a person may have to look for the cable
)

func (d *dialogue) printLine(format string, args ...any) { fmt.Fprintf(d.out, format+"\n", args...) }

// findController waits for the controller and homes the arm.
func (d *dialogue) findController() error {
	d.printLine(
		"Waiting for the controller. Keep the emergency stop at hand; the word stop, or Ctrl-C, ends every motion.",
	)
	up := func(s robot.Status) bool { return s.Link.State == turn.LinkUp }
	err := d.arm.waitFor("no controller answers", linkSoon, up)
	if err != nil && !errors.Is(err, context.Canceled) {
		d.printLine("None yet: %s. Still waiting, %.0f minutes at most; Ctrl-C ends.", statusHint(d.arm.status()),
			linkLimit.Minutes())
		err = d.arm.waitFor("no controller answers", linkLimit, up)
	}
	if err != nil {
		return cli.BadInput("calibrate", err, cli.PortHint)
	}
	link := d.arm.status().Link
	what := "the controller"
	if link.Virtual {
		what = "the virtual robot"
	}
	d.printLine("Found %s at %s. The arm homes: keep your hands away.", what, link.Port)
	return d.homeArm()
}

func (d *dialogue) homeArm() error {
	if err := d.arm.execute(command.Home); err != nil {
		return err
	}
	return d.arm.waitFor("the arm doesn't find its switches", restLimit,
		func(s robot.Status) bool { return s.Arm.Homed })
}

// bringTip sends the tip to a place. If the line or the position was lost meanwhile, it is found again first.
func (d *dialogue) bringTip(name, height string) error {
	send := func() error { return d.arm.execute(command.Goto, "place", name, "height", height) }
	err := send()
	for range 3 {
		if !errors.Is(err, errCutShort) || !d.isReady() {
			break
		}
		err = send()
	}
	if err == nil || d.arm.status().Game.Phase == turn.Stopped || d.isReady() {
		return err
	}
	d.printLine("The line to the controller was lost.")
	if err := d.findController(); err != nil {
		return err
	}
	return send()
}

// isReady reports whether the arm can be sent somewhere.
func (d *dialogue) isReady() bool {
	s := d.arm.status()
	return s.Link.State == turn.LinkUp && s.Arm.Homed && s.Game.Phase == turn.Service
}

// askLine shows a prompt and returns the next line; errQuit when there is none.
func (d *dialogue) askLine(what string) (string, error) {
	fmt.Fprint(d.out, what+"> ")
	line, ok := d.lines()
	if !ok {
		d.printLine("")
		return "", errQuit
	}
	if d.echo {
		d.printLine("%s", line)
	}
	return line, nil
}

// describeTip says where the tip is by the positions of the motors.
func (d *dialogue) describeTip() string {
	a := d.arm.status().Arm
	switch {
	case d.arm.status().Game.Phase == turn.Stopped:
		return "stopped"
	case !a.Homed:
		return "not homed"
	}
	return fmt.Sprintf("tip at (%.1f, %.1f, %.1f), step %s mm", a.X, a.Y, a.Z, strconv.FormatFloat(d.step, 'g', -1, 64))
}

// moveByLine obeys a line that moves the arm, or sets the step; known is false when it is no such line.
func (d *dialogue) moveByLine(line string) (known bool, err error) {
	words := strings.Fields(line)
	if len(words) == 0 {
		return true, nil
	}
	if axis := strings.Index("xyz", words[0][:1]); axis >= 0 && len(words[0]) == 2 {
		return true, d.jogAxis(axis, words)
	}
	switch words[0] {
	case "10", "1", "0.1":
		d.step, err = strconv.ParseFloat(words[0], 64)
		return true, err
	case "home":
		return true, d.homeArm()
	case "stop":
		return true, nil // done as soon as it was read
	case "clear":
		return true, d.clearStop()
	}
	return false, nil
}

// clearStop clears an emergency stop, which stays while the button is pressed.
func (d *dialogue) clearStop() error {
	if err := d.arm.execute(command.Clear); err != nil {
		return err
	}
	const limit = 5 * time.Second
	if d.arm.waitFor("", limit, func(s robot.Status) bool { return s.Game.Phase != turn.Stopped }) != nil {
		return fmt.Errorf("%wThe stop is not cleared: is the emergency button still pressed?", errLine)
	}
	return nil
}

// jogAxis moves the tip along an axis: x+, or x+ 3.5 for other steps.
func (d *dialogue) jogAxis(axis int, words []string) error {
	by := d.step
	if len(words) > 1 {
		var err error
		if by, err = strconv.ParseFloat(words[1], 64); err != nil || len(words) > 2 {
			return fmt.Errorf("%w%q: wanted a number of millimetres after %s", errLine, strings.Join(words, " "),
				words[0])
		}
	}
	switch words[0][1] {
	case '+':
	case '-':
		by = -by
	default:
		return fmt.Errorf("%w%q: wanted %s+ or %s-", errLine, words[0], words[0][:1], words[0][:1])
	}
	steps := [3]float64{}
	steps[axis] = by
	text := func(x float64) string { return strconv.FormatFloat(x, 'g', -1, 64) }
	return d.arm.execute(command.Jog, "x", text(steps[0]), "y", text(steps[1]), "z", text(steps[2]))
}

// showRefusal says what was not done. It returns the errors that end the dialogue.
func (d *dialogue) showRefusal(err error) error {
	switch {
	case err == nil:
		return nil
	case errors.Is(err, errLine):
		d.printLine("%s", err)
		return nil
	case errors.Is(err, robot.ErrNotNow) || errors.Is(err, command.ErrInvalid):
		text := err.Error()
		for _, prefix := range []string{robot.ErrNotNow.Error(), "arm", "calibrate", "config"} {
			text = strings.TrimPrefix(text, prefix+": ")
		}
		d.printLine("Not done: %s.", text)
		return nil
	default:
		return err
	}
}
