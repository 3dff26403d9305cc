package main

import (
	"github.com/spf13/cobra"

	"crownhead/internal/cli"
	"crownhead/internal/queries"
)

func movesCommand(out *cli.Output) *cobra.Command {
	var fen string
	cmd := leafCommand("moves", "--fen FEN [--json]", "lists the legal moves of a position",
		0, 0, func([]string) error { return queries.Moves(fen, out) })
	cmd.Flags().StringVar(&fen, "fen", "", "the position")
	withJSON(cmd, out)
	return cmd
}
