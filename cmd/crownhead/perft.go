package main

import (
	"fmt"
	"io"
	"time"

	"crownhead/board"
)

func perftCommand() command {
	return command{
		name:    "perft",
		usage:   "--fen FEN --depth N [--paths] [--json]",
		summary: "counts the lines of N legal moves; --paths tells captures apart by their landing squares",
		run:     runPerft,
	}
}

// perftAnswer is the JSON of the command perft.
type perftAnswer struct {
	Nodes   uint64  `json:"nodes"`
	Seconds float64 `json:"seconds"`
}

// deepest keeps a slip of the finger from running for years.
const deepest = 20

func runPerft(c *call) error {
	fen := c.flags.String("fen", board.Start().FEN(), "the position")
	depth := c.flags.Int("depth", -1, "how many moves")
	paths := c.flags.Bool("paths", false, "count every landing sequence of a capture")
	c.withJSON()
	if err := c.parse(0, 0); err != nil {
		return err
	}
	p, err := board.ParseFEN(*fen)
	if err != nil {
		return badInput("perft", err, fenHint)
	}
	if *depth < 0 || *depth > deepest {
		return c.badUsage(fmt.Errorf("--depth %d: want 0 to %d", *depth, deepest))
	}
	count := board.Perft
	if *paths {
		count = board.PerftPaths
	}
	begun := time.Now()
	nodes := count(p, *depth)
	answer := perftAnswer{Nodes: nodes, Seconds: time.Since(begun).Seconds()}
	return c.print(answer, func(w io.Writer) {
		fmt.Fprintf(w, "%d nodes in %.3f s, %.1f million a second\n",
			answer.Nodes, answer.Seconds, float64(answer.Nodes)/answer.Seconds/1e6)
	})
}
