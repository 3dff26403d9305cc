// Package endings is crownhead endgame: it looks an ending up in the tables, and builds the tables.
package endings

import (
	"fmt"
	"io"
	"os"

	"crownhead/board"
	"crownhead/engine/endgame"
	"crownhead/internal/cli"
)

// ProbeOptions are those of crownhead endgame probe.
type ProbeOptions struct {
	FEN    string
	Tables string // folder of tables; those in the program if empty
}

// probeAnswer is the JSON of crownhead endgame probe.
type probeAnswer struct {
	Result   string `json:"result"`
	Distance int    `json:"distance"`
}

// Probe prints how an ending ends by the best play of both sides.
func Probe(o ProbeOptions, out *cli.Output) error {
	p, err := board.ParseFEN(o.FEN)
	if err != nil {
		return cli.BadInput("endgame probe: --fen", err, cli.FENHint)
	}
	tables := endgame.Embedded()
	if o.Tables != "" {
		if tables, err = endgame.Open(os.DirFS(o.Tables)); err != nil {
			return cli.BadInput("endgame probe: --tables "+o.Tables, err,
				"crownhead endgame build --pieces 5 --out "+o.Tables+" makes what is missing")
		}
	}
	result, distance, _ := tables.Probe(p)
	answer := probeAnswer{result.String(), distance}
	return out.Print(answer, func(w io.Writer) {
		switch result {
		case endgame.Draw:
			fmt.Fprintln(w, answer.Result)
		case endgame.Unknown:
			fmt.Fprintf(w, "%s: there are no tables of %s\n", answer.Result, cli.Plural(p.Occupied().Len(), "piece"))
		default:
			fmt.Fprintf(w, "%s in %s\n", answer.Result, cli.Plural(answer.Distance, "ply"))
		}
	})
}
