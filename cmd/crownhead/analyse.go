package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"runtime"
	"syscall"
	"time"

	"crownhead/board"
	"crownhead/engine"
	"crownhead/engine/analysis"
	"crownhead/engine/levels"
	"crownhead/engine/search"
	"crownhead/face/say"
)

func analyseCommand() command {
	return command{
		"analyse",
		"--fen FEN [--time S|--nodes N|--depth N] [--level NAME] [--lines K] [--move MOVE] [--draws RULES] [--lang uk|ru|en] [--json]",
		"tells the best move of a position with its win estimate, the best lines, what is threatened, and what is to be said about a move",
		runAnalyse,
	}
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

// analyseTime is for how long a position is looked at if nobody says.
const analyseTime = time.Second

func runAnalyse(c *call) error {
	q, err := analyseFlags(c)
	if err != nil {
		return err
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	answer, err := q.answer(ctx)
	if err != nil {
		return badInput("analyse", err, "a position in which a move can be made is wanted")
	}
	return c.print(answer, answer.write)
}

func analyseFlags(c *call) (inquiry, error) {
	var q inquiry
	f := c.flags
	fen := f.String("fen", "", "the position")
	seconds := f.Float64("time", 0, "seconds for the search; if nothing limits it, 1")
	f.Int64Var(&q.limits.Nodes, "nodes", 0, "positions that the search may visit")
	f.IntVar(&q.limits.Depth, "depth", 0, "plies that it looks ahead")
	f.StringVar(&q.level, "level", "", "the move is that of this level, with the level's limits if there are no others; what else is said is not the level's")
	f.IntVar(&q.lines, "lines", 1, "how many of the best moves are told")
	move := f.String("move", "", "a move to be judged")
	draws := f.String("draws", "federation", "draw rules: federation or article")
	lang := f.String("lang", string(say.Ukrainian), "the language of what is said")
	c.withJSON()
	if err := c.parse(0, 0); err != nil {
		return q, err
	}
	if !(*seconds >= 0 && *seconds <= 3600) || q.limits.Nodes < 0 || q.limits.Depth < 0 || q.lines < 1 {
		return q, c.badUsage(errors.New("--time is 0 to 3600, --nodes and --depth are at least 0, --lines at least 1"))
	}
	q.limits.Time = time.Duration(*seconds * float64(time.Second))
	return q, q.understand(*fen, *move, *draws, *lang)
}

func (q *inquiry) understand(fen, move, draws, lang string) error {
	p, err := board.ParseFEN(fen)
	if err != nil {
		return badInput("analyse: --fen", err, fenHint)
	}
	rules, err := board.ParseDrawRules(draws)
	if err != nil {
		return badInput("analyse: --draws", err, "the default is federation")
	}
	q.game = board.NewGame(p, rules)
	if q.lang, err = say.ParseLang(lang); err != nil {
		return badInput("analyse", err, "--lang uk, ru or en")
	}
	if move != "" {
		if q.move, err = p.ParseMove(move); err != nil {
			return badInput("analyse: --move", err, "crownhead moves --fen lists the legal ones")
		}
		q.judged = true
	}
	return q.limit()
}

// limit chooses the limits that nobody has named.
func (q *inquiry) limit() error {
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
		return badInput("analyse: --level", err, "--level NAME is one of them")
	case l.Weights != "" && q.limits.Depth > 0:
		return badInput("analyse: --depth", fmt.Errorf("%s has no depth", l.Name), "--nodes or --time limits a generation")
	case none:
		q.choice = l.Limits
	}
	return nil
}

// answer searches and judges.
func (q inquiry) answer(ctx context.Context) (analyseAnswer, error) {
	o := search.DefaultOptions()
	if q.limits.Nodes == 0 && q.limits.Depth == 0 {
		o.Threads = runtime.NumCPU()
	}
	analyst := analysis.New(o)
	begun := time.Now()
	best, lines, err := q.search(ctx, analyst)
	if err != nil {
		return analyseAnswer{}, err
	}
	took := time.Since(begun)
	threats, err := analyst.Threats(ctx, q.game.Position())
	if err != nil {
		return analyseAnswer{}, err
	}
	a := newAnalyseAnswer(q, best, lines, threats, took)
	if q.judged {
		j, err := analyst.Assess(ctx, q.game, q.move, q.limits)
		if err != nil {
			return a, err
		}
		a.Judged = newJudgedAnswer(q, j)
	}
	return a, nil
}

// search finds the move, as the level would if one is given, and the lines.
func (q inquiry) search(ctx context.Context, analyst *analysis.Analyst) (engine.Answer, []search.Candidate, error) {
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
