package main

import (
	"strings"

	"github.com/spf13/cobra"

	"crownhead/config"
	"crownhead/internal/app"
	"crownhead/internal/cli"
)

func configCommand(out *cli.Output) *cobra.Command {
	subcommand := func(
		name, usage, summary string, most int, do func(file string, out *cli.Output) error,
	) *cobra.Command {
		cmd := leafCommand(name, usage, summary, 0, most, func(args []string) error {
			return do(strings.Join(args, ""), out)
		})
		withJSON(cmd, out)
		cmd.ValidArgsFunction = func(_ *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
			if len(args) == most {
				return nil, cobra.ShellCompDirectiveNoFileComp
			}
			return []string{"yaml", "yml"}, cobra.ShellCompDirectiveFilterFileExt
		}
		return cmd
	}
	return groupCommand("config", "check|print|schema [F] [--json]",
		"checks a configuration file, prints what the daemon would use, or prints the JSON Schema of such files",
		subcommand("check", "[F] [--json]",
			"prints every fault of a configuration file; exit 1 if there is one", 1, app.CheckConfig),
		subcommand("print", "[F] [--json]", "prints what the daemon would use, with every option", 1, app.PrintConfig),
		subcommand("schema", "[--json]", "prints the JSON Schema of configuration files", 0, printSchema))
}

// printSchema prints the same with --json: a schema is JSON.
func printSchema(_ string, out *cli.Output) error {
	text, err := config.Schema()
	if err != nil {
		return err
	}
	_, err = out.Stdout.Write(text)
	return err
}
