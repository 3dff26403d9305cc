package nets

import (
	"context"
	"fmt"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"crownhead/board"
	"crownhead/engine"
	"crownhead/engine/endgame"
	"crownhead/engine/match"
	"crownhead/engine/mcts"
	"crownhead/engine/net"
	"crownhead/engine/train/store"
)

// leastRatio is how many games a net must win for each that it loses, to be accepted.
const leastRatio = 1.3

// gateNodes is how large a tree may become in the match: far more than its playouts make.
const gateNodes = 1 << 17

// side is a player of the match.
func (r *run) side(name string, fresh func() net.Evaluator) match.Side {
	o := mcts.DefaultOptions()
	o.Nodes = gateNodes
	return match.NetSide(name, func() (net.Evaluator, error) { return fresh(), nil }, o, engine.Limits{Nodes: int64(r.now.Plan.GatePlayouts)})
}

// gate plays the new net against the player of the games, and decides.
func (r *run) gate(ctx context.Context, candidate *net.Net) error {
	p := r.now.Plan
	var games strings.Builder
	m := match.Match{
		A: r.side(r.now.title(), candidate.Evaluator), B: r.side(r.title(), r.player),
		Games: p.GateGames, Openings: match.Openings(), Seed: p.Seed, Rules: board.FederationRules, Concurrency: r.Workers,
		Adjudicate: endgame.Embedded(),
	}
	m.Each = func(g match.Game) {
		writeGame(&games, m.A.Name, m.B.Name, g)
		if g.Points == 2 {
			r.now.Won = sampleOfGate(m.A.Name, m.B.Name, g)
		}
	}
	if p.GateTest > 0 {
		m.Test = &match.SPRT{Elo1: p.GateTest}
	}
	m.Now = func(res match.Result) { r.tell(StageGate, min(1, float64(res.Games())/float64(p.GateGames)), "") }
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
		r.now.Pace.Playouts = float64(result.Use[0].Nodes+result.Use[1].Nodes) / took
	}
	r.now.decide(result, lastAccepted(r.all))
	return store.WriteWhole(filepath.Join(r.path(gateFile)), []byte(games.String()))
}

// title is what a generation is called among players.
func (g *Generation) title() string { return "generation " + strconv.Itoa(g.Number) }

// title is what the player of the games is called.
func (r *run) title() string {
	if best := lastAccepted(r.all); best != nil {
		return best.title()
	}
	return Untaught
}

// decide takes down the match against the best so far, nil if there is none, and whether the generation is accepted: it must have won
// clearly more than it lost, and be better with 95 % certainty. Where the sequential test ended the match it must have ended it for the
// new net.
func (g *Generation) decide(r match.Result, best *Generation) {
	elo, low, high := r.Elo()
	g.Elo = elo
	if best != nil {
		g.Elo += best.Elo
	}
	g.Gate = Tally{Wins: r.Wins, Draws: r.Draws, Losses: r.Losses, Elo: elo, Low: low, High: high, Verdict: r.Verdict}
	g.Accepted = float64(r.Wins) >= leastRatio*float64(r.Losses) && low > 0 && r.Verdict != "H0"
}

// writeGame adds a game to those of a match.
func writeGame(to *strings.Builder, a, b string, g match.Game) {
	tags := board.Tags{Event: "crownhead training", Round: fmt.Sprintf("%d.%d", g.Number/2+1, g.Number%2+1), White: a, Black: b}
	if !g.AWhite {
		tags.White, tags.Black = b, a
	}
	to.WriteString(g.Board.PDN(tags) + "\n")
}
