package analysis

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"crownhead/board"
	"crownhead/engine"
	"crownhead/engine/search"
)

func position(t *testing.T, fen string) board.Position {
	t.Helper()
	p, err := board.ParseFEN(fen)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func assess(t *testing.T, fen, move string) Assessment {
	t.Helper()
	p := position(t, fen)
	m, err := p.ParseMove(move)
	if err != nil {
		t.Fatal(err)
	}
	o := search.DefaultOptions()
	o.Evaluation = search.Material{} // what is said follows from the position, not from what was learned
	j, err := New(o).Assess(context.Background(), board.NewGame(p, board.FederationRules), m, engine.Limits{Depth: 6})
	if err != nil {
		t.Fatal(err)
	}
	return j
}

// short writes a finding in one line.
func short(f Finding) string {
	return fmt.Sprintf("%s %s %v %d in %d", f.Key, f.Other, f.Squares, f.Pieces, f.Plies)
}

// Findings about moves from games between beginners. Only the beginning of a finding is compared where the rest depends
// on how the search continues.
func TestAssess(t *testing.T) {
	for _, c := range []struct{ fen, move, want string }{
		{"B:Wa1,e1,b2,d2,h2,a3,c3,e3,b4:Bc5,e5,d6,a7,c7,b8,d8,f8,h8", "c5-d4", "move_allows_capture e3:c5:e7 [d4 d6] 1 in 2"},
		{"W:Wa1,e1,b2,d2,a3,g3,f4:Bc3,c5,b6,h6,c7,e7,b8,h8", "b2:d4", "move_allows_capture c5:e3:g5 [d4 f4] 6 in 2"},
		{"B:Wa1,c1,e1,b2,a3,c3,g3,f4:Ba5,b6,d6,h6,e7,b8,d8,h8", "h6-g5", "move_allows_capture f4:h6 [g5] 1 in 2"},
		{"W:Wa1,e1,b2,d2,f2,a3,c3,b4:Ba5,c5,d6,f6,c7,b8,d8,h8", "f2-e3", "move_loses_pieces f6-g5 [b4 d4] "},
		{"W:Wc1,e1,g1,b2,d2,c3,b4,d4,f4,h4,g5:Bb6,f6,h6,a7,c7,e7,b8,h8", "g1-h2", "move_misses_capture b4-a5 [b6 d6"},
		{"W:WKg1:Bb8,e5", "g1-h2", "move_misses_win g1-e3 [] 0 in 13"},
		{"W:Wa3,a5,Ka7:BKg1,e5", "a7-e3", "move_gives_up_draw a5-b6 [] 0 in 7"},
		{"B:Wa1,g1,b2,f2,e3,f4,a5,a7:Bh4,g5,h6,g7", "h4-g3", "move_loses_game f2:h4:f6:h8 "},
		{"B:Wa1,e1,d2,h2,b4,f6:Bb6,d6,d8,h8", "h8-g7", "move_lets_king f6:h8 [h8] 0 in 2"},
		{"W:Wa1,e1,b2,f2,a3,c3,e3,b4:Ba5,c5,e5,f6,c7,b8,d8,h8", "b4:d6:f4", "move_wins_pieces  [c5 e5] 2 in 1"},
		{"W:We1,g1,d2,f2,a3,c3:Bh2,f4,h4,a7,e7,f8,h8", "f2-g3", "move_combination h4:f2 [f2 f4] 1 in 3"},
		{"W:Wc1,g1,f2,h2,d4,c7:Bd2,e5,f6,e7", "c1:e3", "move_gets_king  [b8] "},
		{"B:Wf2:BKa1", "a1-c3", "move_wins  [] 0 in 6"},
		{"W:Wa1,c1,e1,g1,b2,a3,c3,g3,d4:Bc5,d6,h6,a7,c7,b8,d8,f8,h8", "d4:b6", "move_forced  [] 0 in 0"},
		{"W:W21-32:B1-12", "c3-b4", "move_"},
	} {
		j := assess(t, c.fen, c.move)
		if !slices.ContainsFunc(j.Findings, func(f Finding) bool { return strings.HasPrefix(short(f), c.want) }) {
			t.Errorf("%s %s, %d against %d:", c.fen, c.move, j.Score, j.Best.Score)
			for _, f := range j.Findings {
				t.Errorf("  %s, want %s", short(f), c.want)
			}
		}
	}
}

// In the middle of an exchange the balance says nothing: a man lost at first may be won back at the end.
func TestFirstLasting(t *testing.T) {
	p := position(t, "B:Wa1,e1,b2,d2,h2,a3,c3,e3,b4:Bc5,e5,d6,a7,c7,b8,d8,f8,h8")
	var line []board.Move
	q := p
	for word := range strings.FieldsSeq("c5-d4 e3:c5:e7 d8:f6 b4-a5 c7-d6 c3-d4 e5:c3 d2:b4") {
		m, err := q.ParseMove(word)
		if err != nil {
			t.Fatal(err)
		}
		line, q = append(line, m), q.Play(m)
	}
	s := playVariation(p, line, board.Black)
	if want := []int{0, -2, -1, -1, -1, -1, 0, -1}; !slices.Equal(s.balance, want) {
		t.Errorf("balance %v, want %v", s.balance, want)
	}
	if s.firstBelow(0) != 1 || s.firstBelow(-1) != -1 || s.firstAbove(0) != -1 || s.firstAbove(-2) != 0 {
		t.Errorf(
			"below 0 since %d, below -1 since %d, above 0 since %d, above -2 since %d", s.firstBelow(0), s.firstBelow(-1),
			s.firstAbove(0), s.firstAbove(-2),
		)
	}
}

// threats of a position in short.
func threats(t *testing.T, fen string) []string {
	t.Helper()
	list, err := New(search.DefaultOptions()).Threats(context.Background(), position(t, fen))
	if err != nil || list == nil {
		t.Fatalf("%s: %v, %v", fen, list, err)
	}
	names := []string{}
	for _, th := range list {
		names = append(names, fmt.Sprintf("%s %s %v %v %d", th.Key, th.Notation, th.Captured, th.Crowned, th.Gain))
	}
	return names
}

func TestThreats(t *testing.T) {
	for fen, want := range map[string][]string{
		"W:W21-32:B1-12":                                      {},
		"W:Wa3,d4,h4:BKc1,Kg1,a5,b6,f6,h6,b8":                 {"threat_capture g1:c5 [d4] - 1"},
		"W:Wc1,g1,b2,d2,f2,h2,b4,d4:Bb6,d6,c7,d8,f8":          {"threat_capture b6-c5 [b6 b4 d2 f2] h4 5"},
		"B:Wc1,e1,g1,b2,d2,h2,a3,a5,g7:Bd6,h6,c7,e7,b8,d8,f8": {"threat_king g7-h8 [] h8 2"},
		"W:Wc3:Bd4,b8":                                        {}, // White must capture
		"W:Wc3:BKh8,b4":                                       {},
		"W:Wa3:Bb4,c5":                                        {}, // the game is over
	} {
		if got := threats(t, fen); !slices.Equal(got, want) {
			t.Errorf("%s: %q, want %q", fen, got, want)
		}
	}
}

// The best lines come in order, the first of them being the answer.
func TestLines(t *testing.T) {
	g := board.NewGame(board.Start(), board.FederationRules)
	a, list, err := New(search.DefaultOptions()).BestLines(context.Background(), g, engine.Limits{Depth: 5}, 3)
	if err != nil || len(list) != 3 || list[0].Move != a.Move || list[0].Score < list[1].Score ||
		list[1].Score < list[2].Score {
		t.Errorf("%+v, %+v, %v", a, list, err)
	}
}

func TestNothingToSay(t *testing.T) {
	a := New(search.DefaultOptions())
	over := board.NewGame(position(t, "W:Wa3:Bb4,c5"), board.FederationRules)
	_, _, err := a.BestLines(context.Background(), over, engine.Limits{Depth: 1}, 1)
	if !errors.Is(err, search.ErrNoMove) {
		t.Errorf("%v", err)
	}
	_, err = a.Assess(context.Background(), over, board.Move{}, engine.Limits{Depth: 1})
	if !errors.Is(err, search.ErrNoMove) {
		t.Errorf("%v", err)
	}
	g := board.NewGame(board.Start(), board.FederationRules)
	_, err = a.Assess(context.Background(), g, board.Move{From: 1, To: 30}, engine.Limits{Depth: 1})
	if !errors.Is(err, board.ErrIllegal) {
		t.Errorf("%v", err)
	}
}

// Whatever is played, there is something to say, and it is true: an answer that captures does, squares are those of
// pieces that are captured on the line, and nothing is called better than the best.
func TestFindingsAreTrue(t *testing.T) {
	r := rand.New(rand.NewPCG(9, 9))
	a := New(search.DefaultOptions())
	for range 6 {
		g := board.NewGame(board.Start(), board.FederationRules)
		for !g.Outcome().Over() {
			moves := g.Position().Moves()
			m := moves[r.IntN(len(moves))]
			j, err := a.Assess(context.Background(), g, m, engine.Limits{Depth: 3})
			if err != nil {
				t.Fatal(err)
			}
			if len(j.Findings) == 0 || j.Score > j.Best.Score || len(j.Line) == 0 || j.Line[0] != m {
				t.Fatalf("%s %v: %+v", g.Position().FEN(), m, j)
			}
			s := playVariation(g.Position(), j.Line, g.Turn())
			for _, f := range j.Findings {
				if !slices.Contains(Keys(), f.Key) || f.Squares == nil {
					t.Errorf("%+v", f)
				}
				if f.Key == MoveAllowsCapture && (!s.moves[1].IsCapture() || !slices.Equal(f.Squares, s.capturedBy(1))) {
					t.Errorf("%s %v: %s", g.Position().FEN(), m, short(f))
				}
			}
			g, _ = g.Play(m)
		}
	}
}
