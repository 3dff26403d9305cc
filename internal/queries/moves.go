// Package queries answers questions about one position, one board, one point or one log: crownhead moves, perft,
// infer, ik and replay.
package queries

import (
	"fmt"
	"io"

	"crownhead/board"
	"crownhead/internal/cli"
)

// movesAnswer is the JSON of crownhead moves.
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

// Moves prints the legal moves of a position.
func Moves(fen string, out *cli.Output) error {
	p, err := board.ParseFEN(fen)
	if err != nil {
		return cli.BadInput("moves", err, cli.FENHint)
	}
	answer := movesAnswer{FEN: p.FEN(), Moves: []moveAnswer{}}
	for _, m := range p.Moves() {
		answer.Moves = append(answer.Moves, moveAnswer{
			Move:     p.Notation(m),
			From:     m.From.String(),
			To:       m.To.String(),
			Captures: board.SquareNames(p.CaptureOrder(m)),
			FENAfter: p.Play(m).FEN(),
		})
	}
	return out.Print(answer, func(w io.Writer) {
		for _, m := range answer.Moves {
			fmt.Fprintf(w, "%-12s %s\n", m.Move, m.FENAfter)
		}
	})
}
