package main

import (
	"github.com/spf13/cobra"

	"crownhead/internal/cli"
	"crownhead/internal/queries"
)

func inferCommand(out *cli.Output) *cobra.Command {
	var o queries.InferOptions
	cmd := leafCommand("infer", "--fen FEN [--prev FEN] --bits HEX [--dead SQ,...] [--lang uk|ru|en] [--json]",
		"says what an occupancy of the board means in a position; exit 1 unless it is a legal move",
		0, 0, func([]string) error { return queries.Infer(o, out) })
	f := cmd.Flags()
	f.StringVar(&o.FEN, "fen", "", "the position before the move")
	f.StringVar(&o.Prev, "prev", "", "the position before the visitor's last move")
	f.StringVar(&o.Bits, "bits", "", "the occupied squares, eight hexadecimal digits")
	f.StringVar(&o.Dead, "dead", "", "squares whose sensors are not to be trusted, with commas")
	withLang(cmd, &o.Lang)
	withJSON(cmd, out)
	return cmd
}
