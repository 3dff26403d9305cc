package main

import (
	"github.com/spf13/cobra"

	"crownhead/board"
	"crownhead/internal/cli"
	"crownhead/internal/queries"
)

func perftCommand(out *cli.Output) *cobra.Command {
	var o queries.PerftOptions
	cmd := leafCommand("perft", "[--fen FEN] --depth N [--paths] [--json]",
		"counts the lines of N legal moves; with --paths captures that land on other squares are other moves",
		0, 0, func([]string) error { return queries.Perft(o, out) })
	cmd.Flags().StringVar(&o.FEN, "fen", board.Start().FEN(), "the position")
	cmd.Flags().IntVar(&o.Depth, "depth", -1, "how many moves")
	cmd.Flags().BoolVar(&o.Paths, "paths", false, "count every landing sequence of a capture")
	withJSON(cmd, out)
	return cmd
}
