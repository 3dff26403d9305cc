package main

import (
	"runtime"

	"github.com/spf13/cobra"

	"crownhead/engine/match"
	"crownhead/internal/cli"
	"crownhead/internal/matchplay"
)

func matchCommand(out *cli.Output) *cobra.Command {
	var o matchplay.Options
	cmd := leafCommand("match", "--a SIDE --b SIDE --games N [--time S|--nodes N] [--openings F] [--sprt "+
		"ELO0,ELO1] [--seed S] [--concurrency N] "+
		"[--adjudicate] [--draws RULES] [--pdn F] [--json]",
		"plays engine against engine; SIDE is "+match.SideSyntax,
		0, 0, func([]string) error {
			ctx, stop := interruptibleContext()
			defer stop()
			return matchplay.Run(ctx, o, out)
		})
	f := cmd.Flags()
	f.StringVar(&o.A, "a", "", "the side whose wins are counted")
	f.StringVar(&o.B, "b", "", "the other side")
	f.IntVar(&o.Games, "games", 0, "how many games; each opening is played twice with the colours reversed")
	f.Float64Var(&o.Seconds, "time", 0, "seconds for each move")
	f.Int64Var(&o.Nodes, "nodes", 0, "positions that each move may visit: the same seed gives the same match")
	f.StringVar(&o.Openings, "openings", "", "file of openings, FENs or PDN; those of the program if empty")
	f.StringVar(&o.SPRT, "sprt", "", "stop when it is clear whether a is better by ELO1 (H1) or by ELO0 (H0)")
	f.Uint64Var(&o.Seed, "seed", 1, "of the openings' order and of players that choose freely")
	f.IntVar(&o.Concurrency, "concurrency", runtime.NumCPU(), "games at once")
	f.BoolVar(&o.Adjudicate, "adjudicate", false, "end games that the endgame tables decide")
	f.StringVar(&o.Draws, "draws", "federation", "draw rules: federation or article")
	f.StringVar(&o.PDN, "pdn", "", "file that the games are written to")
	withJSON(cmd, out)
	return cmd
}
