package main

import (
	"context"
	"fmt"
	"os"
	"os/signal"
	"strings"
	"syscall"

	"github.com/spf13/cobra"

	"crownhead/internal/cli"
)

// firstClause takes the first clause of a summary, for the list of all commands.
func firstClause(summary string) string {
	clause, _, _ := strings.Cut(summary, ";")
	return clause
}

// groupCommand is a command that does nothing without one of its subcommands, as crownhead train.
func groupCommand(name, usage, summary string, subcommands ...*cobra.Command) *cobra.Command {
	c := &cobra.Command{
		Use: strings.TrimSpace(name + " " + usage), Short: firstClause(summary), Long: summary,
		DisableFlagsInUseLine: true,
		Args:                  cobra.ArbitraryArgs,
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) == 0 {
				return cli.BadUsage("wanted %s", listSubcommands(cmd))
			}
			return unknownSubcommandError(cmd, args[0])
		},
	}
	c.AddCommand(subcommands...)
	return c
}

// unknownSubcommandError names the subcommands that there are, instead of the one that was typed.
func unknownSubcommandError(cmd *cobra.Command, got string) error {
	return cli.BadUsage("%.100q: wanted %s", got, listSubcommands(cmd))
}

// listSubcommands is "run, status or export".
func listSubcommands(cmd *cobra.Command) string {
	var names []string
	for _, c := range cmd.Commands() {
		names = append(names, c.Name())
	}
	last := len(names) - 1
	return strings.Join(names[:last], ", ") + " or " + names[last]
}

// leafCommand is a command that does something. Its arguments are at least and at most so many (most < 0: any number).
func leafCommand(name, usage, summary string, least, most int, do func(args []string) error) *cobra.Command {
	return &cobra.Command{
		Use: strings.TrimSpace(name + " " + usage), Short: firstClause(summary), Long: summary,
		DisableFlagsInUseLine: true,
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) < least || most >= 0 && len(args) > most {
				return cli.BadUsage("%s, wanted %s", cli.Plural(len(args), "argument"), describeCount(least, most))
			}
			return nil
		},
		RunE: func(_ *cobra.Command, args []string) error { return do(args) },
	}
}

func describeCount(least, most int) string {
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

// interruptibleContext is a context that ends with any signal by which a system, a terminal or a person ends a program:
// Ctrl-C, SIGTERM, SIGQUIT, and SIGHUP when its terminal is closed, unless nohup has had that ignored. On Windows the
// closing of the console, log-off and shut-down come as SIGTERM; it then waits five seconds for the program to end.
func interruptibleContext() (context.Context, context.CancelFunc) {
	signals := []os.Signal{os.Interrupt, syscall.SIGTERM, syscall.SIGQUIT}
	if !signal.Ignored(syscall.SIGHUP) {
		signals = append(signals, syscall.SIGHUP)
	}
	return signal.NotifyContext(context.Background(), signals...)
}

// parkingContext is an interruptibleContext for a command that parks the arm before it ends. A second signal ends the
// program at once, for those who cannot wait. A closed terminal is no person: shell and kernel both send SIGHUP.
func parkingContext() (context.Context, context.CancelFunc) {
	outliveReaders()
	ctx, stop := interruptibleContext()
	if !signal.Ignored(syscall.SIGHUP) {
		catchForGood(syscall.SIGHUP)
	}
	context.AfterFunc(ctx, stop)
	return ctx, stop
}

// outliveReaders lets the program go on when nobody reads what it prints any more, as behind head. Without it Go ends
// a program by SIGPIPE.
func outliveReaders() { catchForGood(syscall.SIGPIPE) }

// catchForGood takes a signal from the system's hands. Ignoring it instead would be handed down to child processes.
func catchForGood(s os.Signal) { signal.Notify(make(chan os.Signal, 1), s) }

// runUnblocked runs a command that moves an arm. Nothing that it prints can hold it up.
func runUnblocked(out *cli.Output, run func(*cli.Output) error) error {
	unblocked, flush := out.Unblock()
	defer flush()
	return run(unblocked)
}
