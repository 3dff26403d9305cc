// Package cli holds what all subcommands of crownhead share besides their flags: errors with hints and exit codes,
// output as text or as one JSON value, the log, and the words of messages.
//
// A subcommand's work lives in a package of its own and takes an Output and its options; cmd/crownhead alone knows
// flags.
package cli

import (
	"errors"
	"fmt"
	"io"
	"strings"
)

// Exit codes: the work is done, the answer is "no", or usage or input is wrong.
const (
	ExitDone     = 0
	ExitNegative = 1
	ExitUsage    = 2
)

// ErrNegative ends a command with ExitNegative when its answer, already printed, is "no".
var ErrNegative = errors.New("no")

// An Error ends a command; its hint says what to do about it.
type Error struct {
	What string // what was being done
	Err  error
	Hint string
	Code int // the exit code
}

func (e *Error) Error() string { return e.What + ": " + e.Err.Error() }

// Unwrap returns the cause.
func (e *Error) Unwrap() error { return e.Err }

// BadInput is an error of usage or input; the command ends with ExitUsage.
func BadInput(what string, err error, hint string) error {
	return &Error{What: what, Err: err, Hint: hint, Code: ExitUsage}
}

// NegativeAnswer is an error that answers the question with "no"; the command ends with ExitNegative.
func NegativeAnswer(what string, err error, hint string) error {
	return &Error{What: what, Err: err, Hint: hint, Code: ExitNegative}
}

// A UsageError is a combination of options that makes no sense. Whoever knows the command adds its name and its usage.
type UsageError struct{ Err error }

func (e *UsageError) Error() string { return e.Err.Error() }

// Unwrap returns the cause.
func (e *UsageError) Unwrap() error { return e.Err }

// BadUsage makes a UsageError.
func BadUsage(format string, args ...any) error { return &UsageError{fmt.Errorf(format, args...)} }

// Report prints a command's error and returns the exit code.
func Report(err error, stderr io.Writer) int {
	var e *Error
	switch {
	case err == nil:
		return ExitDone
	case errors.Is(err, ErrNegative):
		return ExitNegative
	case errors.As(err, &e):
		fmt.Fprintf(stderr, "crownhead: %s\n", shortenLines(strings.TrimSpace(e.Error())))
		if e.Hint != "" {
			fmt.Fprintf(stderr, "hint: %s\n", e.Hint)
		}
		return e.Code
	default:
		fmt.Fprintf(stderr, "crownhead: %s\nhint: crownhead help shows the commands and their flags\n",
			shortenLines(err.Error()))
		return ExitUsage
	}
}

// shortenLines shortens the lines of an error that quotes its input, which may be a megabyte.
func shortenLines(text string) string {
	const longest, tail = 500, 100 // characters
	lines := strings.Split(text, "\n")
	for i, line := range lines {
		if r := []rune(line); len(r) > longest {
			lines[i] = string(r[:longest-tail]) + " … " + string(r[len(r)-tail:])
		}
	}
	return strings.Join(lines, "\n")
}
