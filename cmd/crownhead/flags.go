package main

import (
	"errors"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"crownhead/engine/levels"
	"crownhead/face/say"
	"crownhead/internal/cli"
	"crownhead/internal/clock"
)

// withJSON declares the flag --json.
func withJSON(cmd *cobra.Command, out *cli.Output) {
	cmd.Flags().BoolVar(&out.JSON, "json", false, "print one JSON value on standard output and nothing else")
}

// withConfig declares the flag --config.
func withConfig(cmd *cobra.Command, to *string, value, usage string) {
	cmd.Flags().StringVar(to, "config", value, usage)
	mustComplete(cmd.MarkFlagFilename("config", "yaml", "yml"))
}

// withDir declares a flag whose value is a folder.
func withDir(cmd *cobra.Command, to *string, name, usage string) {
	cmd.Flags().StringVar(to, name, "", usage)
	mustComplete(cmd.MarkFlagDirname(name))
}

// withPort declares the flag --port.
func withPort(cmd *cobra.Command, to *string) {
	cmd.Flags().StringVar(to, "port", "", "the controller's serial port, or auto to look for it by its USB id, "+
		"instead of link.port in the configuration; a virtual robot's is named, as crownhead twin --pty has it")
}

// withPace declares the flag --pace, the clock of a daemon with a virtual robot.
func withPace(cmd *cobra.Command, to *clock.Clock) {
	usage := "how many times faster than real time it goes, 0.1 to 50; not with real hardware (default 1)"
	cmd.Flags().Func("pace", usage, func(s string) (err error) {
		*to, err = clock.ParsePace(s)
		return err
	})
}

// withRobotVariant declares the flag --askew, which chooses the virtual robot by its number.
func withRobotVariant(cmd *cobra.Command, to *uint64) {
	cmd.Flags().Uint64Var(to, "askew", 0, "the virtual robot is number N of those that are put up by eye and have "+
		"to be calibrated; "+
		"0: it fits the configuration that is shipped")
}

// withLevel declares the flag --level and completes the names of levels.
func withLevel(cmd *cobra.Command, to *string, usage string) {
	cmd.Flags().StringVar(to, "level", "", usage)
	completeValues(cmd, "level", levels.Names())
}

// withLang declares the flag --lang.
func withLang(cmd *cobra.Command, to *string) {
	var names []string
	for _, l := range say.Langs() {
		names = append(names, string(l))
	}
	cmd.Flags().StringVar(to, "lang", string(say.Ukrainian), "the language of sentences")
	completeValues(cmd, "lang", names)
}

// withFirmware declares the flag --firmware.
func withFirmware(cmd *cobra.Command, to *string) {
	cmd.Flags().StringVar(to, "firmware", "", "the controller's real firmware drives the virtual robot: an ELF "+
		"file that make -C firmware all sim has built")
	mustComplete(cmd.MarkFlagFilename("firmware", "elf"))
}

// completeValues declares the values of a flag.
func completeValues(cmd *cobra.Command, flag string, values []string) {
	complete := cobra.FixedCompletions(values, cobra.ShellCompDirectiveNoFileComp)
	mustComplete(cmd.RegisterFlagCompletionFunc(flag, complete))
}

// mustComplete panics if a completion is declared for a flag that does not exist.
func mustComplete(err error) {
	if err != nil {
		panic(err)
	}
}

// normalizeArgs brings a command line into cobra's form: subcommands first, long flags with two dashes. Flags may stand
// before the subcommand, and one dash is enough for a long flag, as in -games 2.
func normalizeArgs(root *cobra.Command, args []string) []string {
	if len(args) == 0 || strings.HasPrefix(args[0], cobra.ShellCompRequestCmd) {
		return args
	}
	path, cmd := []string{}, root
	if i := slices.IndexFunc(root.Commands(), func(c *cobra.Command) bool { return c.Name() == args[0] }); i >= 0 {
		path, cmd, args = args[:1], root.Commands()[i], args[1:]
	}
	for cmd != root && cmd.HasSubCommands() {
		at, found := findSubcommand(cmd, args)
		if found == nil {
			break
		}
		path, cmd = append(slices.Clone(path), found.Name()), found
		args = slices.Delete(slices.Clone(args), at, at+1)
	}
	return append(slices.Clone(path), doubleDashes(cmd, args)...)
}

// findSubcommand finds the first argument that names a subcommand and is no flag's value; else the first one that looks
// like a subcommand, whose flags then say what is wrong.
func findSubcommand(cmd *cobra.Command, args []string) (at int, found *cobra.Command) {
	named := func(arg string) *cobra.Command {
		i := slices.IndexFunc(cmd.Commands(), func(c *cobra.Command) bool { return c.Name() == arg })
		if i < 0 {
			return nil
		}
		return cmd.Commands()[i]
	}
	for i := 0; i < len(args); i++ {
		if c := named(args[i]); c != nil {
			return i, c
		}
		if slices.ContainsFunc(cmd.Commands(), func(c *cobra.Command) bool { return takesValue(c, args[i]) }) {
			i++
		}
	}
	for i, arg := range args {
		if c := named(arg); c != nil {
			return i, c
		}
	}
	return 0, nil
}

// doubleDashes writes -name as --name, but for a flag's value. The short -h may have two dashes, too.
func doubleDashes(cmd *cobra.Command, args []string) []string {
	list := slices.Clone(args)
	for i := 0; i < len(list) && list[i] != "--"; i++ {
		if list[i] == "--h" {
			list[i] = "-h"
		}
		if isLongFlag(cmd, list[i]) {
			list[i] = "-" + list[i]
		}
		if takesValue(cmd, list[i]) {
			i++
		}
	}
	return list
}

// isLongFlag reports whether an argument is a long flag with one dash. A negative number is none, and -h is short.
func isLongFlag(cmd *cobra.Command, arg string) bool {
	name, dash := strings.CutPrefix(arg, "-")
	if !dash || name == "" || name[0] == '-' {
		return false
	}
	_, err := strconv.ParseFloat(arg, 64)
	return err != nil && (len(name) > 1 || cmd.Flags().Lookup(name) != nil)
}

// takesValue reports whether the argument after this one is the value of a flag.
func takesValue(cmd *cobra.Command, arg string) bool {
	name := strings.TrimLeft(arg, "-")
	if name == arg || strings.Contains(name, "=") {
		return false
	}
	f := cmd.Flags().Lookup(name)
	return f != nil && f.NoOptDefVal == ""
}

// explainFlagError says in this program's words what is wrong with a flag.
func explainFlagError(cmd *cobra.Command, err error) error {
	var unknown *pflag.NotExistError
	var invalid *pflag.InvalidValueError
	switch {
	case errors.As(err, &unknown) && cmd.HasSubCommands():
		return unknownSubcommandError(cmd, "--"+unknown.GetSpecifiedName())
	case errors.As(err, &unknown):
		return explainUnknownFlag(cmd, unknown.GetSpecifiedName())
	case errors.As(err, &invalid):
		why := errors.Unwrap(invalid)
		var number *strconv.NumError
		if errors.As(why, &number) {
			why = number.Err
		}
		return cli.BadUsage("invalid value %q for --%s: %w", invalid.GetValue(), invalid.GetFlag().Name, why)
	default:
		return &cli.UsageError{Err: err}
	}
}

// explainUnknownFlag names the sibling commands that have a flag which this one does not have.
func explainUnknownFlag(cmd *cobra.Command, name string) error {
	var owners []string
	if cmd.Parent() != cmd.Root() {
		for _, sibling := range cmd.Parent().Commands() {
			if sibling.Flags().Lookup(name) != nil {
				owners = append(owners, sibling.Name())
			}
		}
	}
	if len(owners) == 0 {
		return cli.BadUsage("there is no --%s", name)
	}
	return cli.BadUsage("--%s belongs to %s, and does nothing for %s", name, strings.Join(owners, ", "), cmd.Name())
}
