package queries

import (
	"fmt"
	"io"
	"strings"

	"crownhead/board"
	"crownhead/board/sensing"
	"crownhead/face/say"
	"crownhead/internal/cli"
)

// inferAnswer is the JSON of crownhead infer.
type inferAnswer struct {
	Verdict    string   `json:"verdict"`
	Move       string   `json:"move"`
	FENAfter   string   `json:"fen_after"`
	Candidates []string `json:"candidates"`
	Say        string   `json:"say"`
	Squares    []string `json:"squares"`
}

// InferOptions are those of crownhead infer.
type InferOptions struct {
	FEN  string // the position before the move
	Prev string // the position before the visitor's last move, if any
	Bits string // the occupied squares
	Dead string // squares whose sensors are not to be trusted
	Lang string // of the sentence
}

// Infer prints what an occupancy of the board means in a position. The answer is "no" unless it is a legal move.
func Infer(o InferOptions, out *cli.Output) error {
	q, err := o.parseQuery()
	if err != nil {
		return err
	}
	language, err := say.ParseLang(o.Lang)
	if err != nil {
		return cli.BadInput("infer", err, "--lang uk, ru or en")
	}
	answer := newInferAnswer(q, language)
	if err := out.Print(answer, answer.writeText); err != nil {
		return err
	}
	if answer.Verdict != string(sensing.MoveMade) {
		return cli.ErrNegative
	}
	return nil
}

func (o InferOptions) parseQuery() (sensing.Query, error) {
	var q sensing.Query
	var err error
	if q.Position, err = board.ParseFEN(o.FEN); err != nil {
		return q, cli.BadInput("infer: --fen", err, cli.FENHint)
	}
	if o.Prev != "" {
		p, err := board.ParseFEN(o.Prev)
		if err != nil {
			return q, cli.BadInput("infer: --prev", err, cli.FENHint)
		}
		q.Prev = &p
	}
	if q.Bits, err = board.ParseBits(o.Bits); err != nil {
		return q, cli.BadInput("infer: --bits", err,
			"bit i is the i-th dark square from a1: the start position is fff00fff")
	}
	if o.Dead == "" {
		return q, nil
	}
	for _, name := range strings.Split(o.Dead, ",") {
		s, err := board.ParseSquare(strings.TrimSpace(name))
		if err != nil {
			return q, cli.BadInput("infer: --dead", err, "dark squares with commas, such as c3,d4")
		}
		q.Unknown |= s.Bit()
	}
	return q, nil
}

func newInferAnswer(q sensing.Query, lang say.Lang) inferAnswer {
	r := sensing.Infer(q)
	answer := inferAnswer{
		Verdict:    string(r.Verdict),
		Candidates: moveNames(q.Position, r.Candidates),
		Squares:    board.SquareNames(r.Squares),
	}
	switch r.Verdict {
	case sensing.MoveMade:
		answer.Move, answer.FENAfter = q.Position.Notation(r.Move), r.After.FEN()
	case sensing.Illegal:
		answer.Candidates = moveNames(q.Position, r.Nearest)
	}
	if r.Say.Key != "" {
		answer.Say = say.Text(lang, say.Key(r.Say.Key),
			say.Args{Squares: board.SquareNames(r.Say.Squares), Move: r.Say.Move})
	}
	return answer
}

func moveNames(p board.Position, moves []board.Move) []string {
	names := make([]string, len(moves))
	for i, m := range moves {
		names[i] = p.Notation(m)
	}
	return names
}

func (a inferAnswer) writeText(w io.Writer) {
	fmt.Fprintln(w, a.Verdict, a.Move)
	if a.FENAfter != "" {
		fmt.Fprintln(w, a.FENAfter)
	}
	if a.Say != "" {
		fmt.Fprintln(w, a.Say)
	}
	if len(a.Candidates) > 0 {
		fmt.Fprintln(w, "could be:", strings.Join(a.Candidates, " "))
	}
	if len(a.Squares) > 0 {
		fmt.Fprintln(w, "differ:", strings.Join(a.Squares, " "))
	}
}
