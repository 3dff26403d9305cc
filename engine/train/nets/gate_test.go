package nets

import (
	"strings"
	"testing"

	"crownhead/board"
	"crownhead/engine/match"
)

// A net is accepted that won 1.3 times as often as it lost, is better with certainty, and wasn't
// refused by the test.
func TestDecide(t *testing.T) {
	for _, c := range []struct {
		wins, draws, losses int
		verdict             string
		accepted            bool
	}{
		{200, 100, 100, "", true},
		{60, 0, 40, "", false},     // may be chance
		{4200, 0, 3800, "", false}, // better, but not by enough
		{30, 5, 5, "H1", true},
		{200, 100, 100, "H0", false},
		{0, 400, 0, "", false},
		{100, 100, 200, "", false},
		{0, 0, 0, "", false},
	} {
		pairs := c.wins + c.draws + c.losses
		r := match.Result{
			Wins: c.wins, Draws: c.draws, Losses: c.losses, Verdict: c.verdict,
			Pairs: match.Pentanomial{c.losses / 2, 0, pairs/2 - c.losses/2 - c.wins/2, 0, c.wins / 2},
		}
		var g Generation
		g.recordMatch(r, nil)
		above := g
		if above.recordMatch(r, &Generation{Elo: 150}); g.Elo != g.Gate.Elo || above.Elo != g.Elo+150 {
			t.Errorf("%+v: on the ladder %g, above one at 150 %g", c, g.Elo, above.Elo)
		}
		if g.Accepted != c.accepted || g.Gate.Wins != c.wins || g.Gate.Low > g.Gate.Elo || g.Gate.High < g.Gate.Elo {
			t.Errorf("%+v: %+v, accepted %v", c, g.Gate, g.Accepted)
		}
	}
}

// The next games are made by the net that was accepted last.
func TestLastAccepted(t *testing.T) {
	all := []Generation{{Number: 1, Accepted: true}, {Number: 2}, {Number: 3, Accepted: true}, {Number: 4}}
	for n, want := range []int{0, 1, 1, 3, 3} {
		got := 0
		if g := lastAccepted(all[:n]); g != nil {
			got = g.Number
		}
		if got != want {
			t.Errorf("of %d generations: %d, want %d", n, got, want)
		}
	}
}

// Games of the match are told under the colours that the players had.
func TestNamesOfGate(t *testing.T) {
	for aWhite, want := range map[bool][2]string{true: {"new", "old"}, false: {"old", "new"}} {
		g := match.Game{AWhite: aWhite, Record: board.NewGame(board.Start(), board.FederationRules).Resign(board.Black)}
		var pdn strings.Builder
		appendPDN(&pdn, "new", "old", g)
		if text := pdn.String(); !strings.Contains(text, `[White "`+want[0]+`"]`) ||
			!strings.Contains(text, `[Black "`+want[1]+`"]`) {
			t.Errorf("%s, want %v", text, want)
		}
		if s := newGateSample("new", "old", g); s.White != want[0] || s.Black != want[1] ||
			s.Result != board.WhiteWins {
			t.Errorf("%+v, want %v", s, want)
		}
	}
}
