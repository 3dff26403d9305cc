package analyse

import (
	"fmt"
	"io"
	"strings"
	"time"

	"crownhead/board"
	"crownhead/engine"
	"crownhead/engine/analysis"
	"crownhead/engine/search"
	"crownhead/face/say"
	"crownhead/internal/cli"
)

// analyseAnswer is the JSON of analyse. Win is in [-1, 1] and Score in hundredths of a man, both for the side to move.
type analyseAnswer struct {
	Move     string         `json:"move"`
	FENAfter string         `json:"fen_after"`
	Win      float64        `json:"win"`
	Score    int            `json:"score"`
	Line     []string       `json:"line"`
	Depth    int            `json:"depth"`
	Nodes    int64          `json:"nodes"`
	Seconds  float64        `json:"seconds"`
	Lines    []lineAnswer   `json:"lines"`
	Threats  []threatAnswer `json:"threats"`
	Judged   *judgedAnswer  `json:"judged,omitempty"` // if a move was asked about
}

type lineAnswer struct {
	Move  string   `json:"move"`
	Win   float64  `json:"win"`
	Score int      `json:"score"`
	Line  []string `json:"line"`
}

// threatAnswer is what the side that is not to move would play; its line begins with its move.
type threatAnswer struct {
	Key      string   `json:"key"`
	Move     string   `json:"move"`
	Line     []string `json:"line"`
	Captures []string `json:"captures"`
	Crowned  string   `json:"crowned"` // where a man would become king
	Gain     int      `json:"gain"`    // in men, a king for three
	Text     string   `json:"text"`
}

type judgedAnswer struct {
	Move     string          `json:"move"`
	Win      float64         `json:"win"`
	Score    int             `json:"score"`
	Loss     int             `json:"loss"`  // against the best move
	Reply    string          `json:"reply"` // the best answer to it
	Line     []string        `json:"line"`
	Findings []findingAnswer `json:"findings"`
}

type findingAnswer struct {
	Key     string   `json:"key"`
	Move    string   `json:"move"` // the better move, or the answer, that it is about
	Squares []string `json:"squares"`
	Pieces  int      `json:"pieces"`
	Plies   int      `json:"plies"` // after which that has happened; 0: not known
	Text    string   `json:"text"`
}

func newAnalyseAnswer(
	p board.Position,
	lang say.Lang,
	best engine.Answer,
	lines []search.Candidate,
	threats []analysis.Threat,
	took time.Duration,
) analyseAnswer {
	a := analyseAnswer{
		Move: p.Notation(best.Move), FENAfter: p.Play(best.Move).FEN(),
		Win: best.Win, Score: best.Score, Line: lineNames(p, best.Line),
		Depth: best.Depth, Nodes: best.Nodes, Seconds: took.Seconds(), Lines: []lineAnswer{}, Threats: []threatAnswer{},
	}
	for _, c := range lines {
		a.Lines = append(a.Lines,
			lineAnswer{p.Notation(c.Move), search.WinEstimate(c.Score), c.Score, lineNames(p, c.Line)})
	}
	p.Turn = p.Turn.Other()
	for _, t := range threats {
		answer := threatAnswer{
			Key:      string(t.Key),
			Move:     t.Notation,
			Line:     lineNames(p, t.Line),
			Captures: board.SquareNames(t.Captured),
			Gain:     t.Gain,
		}
		args := say.Args{Squares: answer.Captures, Move: t.Notation}
		if t.Crowned != board.NoSquare {
			answer.Crowned = t.Crowned.String()
		}
		if t.Key == analysis.ThreatKing {
			args.Squares = []string{answer.Crowned}
		}
		answer.Text = say.Text(lang, say.Key(t.Key), args)
		a.Threats = append(a.Threats, answer)
	}
	return a
}

func newJudgedAnswer(p board.Position, lang say.Lang, j analysis.Assessment) *judgedAnswer {
	a := &judgedAnswer{
		Move:     p.Notation(j.Move),
		Win:      j.Win,
		Score:    j.Score,
		Loss:     j.Loss(),
		Line:     lineNames(p, j.Line),
		Findings: []findingAnswer{},
	}
	if len(a.Line) > 1 {
		a.Reply = a.Line[1]
	}
	for _, f := range j.Findings {
		squares := board.SquareNames(f.Squares)
		a.Findings = append(a.Findings, findingAnswer{
			Key: string(f.Key), Move: f.Other, Squares: squares, Pieces: f.Pieces, Plies: f.Plies,
			Text: say.Text(lang, say.Key(f.Key), say.Args{Squares: squares, Move: f.Other}),
		})
	}
	return a
}

// lineNames writes a line in notation, as far as it is legal.
func lineNames(p board.Position, line []board.Move) []string {
	names := []string{}
	for _, m := range line {
		if !p.Legal(m) {
			break
		}
		names = append(names, p.Notation(m))
		p = p.Play(m)
	}
	return names
}

func (a analyseAnswer) writeText(w io.Writer) {
	fmt.Fprintf(w, "%s  %s  depth %d, %d positions, %.2f s\n", a.Move, describeScore(a.Win, a.Score), a.Depth, a.Nodes,
		a.Seconds)
	for _, l := range a.Lines {
		fmt.Fprintf(w, "  %s  %s\n", describeScore(l.Win, l.Score), strings.Join(l.Line, " "))
	}
	for _, t := range a.Threats {
		fmt.Fprintf(w, "%s  (%s)\n", t.Text, strings.Join(t.Line, " "))
	}
	if a.Judged == nil {
		return
	}
	fmt.Fprintf(w, "%s  %s  %s\n", a.Judged.Move, describeScore(a.Judged.Win, a.Judged.Score),
		strings.Join(a.Judged.Line, " "))
	for _, f := range a.Judged.Findings {
		fmt.Fprintln(w, f.Text)
	}
}

// describeScore is a score for people: how likely the side to move wins, and by how many men it is ahead.
func describeScore(win float64, score int) string {
	if plies, sure := search.DistanceToEnd(score); sure {
		if score > 0 {
			return fmt.Sprintf("won in %s", cli.Plural(plies, "ply"))
		}
		return fmt.Sprintf("lost in %s", cli.Plural(plies, "ply"))
	}
	return fmt.Sprintf("%3.0f %% (%+.2f)", 50*(win+1), float64(score)/100)
}
