package main

import (
	"github.com/spf13/cobra"

	"crownhead/internal/analyse"
	"crownhead/internal/cli"
)

func analyseCommand(out *cli.Output) *cobra.Command {
	var o analyse.Options
	cmd := leafCommand("analyse",
		"--fen FEN [--time S|--nodes N|--depth N] [--level NAME] [--lines K] [--move MOVE] [--draws RULES] "+
			"[--lang uk|ru|en] [--json]",
		"finds the best move of a position with its win estimate, the best lines, what is threatened, and what is "+
			"to be said about a move",
		0, 0, func([]string) error {
			ctx, stop := interruptibleContext()
			defer stop()
			return analyse.Run(ctx, o, out)
		})
	f := cmd.Flags()
	f.StringVar(&o.FEN, "fen", "", "the position")
	f.Float64Var(&o.Seconds, "time", 0, "seconds for the search; if nothing limits it, 1")
	f.Int64Var(&o.Nodes, "nodes", 0, "positions that the search may visit")
	f.IntVar(&o.Depth, "depth", 0, "plies that it looks ahead")
	withLevel(cmd, &o.Level, "the move is that of this level, with the level's limits if there are no others; all "+
		"else comes from the search")
	f.IntVar(&o.Lines, "lines", 1, "how many of the best moves are shown")
	f.StringVar(&o.Move, "move", "", "a move to be judged")
	f.StringVar(&o.Draws, "draws", "federation", "draw rules: federation or article")
	withLang(cmd, &o.Lang)
	withJSON(cmd, out)
	return cmd
}
