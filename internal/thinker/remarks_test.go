package thinker

import (
	"context"
	"reflect"
	"testing"

	"crownhead/board"
	"crownhead/robot/turn"
)

// played is the game of a position after moves.
func played(t *testing.T, fen string, moves ...string) board.Game {
	t.Helper()
	p, err := board.ParseFEN(fen)
	if err != nil {
		t.Fatal(err)
	}
	g := board.NewGame(p, board.FederationRules)
	for _, text := range moves {
		m, err := g.Position().ParseMove(text)
		if err != nil {
			t.Fatal(err)
		}
		if g, err = g.Play(m); err != nil {
			t.Fatal(err)
		}
	}
	return g
}

// A remark is made on what is remarkable, and on nothing else.
func TestRemarkOnTheMove(t *testing.T) {
	for _, c := range []struct {
		fen, move string
		want      turn.Remark
	}{
		{"W:W21-32:B1-12", "c3-b4", turn.Remark{}},
		{
			"B:Wa1,e1,b2,d2,h2,a3,c3,e3,b4:Bc5,e5,d6,a7,c7,b8,d8,f8,h8", "c5-d4",
			turn.Remark{Key: "remark_better", Squares: []string{}, Move: "c5-d4"},
		},
		{
			"W:We1,g1,d2,f2,a3,c3:Bh2,f4,h4,a7,e7,f8,h8", "f2-g3",
			turn.Remark{Key: "remark_combination", Squares: []string{}, Move: "f2-g3"},
		},
		{"W:Wc3:Bd4,f6,f8,h8,d6", "c3:e5:g7", turn.Remark{}}, // two are no feat
		{"W:Wc3,a1:Bd4,f6,d8,b8,h6", "c3:e5:g7", turn.Remark{}},
		{
			"W:Wc3,a1:Bd4,d6,b6,h8", "c3:e5:c7:a5",
			turn.Remark{Key: "remark_capture", Squares: []string{"d4", "d6", "b6"}, Move: "c3:e5:c7:a5"},
		},
	} {
		got := newRemarkFinder().remarkOnLastMove(context.Background(), played(t, c.fen, c.move))
		if c.want.Key == "remark_better" && got.Key == c.want.Key && got.Move != c.move {
			continue // whichever was better
		}
		if !reflect.DeepEqual(got, c.want) {
			t.Errorf("%s %s: %+v, want %+v", c.fen, c.move, got, c.want)
		}
	}
}

func TestThreatWithAHint(t *testing.T) {
	c := newRemarkFinder()
	for fen, want := range map[string]turn.Remark{
		"W:W21-32:B1-12": {},
		"W:Wa3,d4,h4:BKc1,Kg1,a5,b6,f6,h6,b8": {
			Key: "threat_capture", Squares: []string{"d4"}, Move: "g1:c5",
		},
		"B:Wc1,e1,g1,b2,d2,h2,a3,a5,g7:Bd6,h6,c7,e7,b8,d8,f8": {Key: "threat_king", Squares: []string{"h8"}, Move: "g7-h8"},
	} {
		if got := c.findThreat(context.Background(), played(t, fen).Position()); !reflect.DeepEqual(got, want) {
			t.Errorf("%s: %+v, want %+v", fen, got, want)
		}
	}
	var silent *remarkFinder
	if silent.findThreat(context.Background(), board.Start()).Key != "" ||
		silent.remarkOnLastMove(context.Background(), played(t, "W:Wc3:Bh8", "c3-d4")).Key != "" {
		t.Error("nobody says something")
	}
}
