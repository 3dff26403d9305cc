package selfplay

import (
	"math"
	"slices"
	"testing"

	"crownhead/board"
	"crownhead/engine/mcts"
)

// Without heat the best is played, with much of it nearly anything; it cools by half in as many
// plies as the plan says.
func TestTemperature(t *testing.T) {
	r := mcts.Result{Actions: []mcts.ActionResult{{Action: 1, Policy: 0.2}, {Action: 2, Policy: 0.8}}}
	for _, c := range []struct {
		heat, cooling, want float64 // share of the worse action
		plies               int
	}{{0, 10, 0, 0}, {1, 1e6, 0.2, 0}, {2, 1e6, 1. / 3, 0}, {1, 2, 1. / 17, 2}, {1, 2, 0, 8}} {
		p := Defaults()
		p.Temperature, p.Cooling = c.heat, c.cooling
		g := board.NewGame(board.Start(), board.FederationRules)
		for range c.plies {
			g, _ = g.Play(g.Position().Moves()[0])
		}
		m := newGameRun(p, 5)
		m.setGame(g)
		worse := 0
		const tries = 4000
		for range tries {
			if m.sampleAction(r) == 1 {
				worse++
			}
		}
		if got := float64(worse) / tries; math.Abs(got-c.want) > 0.03 || c.want == 0 && worse > 0 {
			t.Errorf("heat %v, ply %d: the worse action %v of the time, want %v", c.heat, c.plies, got, c.want)
		}
	}
}

// Games begin with different plies of chance, and beginnings that are decided are given up.
func TestBeginnings(t *testing.T) {
	const even = 0.15
	seen, searched := map[int]bool{}, 0
	for i, g := range games(t, 30, func(p *Plan) { p.Opening, p.Full, p.Even = 9, 0, even }) {
		random := 0
		for random < len(g.Decisions)-1 && !g.Decisions[random].Searched {
			random++
		}
		seen[random] = true
		first := g.Decisions[random]
		if math.Abs(float64(first.Value)) <= even {
			searched++
		} else {
			t.Logf("game %d begins with %v", i, first.Value)
		}
	}
	if len(seen) < 6 || searched < 25 {
		t.Errorf("plies of chance %v; %d begin evenly", seen, searched)
	}
	one := map[bool]bool{}
	for _, g := range games(t, 8, func(p *Plan) { p.Opening, p.Full, p.Even = 1, 0, 1 }) {
		one[g.Decisions[0].Searched] = true
	}
	if len(one) != 2 {
		t.Errorf("one ply of chance at most: the first is searched: %v", one)
	}
}

// Every game has noise of its own.
func TestNoiseOfGames(t *testing.T) {
	two := games(t, 2, func(p *Plan) { p.Full, p.Opening = 1, 0 })
	if a, b := two[0].Decisions[0], two[1].Decisions[0]; slices.Equal(a.Policy, b.Policy) {
		t.Errorf("twice %+v", a)
	}
}
