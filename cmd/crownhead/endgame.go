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

// endgameFlags are those of its words.
type endgameFlags struct {
	fen, tables string
	pieces      int
	out         string
}

func runEndgame(c *call) error {
	var f endgameFlags
	w, err := c.choose(f.words())
	if err != nil {
		return err
	}
	if err := c.parse(0, 0); err != nil {
		return err
	}
	return w.run(c)
}

func (f *endgameFlags) words() []word {
	return []word{
		{"probe", "--fen FEN [--tables DIR] [--json]", "tells how an ending ends by the best play of both", func(c *call) {
			c.withJSON()
			c.flags.StringVar(&f.fen, "fen", "", "the position")
			c.flags.StringVar(&f.tables, "tables", "", "folder of tables of five pieces, made by build; those of up to four are in the program")
		}, f.probe},
		{"build", "--pieces N [--out DIR] [--json]", "builds tables of endings and verifies them; what is finished is kept", func(c *call) {
			c.withJSON()
			c.flags.IntVar(&f.pieces, "pieces", 0, "tables of so many pieces, 2 to 5")
			c.flags.StringVar(&f.out, "out", "", "folder of the tables (default endgames in the user's state folder)")
		}, f.build},
	}
}

// probeAnswer is the JSON of endgame probe.
type probeAnswer struct {
	Result   string `json:"result"`
	Distance int    `json:"distance"`
}

func (f *endgameFlags) probe(c *call) error {
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
