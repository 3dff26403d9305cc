package board

import (
	"math/rand/v2"
	"testing"
)

// No count is full before as many plies as Free says, whatever is played; and Free is no smaller than it must
// be in one ending at least for each of the counts.
func TestFree(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	exact := map[Reason]int{}
	for range 4000 {
		for _, rules := range []DrawRules{FederationRules, PaperRules} {
			playToCount(t, rng, rules, exact)
		}
	}
	for _, why := range []Reason{KingsOnly, MainRoad, LoneKing, Balance} {
		if exact[why] == 0 {
			t.Errorf("%s: Free is always too small: %v", why, exact)
		}
	}

	for c, want := range map[Counters]int{
		{three: 14, pieces: 4}: 1, {three: 12, pieces: 4}: 5, {kings: 29, pieces: 8}: 1, {balance: 119, pieces: 6}: 1,
		{lonePlies: 8, pieces: 2}: 2, {road: 4, pieces: 4}: 1, {lone: 3, pieces: 3}: 3, {three: 15, pieces: 4}: 0,
	} {
		if got := c.MinPliesToDraw(FederationRules); got != want {
			t.Errorf("%+v: free for %d plies, want %d", c, got, want)
		}
	}
	if got := (Counters{kings: 10, road: 4}).MinPliesToDraw(PaperRules); got != 20 {
		t.Errorf("by the paper's rules: %d plies", got)
	}
}

// playToCount plays by chance from an ending until a count draws.
func playToCount(t *testing.T, rng *rand.Rand, rules DrawRules, exact map[Reason]int) {
	t.Helper()
	var p Position
	for range 2 + rng.IntN(5) {
		square := Square(rng.IntN(32)).Bit() &^ p.Occupied()
		p.White |= square
		if rng.IntN(3) == 0 {
			p.White, p.Black = p.White&^square, p.Black|square
		}
		p.Kings |= square
	}
	c := NewCounters(p)
	var latest int // the latest ply of which Free has said that no count is full before
	for ply := 0; ply < 200; ply++ {
		if why := c.Due(rules); why != "" {
			if ply < latest {
				t.Fatalf("%s: %s after %d plies, Free said %d", p.FEN(), why, ply, latest)
			}
			if ply == latest {
				exact[why]++
			}
			return
		}
		latest = max(latest, ply+c.MinPliesToDraw(rules))
		moves := p.Moves()
		if len(moves) == 0 {
			return
		}
		m := moves[rng.IntN(len(moves))]
		next := p.Play(m)
		c = c.Next(p, m, next)
		p = next
	}
}
