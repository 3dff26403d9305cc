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
	"crownhead/engine/endgame"
	"crownhead/engine/match"
)

func matchCommand() command {
	return command{
		"match",
		"--a SIDE --b SIDE --games N [--time S|--nodes N] [--openings F] [--sprt ELO0,ELO1] [--seed S] [--concurrency N] [--adjudicate] [--draws RULES] [--pdn F] [--json]",
		"plays engine against engine; SIDE is " + match.SideSyntax,
		runMatch,
	}
}

// mostMatchGames is more than anybody waits for.
const mostMatchGames = 100_000_000

// matchOptions are the flags of match.
type matchOptions struct {
	a, b       string
	time       float64
	nodes      int64
	openings   string
	sprt       string
	draws      string
	pdn        string
	adjudicate bool
}

func runMatch(c *call) error {
	m, o, err := matchFlags(c)
	if err != nil {
		return err
	}
	games, err := newGameFile(o.pdn, m)
	if err != nil {
		return badInput("match: --pdn", err, "--pdn names a file that can be written")
	}
	if pairs := (m.Games + 1) / 2; pairs > len(m.Openings) {
		fmt.Fprintf(c.stderr, "only %s for %d pairs: they come again, and players limited by nodes may then repeat a game\n", plural(len(m.Openings), "opening"), pairs)
	}
	report := &matchReport{w: c.stderr, match: m, begun: time.Now()}
	m.OnGame, m.OnPair = games.add, report.show
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	r, err := m.Play(ctx)
	if err = errors.Join(err, games.close()); err != nil && r.Games() == 0 {
		return badInput("match", err, "what plays and where it writes must work; usage: crownhead match "+c.cmd.usage)
	}
	if printed := c.print(newMatchAnswer(m, r, time.Since(report.begun)), report.final(r)); printed != nil {
		return printed
	}
	switch {
	case err != nil:
		return answerNo("match", err, "what was played until then is told")
	case ctx.Err() != nil:
		return answerNo("match", fmt.Errorf("interrupted: %d of %s played", r.Games(), plural(m.Games, "game")), "what was played until then is told")
	}
	return nil
}

// matchFlags reads the flags and what they name.
func matchFlags(c *call) (*match.Match, matchOptions, error) {
	var o matchOptions
	m := &match.Match{}
	c.withJSON()
	f := c.flags
	f.StringVar(&o.a, "a", "", "the side whose wins are counted")
	f.StringVar(&o.b, "b", "", "the other side")
	f.IntVar(&m.Games, "games", 0, "how many games; each opening is played twice with the colours reversed")
	f.Float64Var(&o.time, "time", 0, "seconds for each move")
	f.Int64Var(&o.nodes, "nodes", 0, "positions that each move may visit: the same seed gives the same match")
	f.StringVar(&o.openings, "openings", "", "file of openings, FENs or PDN; those of the program if empty")
	f.StringVar(&o.sprt, "sprt", "", "stop when it is clear whether a is better by ELO1 (H1) or by ELO0 (H0)")
	f.Uint64Var(&m.Seed, "seed", 1, "of the openings' order and of players that choose freely")
	f.IntVar(&m.Concurrency, "concurrency", runtime.NumCPU(), "games at once")
	f.BoolVar(&o.adjudicate, "adjudicate", false, "end games that the endgame tables decide")
	f.StringVar(&o.draws, "draws", "federation", "draw rules: federation or article")
	f.StringVar(&o.pdn, "pdn", "", "file that the games are written to")
	if err := c.parse(0, 0); err != nil {
		return nil, o, err
	}
	return m, o, o.understand(c, m)
}

// understand fills in the match.
func (o matchOptions) understand(c *call, m *match.Match) (err error) {
	if m.Games < 1 || m.Games > mostMatchGames || m.Concurrency < 1 || !(o.time >= 0 && o.time <= 3600) || o.nodes < 0 {
		return c.badUsage(fmt.Errorf("--games must be 1 to %d, --concurrency at least 1, --time 0 to 3600, --nodes at least 0", mostMatchGames))
	}
	limits := engine.Limits{Time: time.Duration(o.time * float64(time.Second)), Nodes: o.nodes}
	for _, side := range []struct {
		flag, text string
		to         *match.Side
	}{{"--a", o.a, &m.A}, {"--b", o.b, &m.B}} {
		if *side.to, err = match.ParseSide(side.text, limits); err != nil {
			return badInput(side.flag, err, "a side is "+match.SideSyntax)
		}
	}
	if m.Rules, err = board.ParseDrawRules(o.draws); err != nil {
		return badInput("--draws", err, "the default is federation")
	}
	if o.sprt != "" {
		test, err := match.ParseSPRT(o.sprt)
		if err != nil {
			return badInput("--sprt", err, "--sprt 0,10 asks whether a is better by 10 Elo rather than by none")
		}
		m.SPRT = &test
	}
	if o.adjudicate {
		m.AdjudicateBy = endgame.Embedded()
	}
	m.Openings, err = o.readOpenings()
	return err
}

func (o matchOptions) readOpenings() ([]board.Position, error) {
	if o.openings == "" {
		return match.Openings(), nil
	}
	text, err := readAtMost(o.openings, mostOpenings)
	var ps []board.Position
	if err == nil {
		ps, err = match.ReadOpenings(o.openings, string(text))
	}
	if err != nil {
		return nil, badInput("--openings", err, "a file has a position (FEN) a line, or games in PDN")
	}
	return ps, nil
}

// mostOpenings is how long a file of openings may be, in bytes.
const mostOpenings = 64 << 20
