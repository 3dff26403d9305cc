package main

import (
	"github.com/spf13/cobra"

	"crownhead/internal/cli"
	"crownhead/internal/endings"
)

func endgameCommand(out *cli.Output) *cobra.Command {
	var p endings.ProbeOptions
	probe := leafCommand("probe", "--fen FEN [--tables DIR] [--json]", "looks up how an ending ends by the best "+
		"play of both sides",
		0, 0, func([]string) error { return endings.Probe(p, out) })
	probe.Flags().StringVar(&p.FEN, "fen", "", "the position")
	withDir(probe, &p.Tables, "tables", "folder of tables of five pieces, made by build; those of up to four are "+
		"in the program")
	withJSON(probe, out)

	var b endings.BuildOptions
	build := leafCommand("build", "--pieces N [--out DIR] [--json]", "builds tables of endings and verifies them; "+
		"what is finished is kept",
		0, 0, func([]string) error { return endings.Build(b, out) })
	build.Flags().IntVar(&b.Pieces, "pieces", 0, "tables of so many pieces, 2 to 5")
	withDir(build, &b.Out, "out", "folder of the tables (default endgames in the user's state folder)")
	withJSON(build, out)

	return groupCommand("endgame", "probe --fen FEN [--tables DIR] [--json] | build --pieces N [--out DIR] [--json]",
		"looks up how an ending of up to four pieces ends by the best play of both sides, or builds tables of endings",
		probe, build)
}
