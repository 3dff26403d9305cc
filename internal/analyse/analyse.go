// Package analyse is crownhead analyse: the best move of a position, the best lines, what is threatened, and what is
// to be said about a move.
package analyse

import (
	"context"
	"fmt"
	"runtime"
	"time"

	"crownhead/board"
	"crownhead/engine"
	"crownhead/engine/analysis"
	"crownhead/engine/levels"
	"crownhead/engine/search"
	"crownhead/face/say"
	"crownhead/internal/cli"
)

// Options are those of crownhead analyse.
type Options struct {
	FEN     string
	Seconds float64 // of the search
	Nodes   int64   // that the search may visit
	Depth   int     // plies that it looks ahead
	Level   string  // whose move it is; "" for the best
	Lines   int     // how many of the best moves are shown
	Move    string  // to be judged, if any
	Draws   string  // rules
	Lang    string  // of the sentences
}

// Run analyses a position and prints what it finds.
func Run(ctx context.Context, o Options, out *cli.Output) error {
	q, err := o.newInquiry()
	if err != nil {
		return err
	}
	answer, err := q.findAnswer(ctx)
	if err != nil {
		return cli.BadInput("analyse", err, "a position in which a move can be made is wanted")
	}
	return out.Print(answer, answer.writeText)
}

// An inquiry is what analyse is asked.
type inquiry struct {
	game   board.Game
	limits engine.Limits // of what is said about the position
	level  string
	choice engine.Limits // of the level
	lines  int
	move   board.Move
	judged bool // about a move, too
	lang   say.Lang
}

// analyseTime is for how long a position is searched if nothing limits it.
const analyseTime = time.Second

// newInquiry makes the inquiry of the options.
func (o Options) newInquiry() (inquiry, error) {
	q := inquiry{level: o.Level, lines: o.Lines, limits: engine.Limits{Nodes: o.Nodes, Depth: o.Depth}}
	if !(o.Seconds >= 0 && o.Seconds <= 3600) || o.Nodes < 0 || o.Depth < 0 || o.Lines < 1 {
		return q, cli.BadUsage("--time is 0 to 3600, --nodes and --depth are at least 0, --lines at least 1")
	}
	q.limits.Time = time.Duration(o.Seconds * float64(time.Second))
	p, err := board.ParseFEN(o.FEN)
	if err != nil {
		return q, cli.BadInput("analyse: --fen", err, cli.FENHint)
	}
	rules, err := board.ParseDrawRules(o.Draws)
	if err != nil {
		return q, cli.BadInput("analyse: --draws", err, "the default is federation")
	}
	q.game = board.NewGame(p, rules)
	if q.lang, err = say.ParseLang(o.Lang); err != nil {
		return q, cli.BadInput("analyse", err, "--lang uk, ru or en")
	}
	if o.Move != "" {
		if q.move, err = p.ParseMove(o.Move); err != nil {
			return q, cli.BadInput("analyse: --move", err, "crownhead moves --fen lists the legal ones")
		}
		q.judged = true
	}
	return q, q.chooseLimits()
}

// chooseLimits fills in the limits that nobody has named.
func (q *inquiry) chooseLimits() error {
	q.choice = q.limits
	none := q.limits == (engine.Limits{})
	if none {
		q.limits.Time = analyseTime
	}
	if q.level == "" {
		return nil
	}
	l, err := levels.Lookup(q.level)
	switch {
	case err != nil:
		return cli.BadInput("analyse: --level", err, "--level NAME is one of them")
	case l.Weights != "" && q.limits.Depth > 0:
		return cli.BadInput("analyse: --depth", fmt.Errorf("%s has no depth", l.Name),
			"--nodes or --time limits a generation")
	case none:
		q.choice = l.Limits
	}
	return nil
}

// findAnswer searches and judges.
func (q inquiry) findAnswer(ctx context.Context) (analyseAnswer, error) {
	o := search.DefaultOptions()
	if q.limits.Nodes == 0 && q.limits.Depth == 0 {
		o.Threads = runtime.NumCPU()
	}
	analyst := analysis.New(o)
	begun := time.Now()
	best, lines, err := q.searchLines(ctx, analyst)
	if err != nil {
		return analyseAnswer{}, err
	}
	took := time.Since(begun)
	threats, err := analyst.Threats(ctx, q.game.Position())
	if err != nil {
		return analyseAnswer{}, err
	}
	a := newAnalyseAnswer(q.game.Position(), q.lang, best, lines, threats, took)
	if q.judged {
		j, err := analyst.Assess(ctx, q.game, q.move, q.limits)
		if err != nil {
			return a, err
		}
		a.Judged = newJudgedAnswer(q.game.Position(), q.lang, j)
	}
	return a, nil
}

// searchLines finds the move, as the level would if one is given, and the lines.
func (q inquiry) searchLines(
	ctx context.Context, analyst *analysis.Analyst,
) (engine.Answer, []search.Candidate, error) {
	if q.level == "" {
		return analyst.BestLines(ctx, q.game, q.limits, q.lines)
	}
	p, _, err := levels.New(q.level, 1)
	if err != nil {
		return engine.Answer{}, nil, fmt.Errorf("level: %w", err)
	}
	best, err := p.Choose(ctx, q.game, q.choice)
	if err != nil || q.lines == 1 {
		return best, []search.Candidate{{Move: best.Move, Score: best.Score, Line: best.Line}}, err
	}
	_, lines, err := analyst.BestLines(ctx, q.game, q.limits, q.lines)
	return best, lines, err
}
