package main

import (
	"github.com/spf13/cobra"

	"crownhead/internal/cli"
	"crownhead/internal/queries"
)

func replayCommand(out *cli.Output) *cobra.Command {
	var record bool
	cmd := leafCommand("replay", "LOG... [--record] [--json]",
		"runs sensor logs or journals again; exit 1 when one turns out otherwise than it says",
		1, -1, func(args []string) error { return queries.Replay(args, record, out) })
	cmd.Flags().BoolVar(&record, "record", false, "each press is one move, of whichever side is to move; due "+
		"draws do not stop the game")
	withJSON(cmd, out)
	return cmd
}
