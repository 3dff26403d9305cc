package main

import (
	"github.com/spf13/cobra"

	"crownhead/internal/cli"
	"crownhead/internal/daemonclient"
)

func stopCommand(out *cli.Output) *cobra.Command {
	var o daemonclient.StopOptions
	cmd := leafCommand("stop", "[--config F] [--data DIR] [--listen ADDR]",
		"emergency stop of a running daemon: the arm stops at once, pump off; after the stop is cleared on the "+
			"page the arm homes again",
		0, 0, func([]string) error { return daemonclient.Stop(o, out) })
	withConfig(cmd, &o.Config, "", "configuration file, for its data directory")
	withDir(cmd, &o.Data, "data", "the daemon's data directory, instead of data in the configuration")
	cmd.Flags().StringVar(&o.Listen, "listen", "", "the daemon's address, if it is not found by its data directory")
	return cmd
}
