package main

import (
	"github.com/spf13/cobra"

	"crownhead/internal/cli"
	"crownhead/internal/doctor"
)

func doctorCommand(out *cli.Output) *cobra.Command {
	var o doctor.Options
	cmd := leafCommand("doctor", "[--config F] [--port auto|NAME] [--data DIR] [--move] [--pump] [--sensors "+
		"[--squares SQ,…]] [--token T] [--json]",
		"checks everything, one line for each part with its cure; moves nothing unless told to; if a daemon runs, "+
			"asks the daemon",
		0, 0, func([]string) error {
			ctx, stop := interruptibleContext()
			defer stop()
			outliveReaders()
			return runUnblocked(out, func(out *cli.Output) error { return doctor.Run(ctx, o, out) })
		})
	withConfig(cmd, &o.Config, "", "configuration file; the defaults if empty")
	withPort(cmd, &o.Port)
	withDir(cmd, &o.Data, "data", "folder of journals and games, instead of data in the configuration")
	cmd.Flags().BoolVar(&o.Move, "move", false, "home the arm: it moves to its limit switches and touches nothing")
	cmd.Flags().BoolVar(&o.Pump, "pump", false, "home the arm and let the pump run for a second")
	cmd.Flags().BoolVar(&o.Sensors, "sensors", false, "test each sensor with both poles, step by step, with your help")
	cmd.Flags().StringVar(&o.Squares, "squares", "", "only these squares for --sensors, as in a1,c3")
	cmd.Flags().StringVar(&o.Token, "token", "", "operator's token of a running daemon, which it printed at its "+
		"start; else web.token in the configuration")
	withJSON(cmd, out)
	return cmd
}
