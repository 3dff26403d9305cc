package main

import (
	"fmt"
	"io"
	"os"

	"crownhead/board"
	"crownhead/engine/endgame"
)

func endgameCommand() command {
	return command{
		"endgame", "probe --fen FEN [--tables DIR] [--json] | build --pieces N [--out DIR] [--json]",
		"tells how an ending of up to four pieces ends by the best play of both, or builds tables of endings",
		runEndgame,
	}
}

// endgameFlags are those of both of its words.
type endgameFlags struct {
	fen, tables string
	pieces      int
	out         string
}

func runEndgame(c *call) error {
	var f endgameFlags
	c.flags.StringVar(&f.fen, "fen", "", "probe: the position")
	c.flags.StringVar(&f.tables, "tables", "", "probe: folder of tables of five pieces, made by build")
	c.flags.IntVar(&f.pieces, "pieces", 0, "build: tables of so many pieces, 2 to 5")
	c.flags.StringVar(&f.out, "out", "", "build: folder of the tables (default endgames in the user's state folder)")
	c.withJSON()
	if err := c.parse(1, 1); err != nil {
		return err
	}
	switch c.args[0] {
	case "probe":
		return probeEndgame(c, f)
	case "build":
		return buildEndgame(c, f)
	}
	return c.badUsage(fmt.Errorf("endgame %q: wanted probe or build", c.args[0]))
}

// probeAnswer is the JSON of endgame probe.
type probeAnswer struct {
	Result   string `json:"result"`
	Distance int    `json:"distance"`
}

func probeEndgame(c *call, f endgameFlags) error {
	p, err := board.ParseFEN(f.fen)
	if err != nil {
		return badInput("endgame probe: --fen", err, fenHint)
	}
	tables := endgame.Embedded()
	if f.tables != "" {
		if tables, err = endgame.Open(os.DirFS(f.tables)); err != nil {
			return badInput("endgame probe: --tables "+f.tables, err, "crownhead endgame build --pieces 5 --out "+f.tables+" makes what is missing")
		}
	}
	result, distance, _ := tables.Probe(p)
	answer := probeAnswer{result.String(), distance}
	return c.print(answer, func(w io.Writer) {
		switch result {
		case endgame.Draw:
			fmt.Fprintln(w, answer.Result)
		case endgame.Unknown:
			fmt.Fprintf(w, "%s: there are no tables of %s\n", answer.Result, plural(p.Occupied().Len(), "piece"))
		default:
			fmt.Fprintf(w, "%s in %s\n", answer.Result, plural(answer.Distance, "ply"))
		}
	})
}
