package main

import (
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"strings"

	"crownhead/internal/clock"
)

// A call is one invocation of a command: its flags, its arguments and where it writes.
type call struct {
	cmd     command
	args    []string // as given; positional ones alone after parse
	flags   *flag.FlagSet
	foreign func(name string) error // what to say of a flag that the command's word doesn't have; nil: what package flag says
	stdout  io.Writer
	stderr  io.Writer
	json    bool
}

func newCall(cmd command, args []string, stdout, stderr io.Writer) *call {
	fs := flag.NewFlagSet(cmd.name, flag.ContinueOnError)
	fs.SetOutput(io.Discard)
	return &call{cmd: cmd, args: args, flags: fs, stdout: stdout, stderr: stderr}
}

// withJSON declares the flag --json.
func (c *call) withJSON() {
	c.flags.BoolVar(&c.json, "json", false, "print one JSON value on standard output and nothing else")
}

// withPort declares the flag --port.
func (c *call) withPort() *string {
	return c.flags.String("port", "", "the controller's serial port, or auto to look for it by its USB id, instead of link.port in the configuration; a virtual robot's is named, as crownhead twin --pty has it")
}

// withPace declares the flag --pace, the clock of a daemon with a virtual robot.
func (c *call) withPace(to *clock.Clock) {
	c.flags.Func("pace", "how many times faster than real time it goes, 0.1 to 50; not with real hardware (default 1)", func(s string) (err error) {
		*to, err = clock.ParsePace(s)
		return err
	})
}

// withAskew declares the flag --askew, which robot a virtual one is.
func (c *call) withAskew(n *uint64) {
	c.flags.Uint64Var(n, "askew", 0, "the virtual robot is number N of those that are put up by eye, and has to be calibrated; 0: it fits the configuration that is shipped")
}

// parse reads the flags, which may stand before or after positional arguments, and checks the number of the latter
// (most < 0: any number).
func (c *call) parse(least, most int) error {
	rest, positional := c.args, []string{}
	for len(rest) > 0 {
		if err := c.flags.Parse(rest); err != nil {
			if name, unknown := strings.CutPrefix(err.Error(), "flag provided but not defined: -"); unknown && c.foreign != nil {
				err = c.foreign(name)
			}
			return c.badUsage(err)
		}
		rest = c.flags.Args()
		if len(rest) > 0 {
			positional = append(positional, rest[0])
			rest = rest[1:]
		}
	}
	c.args = positional
	if len(positional) < least || (most >= 0 && len(positional) > most) {
		return c.badUsage(fmt.Errorf("%s, wanted %s", plural(len(positional), "argument"), wanted(least, most)))
	}
	return nil
}

func wanted(least, most int) string {
	switch {
	case most < 0:
		return fmt.Sprintf("at least %d", least)
	case most == 0:
		return "none"
	case least == most:
		return fmt.Sprint(least)
	default:
		return fmt.Sprintf("%d to %d", least, most)
	}
}

func (c *call) badUsage(err error) error {
	if errors.Is(err, flag.ErrHelp) {
		fmt.Fprintf(c.stdout, "crownhead %s %s\n%s\n", c.cmd.name, c.cmd.usage, c.cmd.summary)
		c.flags.SetOutput(c.stdout)
		c.flags.PrintDefaults()
		return err
	}
	return badInput(c.cmd.name, err, strings.TrimSpace("usage: crownhead "+c.cmd.name+" "+c.cmd.usage))
}

// print writes v as JSON under --json, else by calling text.
func (c *call) print(v any, text func(w io.Writer)) error {
	if !c.json {
		text(c.stdout)
		return nil
	}
	return json.NewEncoder(c.stdout).Encode(v)
}
