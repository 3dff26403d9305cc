package board

import (
	"strings"
	"testing"
)

// A shuffle is a game in which both sides move kings to and fro.
type shuffle struct {
	fen          string
	white, black string         // each side's moves, over and over; those with "!" once, before the others
	between      map[int]string // moves at other plies, counted from 1
}

// due plays until a count of the rules is full, and tells after how many plies and which.
func (s shuffle) due(t *testing.T, rules DrawRules) (int, Reason) {
	t.Helper()
	p := mustFEN(t, s.fen)
	c := NewCounters(p)
	scripts := [2][]string{strings.Fields(s.white), strings.Fields(s.black)}
	for ply := 1; ply <= 130; ply++ {
		text, between := s.between[ply]
		if !between {
			script := &scripts[p.Turn]
			if len(*script) == 0 {
				return 0, ""
			}
			text = (*script)[0]
			*script = (*script)[1:]
			if !strings.HasSuffix(text, "!") {
				*script = append(*script, text)
			}
		}
		m, err := p.ParseMove(strings.TrimSuffix(text, "!"))
		if err != nil {
			t.Fatalf("ply %d in %s: %v", ply, p.FEN(), err)
		}
		next := p.Play(m)
		c = c.Next(p, m, next)
		p = next
		if full, why := c.Fullest(rules), c.Due(rules); (full == 1) != (why != "") || full < 0 || full > 1 {
			t.Errorf("ply %d in %s: the fullest count is %g, and the draw is %q", ply, p.FEN(), full, why)
		}
		if why := c.Due(rules); why != "" {
			return ply, why
		}
	}
	return 0, ""
}

// Every count draws with exactly the ply that fills it; the ply that creates its condition is not counted.
func TestDrawCounts(t *testing.T) {
	const (
		white = "e1-d2 d2-e1"
		black = "b8-a7 a7-b8"
		road  = "h8-g7 g7-h8"
		lower = "d8-e7 e7-d8"
	)
	for _, test := range []struct {
		name   string
		game   shuffle
		rules  DrawRules
		ply    int
		reason Reason
	}{
		{
			"three kings, they begin: their 15th move",
			shuffle{"W:WKc1,Ke1,Kg1:BKb8", white, black, nil},
			FederationRules, 29, ThreeKings,
		},
		{
			"three kings, the lone king begins",
			shuffle{"B:WKc1,Ke1,Kg1:BKb8", white, black, nil},
			FederationRules, 30, ThreeKings,
		},
		{"four kings", shuffle{"W:WKc1,Ke1,Kg1,Kh2:BKa7", white, "a7-b8 b8-a7", nil}, FederationRules, 29, ThreeKings},
		{"three black kings", shuffle{"B:WKh2:BKb8,Kd8,Kf8", "h2-g1 g1-h2", lower, nil}, FederationRules, 29, ThreeKings},
		{
			"three kings by a capture",
			shuffle{"W:WKc1,Ke1,Kg1:BKb8,g3", "e1:h4! c1-d2 d2-c1", black, nil},
			FederationRules, 31, ThreeKings,
		},
		{
			"three kings by promotion",
			shuffle{"W:WKc1,Ke1,d6:BKb8", "d6-e7! e7-f8! " + white, black, nil},
			FederationRules, 33, ThreeKings,
		},
		{
			"two kings and a man are not three kings",
			shuffle{"W:WKc1,Ke1,h2:BKb8", white, black, nil},
			FederationRules, 30, KingsOnly,
		},
		{"the paper has no three kings", shuffle{"W:WKc1,Ke1,Kg1:BKb8", white, black, nil}, PaperRules, 30, KingsOnly},

		{"kings only", shuffle{"W:WKc1,Ke1,a3,h2:Bh4,a5,Kb8,Kd8", white, black, nil}, FederationRules, 30, KingsOnly},
		{
			"kings only, the paper's rules",
			shuffle{"W:WKc1,Ke1,a3,h2:Bh4,a5,Kb8,Kd8", white, black, nil},
			PaperRules, 30, KingsOnly,
		},
		{
			"kings only, black begins",
			shuffle{"B:WKc1,Ke1,a3,h2:Bh4,a5,Kb8,Kd8", white, black, nil},
			PaperRules, 30, KingsOnly,
		},
		{
			"a man's move begins anew",
			shuffle{"W:WKe1,h2:BKd8,a7", white, lower, map[int]string{21: "h2-g3"}},
			PaperRules, 51,
			KingsOnly,
		},
		{
			"a capture begins anew",
			shuffle{"W:WKe1,h2:BKd8,a7,h4", white, lower, map[int]string{21: "h2-g3", 22: "h4:f2", 23: "e1:g3", 25: "g3-e1"}},
			PaperRules, 53, KingsOnly,
		},

		{"balance, two pieces", shuffle{"W:WKe1:BKb8", white, black, nil}, FederationRules, 10, Balance},
		{"balance, two pieces, the paper's rules", shuffle{"W:WKe1:BKb8", white, black, nil}, PaperRules, 30, KingsOnly},
		{
			"balance, three pieces, together with the lone king",
			shuffle{"B:WKe1,Kc1:BKb8", white, black, nil},
			FederationRules, 10, Balance,
		},
		{
			"balance, four pieces",
			shuffle{"W:WKe1,h2:BKd8,a7", white, lower, map[int]string{21: "h2-g3", 41: "g3-h4"}},
			FederationRules, 60, Balance,
		},
		{
			"balance, five pieces",
			shuffle{"W:WKe1,h2,a3:BKd8,a7", white, lower, map[int]string{21: "h2-g3", 41: "g3-h4"}},
			FederationRules, 60, Balance,
		},
		{"balance: a promotion begins anew", shuffle{
			"W:WKe1,e7,h2:BKa1,b6", white, "a1-b2 b2-a1",
			map[int]string{21: "e7-f8", 41: "h2-g3", 61: "g3-h4"},
		}, FederationRules, 81, Balance},
		{"balance, six pieces", shuffle{
			"W:WKe1,a3,h2:BKd8,a7,h6", white, lower,
			map[int]string{27: "h2-g3", 55: "g3-h4", 82: "a7-b6", 110: "b6-a5"},
		}, FederationRules, 120, Balance},
		{"balance, seven pieces", shuffle{
			"W:WKe1,a3,h2:BKd8,a7,h6,b8", white, lower,
			map[int]string{27: "h2-g3", 55: "g3-h4", 82: "a7-b6", 110: "b6-a5"},
		}, FederationRules, 120, Balance},
		{"balance, eight pieces: no count", shuffle{
			"W:WKe1,a3,h2,c1:BKd8,a7,h6,b8", white, lower,
			map[int]string{27: "h2-g3", 55: "g3-h4", 82: "a7-b6", 110: "b6-a5"},
		}, FederationRules, 0, ""},
		{"balance from a promotion, which is not counted", shuffle{
			"W:We7,h2:BKa1,b6", "e7-f8! f8-e7 e7-f8", "a1-b2 b2-a1",
			map[int]string{21: "h2-g3", 41: "g3-h4"},
		}, FederationRules, 61, Balance},

		{
			"main road, the three begin: their 5th move",
			shuffle{"W:WKc1,Ke1,h2:BKh8", white, road, nil},
			FederationRules, 9, MainRoad,
		},
		{"main road, the lone king begins", shuffle{"B:WKc1,Ke1,h2:BKh8", white, road, nil}, FederationRules, 10, MainRoad},
		{"main road, three kings", shuffle{"W:WKc1,Ke1,Kg1:BKh8", white, road, nil}, FederationRules, 9, MainRoad},
		{
			"main road, three men",
			shuffle{"W:Wa3,e1,h2:BKh8", "h2-g3 a3-b4 e1-d2 b4-a5 g3-h4", road, nil},
			FederationRules, 9, MainRoad,
		},
		{
			"main road by a capture, which is not counted",
			shuffle{"W:WKc1,Ke1,Kg1:BKh8,g3", "e1:h4! c1-d2 d2-c1", road, nil},
			FederationRules, 11, MainRoad,
		},
		{
			"off the road and back: the return is not counted",
			shuffle{"W:WKc1,Ke1,h2:BKh8", white, "h8-g7! g7-f8! f8-g7! g7-h8 h8-g7", nil},
			FederationRules,
			15, MainRoad,
		},
		{"the paper has no main road", shuffle{"W:WKc1,Ke1,Kg1:BKh8", white, road, nil}, PaperRules, 30, KingsOnly},

		{
			"two kings against one, they begin: their 5th move",
			shuffle{"W:WKc1,Ke1:BKb8", white, black, nil},
			FederationRules, 9, LoneKing,
		},
		{"a king and a man against one", shuffle{"W:WKe1,h2:BKb8", white, black, nil}, FederationRules, 9, LoneKing},
		{"two black kings", shuffle{"B:WKh2:BKb8,Kd8", "h2-g1 g1-h2", lower, nil}, FederationRules, 9, LoneKing},
		{"two men against a king: no count", shuffle{
			"W:Wa1,c1:BKh2", "a1-b2! b2-a3! a3-b4! b4-a5! c1-b2! b2-a3!", "h2-g1 g1-h2", nil,
		}, FederationRules, 0, ""},
		{"two kings against one, then one: the plies of both count from the beginning", shuffle{
			"W:WKc1,Ke1:BKb8", "e1-d2! d2-e1! e1-d2! d2-e3! c1-b2", "b8-a7! a7-b8! b8-a7! a7:g1! g1-h2", nil,
		}, FederationRules, 10, LoneKing},
		{
			"lone king after a capture",
			shuffle{"W:WKe1,Kc1:BKb8,g3", "e1:h4! c1-d2 d2-c1", black, nil},
			FederationRules, 11, Balance,
		},
	} {
		t.Run(test.name, func(t *testing.T) {
			ply, reason := test.game.due(t, test.rules)
			if ply != test.ply || reason != test.reason {
				t.Errorf("ply %d, %s; want ply %d, %s", ply, reason, test.ply, test.reason)
			}
		})
	}
}
