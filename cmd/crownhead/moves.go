package main

import (
	"fmt"
	"io"

	"crownhead/board"
)

const fenHint = `a position is the side to move and both sides' pieces, such as "W:Wa1,Kb2:Bc3"`

func movesCommand() command {
	return command{
		name:    "moves",
		usage:   "--fen FEN [--json]",
		summary: "lists the legal moves of a position",
		run:     runMoves,
	}
}

// movesAnswer is the JSON of the command moves.
type movesAnswer struct {
	FEN   string       `json:"fen"`
	Moves []moveAnswer `json:"moves"`
}

type moveAnswer struct {
	Move     string   `json:"move"`
	From     string   `json:"from"`
	To       string   `json:"to"`
	Captures []string `json:"captures"`
	FENAfter string   `json:"fen_after"`
}

func runMoves(c *call) error {
	fen := c.flags.String("fen", "", "the position")
	c.withJSON()
	if err := c.parse(0, 0); err != nil {
		return err
	}
	p, err := board.ParseFEN(*fen)
	if err != nil {
		return badInput("moves", err, fenHint)
	}
	answer := movesAnswer{FEN: p.FEN(), Moves: []moveAnswer{}}
	for _, m := range p.Moves() {
		answer.Moves = append(answer.Moves, moveAnswer{
			Move:     p.Notation(m),
			From:     m.From.String(),
			To:       m.To.String(),
			Captures: squareNames(p.CaptureOrder(m)),
			FENAfter: p.Play(m).FEN(),
		})
	}
	return c.print(answer, func(w io.Writer) {
		for _, m := range answer.Moves {
			fmt.Fprintf(w, "%-12s %s\n", m.Move, m.FENAfter)
		}
	})
}

// squareNames is never nil, as JSON wants it.
func squareNames(squares []board.Square) []string {
	names := make([]string, len(squares))
	for i, s := range squares {
		names[i] = s.String()
	}
	return names
}
