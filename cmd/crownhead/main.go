// Command crownhead is the daemon on the laptop of a robot that plays Russian draughts on a real board, and the tools
// around it. Each subcommand has a file here with its flags; its work is done by a package under internal.
package main

import (
	"errors"
	"io"
	"os"
	"strings"

	"github.com/spf13/cobra"

	"crownhead/internal/cli"
)

// The help lists commands in the order in which they are declared.
func init() { cobra.EnableCommandSorting = false }

func main() {
	os.Exit(run(os.Args[1:], os.Stdout, os.Stderr))
}

// run executes one command line and returns its exit code.
func run(args []string, stdout, stderr io.Writer) int {
	root := newRoot(&cli.Output{Stdout: stdout, Stderr: stderr})
	root.SetArgs(normalizeArgs(root, args))
	cmd, err := root.ExecuteC()
	var usage *cli.UsageError
	if errors.As(err, &usage) {
		err = cli.BadInput(strings.TrimPrefix(cmd.CommandPath(), "crownhead "), usage.Err, "usage: "+cmd.UseLine())
	}
	lines := cli.NewUnblockedWriter(stderr) // a stopped terminal must not keep a program alive that has parked its arm
	defer lines.Close()
	return cli.Report(err, lines)
}

// The groups of the help, in its order.
const (
	groupRobot   = "robot"
	groupVirtual = "virtual"
	groupBoard   = "board"
	groupEngine  = "engine"
	groupProgram = "program"
)

// newRoot is crownhead with all its subcommands.
func newRoot(out *cli.Output) *cobra.Command {
	root := &cobra.Command{
		Use:   "crownhead",
		Short: "crownhead plays Russian draughts with a robot arm on a real board",
		Long:  "crownhead plays Russian draughts with a robot arm on a real board.",
		Args:  cobra.ArbitraryArgs,
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) > 0 {
				return unknownCommand(args[0])
			}
			return cmd.Help()
		},
		DisableFlagsInUseLine: true,

		SilenceErrors: true, // cli.Report prints them
		SilenceUsage:  true,
	}
	root.SetOut(out.Stdout)
	root.SetErr(out.Stderr)
	root.SetFlagErrorFunc(explainFlagError)
	root.AddGroup(&cobra.Group{ID: groupRobot, Title: "The robot:"},
		&cobra.Group{ID: groupVirtual, Title: "The virtual robot:"},
		&cobra.Group{ID: groupBoard, Title: "Positions, logs and the arm:"},
		&cobra.Group{ID: groupEngine, Title: "The engine:"}, &cobra.Group{ID: groupProgram, Title: "The program:"})
	addGroup(root, groupRobot, runCommand(out), stopCommand(out), doctorCommand(out),
		calibrateCommand(out), speakCommand(out))
	addGroup(root, groupVirtual, demoCommand(out), twinCommand(out))
	addGroup(root, groupBoard, movesCommand(out), perftCommand(out), inferCommand(out),
		replayCommand(out), ikCommand(out))
	addGroup(root, groupEngine, analyseCommand(out), endgameCommand(out), hubCommand(out),
		matchCommand(out), trainCommand(out))
	addGroup(root, groupProgram, configCommand(out), versionCommand(out))
	root.SetHelpCommand(helpCommand(root))
	root.SetHelpCommandGroupID(groupProgram)
	root.SetCompletionCommandGroupID(groupProgram)
	root.InitDefaultCompletionCmd()
	if completion, _, err := root.Find([]string{"completion"}); err == nil {
		refuseUnknownShells(completion)
	}
	return root
}

func addGroup(root *cobra.Command, id string, commands ...*cobra.Command) {
	for _, c := range commands {
		c.GroupID = id
		root.AddCommand(c)
	}
}

func unknownCommand(name string) error {
	return cli.BadInput(name, errors.New("no such command"), "crownhead help lists the commands")
}

func helpCommand(root *cobra.Command) *cobra.Command {
	return &cobra.Command{
		Use:   "help [COMMAND]",
		Short: "explains a command and its flags",

		DisableFlagsInUseLine: true,
		RunE: func(_ *cobra.Command, args []string) error {
			cmd, rest, err := root.Find(args)
			if err != nil || cmd == root && len(rest) > 0 {
				return unknownCommand(args[0])
			}
			if len(rest) > 0 && cmd.HasSubCommands() {
				return unknownSubcommandError(cmd, rest[0])
			}
			cmd.InitDefaultHelpFlag()
			return cmd.Help()
		},
		ValidArgsFunction: func(_ *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
			cmd, _, err := root.Find(args)
			if err != nil {
				return nil, cobra.ShellCompDirectiveNoFileComp
			}
			var names []string
			for _, c := range cmd.Commands() {
				if c.IsAvailableCommand() {
					names = append(names, cobra.CompletionWithDesc(c.Name(), c.Short))
				}
			}
			return names, cobra.ShellCompDirectiveNoFileComp
		},
	}
}

// refuseUnknownShells gives the completion command, which is cobra's, this program's errors.
func refuseUnknownShells(completion *cobra.Command) {
	completion.Short = "prints a script that completes commands, flags and their values in a shell"
	completion.Args = cobra.ArbitraryArgs
	completion.RunE = func(cmd *cobra.Command, args []string) error {
		if len(args) > 0 {
			return unknownSubcommandError(cmd, args[0])
		}
		return cmd.Help()
	}
	for _, shell := range completion.Commands() {
		shell.Args = func(_ *cobra.Command, args []string) error {
			if len(args) > 0 {
				return cli.BadUsage("%s, wanted none", cli.Plural(len(args), "argument"))
			}
			return nil
		}
	}
}
