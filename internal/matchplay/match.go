// Package matchplay plays engine against engine: a match between two of crownhead's players or other programs, and this
// engine for other programs by the Hub protocol.
package matchplay

import (
	"context"
	"errors"
	"fmt"
	"time"

	"crownhead/board"
	"crownhead/engine"
	"crownhead/engine/endgame"
	"crownhead/engine/match"
	"crownhead/internal/cli"
	"crownhead/internal/plaintext"
)

// mostGames is more than anybody waits for.
const mostGames = 100_000_000

// Options are those of crownhead match.
type Options struct {
	A, B        string // the sides
	Games       int
	Seconds     float64 // for each move
	Nodes       int64   // that each move may visit
	Openings    string  // file; the program's own if empty
	SPRT        string
	Seed        uint64
	Concurrency int // games at once
	Adjudicate  bool
	Draws       string // rules
	PDN         string // file that the games are written to
}

// Run plays a match and prints its result, on interruption what was played until then.
func Run(ctx context.Context, o Options, out *cli.Output) error {
	m, err := o.newMatch()
	if err != nil {
		return err
	}
	games, err := newGameFile(o.PDN, m)
	if err != nil {
		return cli.BadInput("match: --pdn", err, "--pdn names a file that can be written")
	}
	if pairs := (m.Games + 1) / 2; pairs > len(m.Openings) {
		fmt.Fprintf(out.Stderr,
			"only %s for %d pairs: they come again, and players limited by nodes may then repeat a game\n",
			cli.Plural(len(m.Openings), "opening"), pairs)
	}
	report := &matchReport{w: out.Stderr, match: m, begun: time.Now()}
	m.OnGame, m.OnPair = games.writeGame, report.showStanding
	r, err := m.Play(ctx)
	if err = errors.Join(err, games.closeFile()); err != nil && r.Games() == 0 {
		return cli.BadInput("match", err,
			"what plays and where it writes must work; crownhead match --help shows how sides are written")
	}
	if printed := out.Print(newMatchAnswer(m, r, time.Since(report.begun)), report.resultWriter(r)); printed != nil {
		return printed
	}
	const kept = "the result is that of the games played until then"
	switch {
	case err != nil:
		return cli.NegativeAnswer("match", err, kept)
	case ctx.Err() != nil:
		return cli.NegativeAnswer("match", fmt.Errorf("interrupted: %d of %s played", r.Games(), cli.Plural(m.Games, "game")),
			kept)
	}
	return nil
}

// newMatch makes the match of the options.
func (o Options) newMatch() (*match.Match, error) {
	if o.Games < 1 || o.Games > mostGames || o.Concurrency < 1 || !(o.Seconds >= 0 && o.Seconds <= 3600) ||
		o.Nodes < 0 {
		return nil, cli.BadUsage(
			"--games must be 1 to %d, --concurrency at least 1, --time 0 to 3600, --nodes at least 0",
			mostGames,
		)
	}
	m := &match.Match{Games: o.Games, Seed: o.Seed, Concurrency: o.Concurrency}
	limits := engine.Limits{Time: time.Duration(o.Seconds * float64(time.Second)), Nodes: o.Nodes}
	var err error
	for _, side := range []struct {
		flag, text string
		to         *match.Side
	}{{"--a", o.A, &m.A}, {"--b", o.B, &m.B}} {
		if *side.to, err = match.ParseSide(side.text, limits); err != nil {
			return nil, cli.BadInput(side.flag, err, "a side is "+match.SideSyntax)
		}
	}
	if m.Rules, err = board.ParseDrawRules(o.Draws); err != nil {
		return nil, cli.BadInput("--draws", err, "the default is federation")
	}
	if o.SPRT != "" {
		test, err := match.ParseSPRT(o.SPRT)
		if err != nil {
			return nil, cli.BadInput("--sprt", err,
				"--sprt 0,10 asks whether a is better by 10 Elo rather than by none")
		}
		m.SPRT = &test
	}
	if o.Adjudicate {
		m.AdjudicateBy = endgame.Embedded()
	}
	m.Openings, err = o.readOpenings()
	return m, err
}

func (o Options) readOpenings() ([]board.Position, error) {
	if o.Openings == "" {
		return match.Openings(), nil
	}
	const most = 64 << 20 // bytes
	text, err := cli.ReadAtMost(o.Openings, most)
	var ps []board.Position
	if err == nil {
		ps, err = match.ReadOpenings(o.Openings, plaintext.Decode(text))
	}
	if err != nil {
		return nil, cli.BadInput("--openings", err, "a file has a position (FEN) a line, or games in PDN")
	}
	return ps, nil
}
