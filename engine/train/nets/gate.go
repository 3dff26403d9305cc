package nets

import (
	"context"
	"fmt"
	"strings"
	"time"

	"crownhead/board"
	"crownhead/engine"
	"crownhead/engine/endgame"
	"crownhead/engine/match"
	"crownhead/engine/mcts"
	"crownhead/engine/net"
	"crownhead/engine/train/loop"
	"crownhead/internal/atomicfile"
)

// leastRatio is how many games a net must win for each that it loses, to be accepted.
const leastRatio = 1.3

// gateNodes is how large a tree may become in the match: far more than its playouts make.
const gateNodes = 1 << 17

// playGate plays the new net against the player of the games, and decides whether it is accepted.
func (t *training) playGate(ctx context.Context, candidate *net.Net) error {
	g, p := t.current, t.current.Plan
	var games strings.Builder
	m := match.Match{
		A: t.matchSide(g.name(), candidate.Evaluator), B: t.matchSide(t.playerName(), t.player),
		Games: p.GateGames, Openings: match.Openings(), Seed: p.Seed,
		Rules: board.FederationRules, Concurrency: t.Workers, AdjudicateBy: endgame.Embedded(),
	}
	m.OnGame = func(played match.Game) {
		appendPDN(&games, m.A.Name, m.B.Name, played)
		if played.Points == 2 {
			g.Won = newGateSample(m.A.Name, m.B.Name, played)
		}
	}
	if p.GateTest > 0 {
		m.SPRT = &match.SPRT{Elo1: p.GateTest}
	}
	m.OnPair = func(res match.Result) {
		t.reportProgress(loop.PhaseGate, min(1, float64(res.Games())/float64(p.GateGames)), "")
	}
	begun := time.Now()
	result, err := m.Play(ctx)
	if err == nil {
		err = ctx.Err()
	}
	if err != nil {
		return fmt.Errorf("nets: playing the match: %w", err)
	}
	if len(result.FirstFaults) > 0 {
		return fmt.Errorf("nets: playing the match: %s", result.FirstFaults[0])
	}
	if took := time.Since(begun).Seconds(); took > 0 {
		g.Pace.Playouts = float64(result.Usage[0].Nodes+result.Usage[1].Nodes) / took
	}
	g.recordMatch(result, lastAccepted(t.finished))
	if err := atomicfile.Write(t.folders.Path(g.Number, gateFile), []byte(games.String())); err != nil {
		return fmt.Errorf("nets: keeping the games of the match: %w", err)
	}
	return nil
}

// matchSide is a player of the match.
func (t *training) matchSide(name string, newEvaluator func() net.Evaluator) match.Side {
	o := mcts.DefaultOptions()
	o.Nodes = gateNodes
	limits := engine.Limits{Nodes: int64(t.current.Plan.GatePlayouts)}
	return match.NetworkSide(name, func() (net.Evaluator, error) { return newEvaluator(), nil }, o, limits)
}

// recordMatch records the match against the best so far, nil if there is none, and whether the
// generation is accepted: it must have won clearly more games than it lost, and be better with 95 %
// certainty. Where the sequential test ended the match, it must have ended it for the new net.
func (g *Generation) recordMatch(r match.Result, best *Generation) {
	elo, low, high := r.Elo()
	g.Elo = elo
	if best != nil {
		g.Elo += best.Elo
	}
	g.Gate = MatchTally{
		Wins: r.Wins, Draws: r.Draws, Losses: r.Losses, Elo: elo, Low: low, High: high,
		Verdict: r.Verdict,
	}
	g.Accepted = float64(r.Wins) >= leastRatio*float64(r.Losses) && low > 0 && r.Verdict != "H0"
}

// appendPDN adds a game to those of a match between a and b.
func appendPDN(to *strings.Builder, a, b string, g match.Game) {
	tags := board.Tags{
		Event: "crownhead training", Round: fmt.Sprintf("%d.%d", g.Number/2+1, g.Number%2+1),
		White: a, Black: b,
	}
	if !g.AWhite {
		tags.White, tags.Black = b, a
	}
	to.WriteString(g.Record.PDN(tags) + "\n")
}
