package main

import (
	"context"

	"github.com/spf13/cobra"

	"crownhead/internal/calibration"
	"crownhead/internal/cli"
)

// defaultConfig is the file that is written when none is named.
const defaultConfig = "crownhead.yaml"

func calibrateCommand(out *cli.Output) *cobra.Command {
	return groupCommand("calibrate", "corners|check [--config F] [--port auto|NAME] [--data DIR] [--pace K]",
		"teaches the robot where board and tray are, and writes it into the configuration; check shows place by "+
			"place whether that is right",
		calibrateSubcommand("corners",
			"measures where board and tray are, and writes it into the configuration", calibration.Corners, out),
		calibrateSubcommand("check",
			"shows place by place whether the robot knows where board and tray are", calibration.Check, out))
}

func calibrateSubcommand(
	name, summary string, run func(context.Context, calibration.Options, *cli.Output) error, out *cli.Output,
) *cobra.Command {
	var o calibration.Options
	const usage = "[--config F] [--port auto|NAME] [--data DIR] [--pace K]"
	cmd := leafCommand(name, usage, summary, 0, 0, func([]string) error {
		ctx, stop := parkingContext()
		defer stop()
		return runUnblocked(out, func(out *cli.Output) error { return run(ctx, o, out) })
	})
	withConfig(cmd, &o.Config, defaultConfig,
		"configuration file, which corners writes; it is made if it does not exist")
	withPort(cmd, &o.Port)
	withDir(cmd, &o.Data, "data", "folder of the lock, instead of data in the configuration")
	withPace(cmd, &o.Clock)
	return cmd
}
