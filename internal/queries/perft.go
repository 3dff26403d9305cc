package queries

import (
	"fmt"
	"io"
	"time"

	"crownhead/board"
	"crownhead/internal/cli"
)

// perftAnswer is the JSON of crownhead perft.
type perftAnswer struct {
	Nodes   uint64  `json:"nodes"`
	Seconds float64 `json:"seconds"`
}

// PerftOptions are those of crownhead perft.
type PerftOptions struct {
	FEN   string
	Depth int
	Paths bool // count every landing sequence of a capture
}

// Perft counts the lines of legal moves.
func Perft(o PerftOptions, out *cli.Output) error {
	const deepest = 20 // a slip of the finger must not run for years
	p, err := board.ParseFEN(o.FEN)
	if err != nil {
		return cli.BadInput("perft", err, cli.FENHint)
	}
	if o.Depth < 0 || o.Depth > deepest {
		return cli.BadUsage("--depth %d: want 0 to %d", o.Depth, deepest)
	}
	count := board.Perft
	if o.Paths {
		count = board.PerftPaths
	}
	begun := time.Now()
	nodes := count(p, o.Depth)
	answer := perftAnswer{Nodes: nodes, Seconds: time.Since(begun).Seconds()}
	return out.Print(answer, func(w io.Writer) {
		fmt.Fprintf(w, "%d nodes in %.3f s, %.1f million a second\n",
			answer.Nodes, answer.Seconds, float64(answer.Nodes)/answer.Seconds/1e6)
	})
}
