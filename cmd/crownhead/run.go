package main

import (
	"github.com/spf13/cobra"

	"crownhead/internal/cli"
	"crownhead/internal/daemon"
)

func runCommand(out *cli.Output) *cobra.Command {
	var o daemon.Options
	cmd := leafCommand("run",
		"[--config F] [--twin] [--port auto|NAME] [--listen ADDR] [--data DIR] [--askew N] [--pace K]",
		"the daemon: plays on the board and serves the pages; with --twin the virtual robot starts beside it and "+
			"no hardware is needed: drag checkers on "+
			"the page, press the red button",
		0, 0, func([]string) error {
			ctx, stop := parkingContext()
			defer stop()
			return runUnblocked(out, func(out *cli.Output) error { return daemon.Run(ctx, o, out) })
		})
	withConfig(cmd, &o.Config, "", "configuration file; the defaults if empty")
	cmd.Flags().BoolVar(&o.Twin, "twin", false, "start the virtual robot and play with it")
	withPort(cmd, &o.Port)
	cmd.Flags().StringVar(&o.Listen, "listen", "", "address and port of the pages, instead of web.listen")
	withDir(cmd, &o.Data, "data", "folder of journals and games, instead of data in the configuration")
	withRobotVariant(cmd, &o.RobotVariant)
	withPace(cmd, &o.Clock)
	return cmd
}
