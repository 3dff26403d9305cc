// Command crownhead is the daemon on the laptop of a robot that plays Russian draughts on a real board, and the tools
// around it: each subcommand has a file of its own, and this one holds their table, their common flags and the way
// faults are told.
package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
)

// A command is one subcommand of crownhead.
type command struct {
	name    string
	usage   string // the arguments, for the help
	summary string
	run     func(c *call) error
}

// commands returns the table in the order of the help.
func commands() []command {
	return []command{
		movesCommand(),
		perftCommand(),
		inferCommand(),
		ikCommand(),
		replayCommand(),
		twinCommand(),
		runCommand(),
		stopCommand(),
		doctorCommand(),
		demoCommand(),
		endgameCommand(),
		analyseCommand(),
		hubCommand(),
		trainCommand(),
		matchCommand(),
		speakCommand(),
		calibrateCommand(),
		configCommand(),
		versionCommand(),
	}
}

// Exit codes of the contract: 0 done, 1 the answer is "no", 2 bad usage or input.
const (
	exitDone  = 0
	exitNo    = 1
	exitUsage = 2
)

// errNo ends a command with exit 1 when its answer, already printed, is "no".
var errNo = errors.New("no")

// A fault is an error that ends a command, with what to do about it.
type fault struct {
	what string // what was being done
	err  error
	hint string
	code int
}

func (f *fault) Error() string { return f.what + ": " + f.err.Error() }
func (f *fault) Unwrap() error { return f.err }

// badInput is a fault of usage or input: exit 2.
func badInput(what string, err error, hint string) error {
	return &fault{what: what, err: err, hint: hint, code: exitUsage}
}

// answerNo is a fault that answers the question with "no": exit 1.
func answerNo(what string, err error, hint string) error {
	return &fault{what: what, err: err, hint: hint, code: exitNo}
}

func main() {
	os.Exit(run(os.Args[1:], os.Stdout, os.Stderr))
}

// run executes one command line and returns its exit code.
func run(args []string, stdout, stderr io.Writer) int {
	if len(args) > 1 && args[0] == "help" {
		args = append(slices.Clone(args[1:]), "-h")
	}
	if len(args) == 0 || args[0] == "help" || args[0] == "-h" || args[0] == "--help" {
		help(stdout)
		return exitDone
	}
	for _, cmd := range commands() {
		if cmd.name == args[0] {
			return finish(cmd.run(newCall(cmd, args[1:], stdout, stderr)), stderr)
		}
	}
	return finish(badInput(args[0], errors.New("no such command"), "crownhead help lists the commands"), stderr)
}

// finish tells a command's error and turns it into an exit code.
func finish(err error, stderr io.Writer) int {
	var f *fault
	switch {
	case err == nil || errors.Is(err, flag.ErrHelp):
		return exitDone
	case errors.Is(err, errNo):
		return exitNo
	case errors.As(err, &f):
		fmt.Fprintf(stderr, "crownhead: %s\n", clip(strings.TrimSpace(f.Error())))
		if f.hint != "" {
			fmt.Fprintf(stderr, "hint: %s\n", f.hint)
		}
		return f.code
	default:
		fmt.Fprintf(stderr, "crownhead: %s\nhint: crownhead help shows the commands and their flags\n", clip(err.Error()))
		return exitUsage
	}
}

// clip shortens the lines of an error that quotes what it was given: that may be a megabyte.
func clip(text string) string {
	const most = 500 // characters of a line, which is plenty for a fault
	lines := strings.Split(text, "\n")
	for i, line := range lines {
		if r := []rune(line); len(r) > most {
			lines[i] = string(r[:most-100]) + " … " + string(r[len(r)-100:])
		}
	}
	return strings.Join(lines, "\n")
}

func help(w io.Writer) {
	fmt.Fprint(w, "crownhead plays Russian draughts with a robot arm on a real board.\n\n")
	for _, cmd := range commands() {
		fmt.Fprintf(w, "  %s\n        %s\n", strings.TrimSpace("crownhead "+cmd.name+" "+cmd.usage), cmd.summary)
	}
	fmt.Fprint(w, "\ncrownhead help COMMAND tells what each of its flags is.\n")
}
