package main

import (
	"fmt"
	"io"
	"strings"

	"crownhead/board"
	"crownhead/board/sensing"
	"crownhead/face/say"
)

func inferCommand() command {
	return command{
		name:    "infer",
		usage:   "--fen FEN [--prev FEN] --bits HEX [--dead SQ,...] [--lang uk|ru|en] [--json]",
		summary: "tells what an occupancy of the board means in a position; exit 1 unless it is a legal move",
		run:     runInfer,
	}
}

// inferAnswer is the JSON of the command infer.
type inferAnswer struct {
	Verdict    string   `json:"verdict"`
	Move       string   `json:"move"`
	FENAfter   string   `json:"fen_after"`
	Candidates []string `json:"candidates"`
	Say        string   `json:"say"`
	Squares    []string `json:"squares"`
}

func runInfer(c *call) error {
	fen := c.flags.String("fen", "", "the position before the move")
	prev := c.flags.String("prev", "", "the position before the visitor's last move")
	bits := c.flags.String("bits", "", "the occupied squares, eight hexadecimal digits")
	dead := c.flags.String("dead", "", "squares whose sensors are not to be trusted, with commas")
	lang := c.flags.String("lang", string(say.Ukrainian), "the language of what is said")
	c.withJSON()
	if err := c.parse(0, 0); err != nil {
		return err
	}
	q, err := inferQuery(*fen, *prev, *bits, *dead)
	if err != nil {
		return err
	}
	language, err := say.ParseLang(*lang)
	if err != nil {
		return badInput("infer", err, "--lang uk, ru or en")
	}
	answer := answerInfer(q, language)
	if err := c.print(answer, answer.write); err != nil {
		return err
	}
	if answer.Verdict != string(sensing.MoveMade) {
		return errNo
	}
	return nil
}

func inferQuery(fen, prev, bits, dead string) (sensing.Query, error) {
	var q sensing.Query
	var err error
	if q.Position, err = board.ParseFEN(fen); err != nil {
		return q, badInput("infer: --fen", err, fenHint)
	}
	if prev != "" {
		p, err := board.ParseFEN(prev)
		if err != nil {
			return q, badInput("infer: --prev", err, fenHint)
		}
		q.Prev = &p
	}
	if q.Bits, err = board.ParseBits(bits); err != nil {
		return q, badInput("infer: --bits", err, "bit i is the i-th dark square from a1: the start position is fff00fff")
	}
	if dead == "" {
		return q, nil
	}
	for _, name := range strings.Split(dead, ",") {
		s, err := board.ParseSquare(strings.TrimSpace(name))
		if err != nil {
			return q, badInput("infer: --dead", err, "dark squares with commas, such as c3,d4")
		}
		q.Unknown |= s.Bit()
	}
	return q, nil
}

func answerInfer(q sensing.Query, lang say.Lang) inferAnswer {
	r := sensing.Infer(q)
	answer := inferAnswer{
		Verdict:    string(r.Verdict),
		Candidates: moveNames(q.Position, r.Candidates),
		Squares:    squareNames(r.Squares),
	}
	switch r.Verdict {
	case sensing.MoveMade:
		answer.Move, answer.FENAfter = q.Position.Notation(r.Move), r.After.FEN()
	case sensing.Illegal:
		answer.Candidates = moveNames(q.Position, r.Nearest)
	}
	if r.Say.Key != "" {
		answer.Say = say.Text(lang, say.Key(r.Say.Key), say.Args{Squares: squareNames(r.Say.Squares), Move: r.Say.Move})
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

func (a inferAnswer) write(w io.Writer) {
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
