package say_test

import (
	"regexp"
	"slices"
	"strconv"
	"testing"

	"crownhead/board"
	"crownhead/face/say"
)

// The sentences about draws name the numbers of moves that the rules count.
func TestDrawsNameTheRulesNumbers(t *testing.T) {
	for reason, c := range map[board.Reason]struct {
		fen string
		key say.Key
	}{
		board.ThreeKings: {"W:WKc1,Ke1,Kg1:BKb8", say.EndDrawThreeKings},
		board.KingsOnly:  {"W:WKc1,Ke1,a3,h2:Bh4,a5,Kb8,Kd8", say.EndDrawKingsOnly},
		board.LoneKing:   {"W:WKc1,Ke1:BKb8", say.EndDrawLoneKing},
	} {
		moves := movesUntilDraw(t, c.fen, reason)
		for _, lang := range say.Langs() {
			text := say.Text(lang, c.key, say.Args{})
			named := regexp.MustCompile(`\d+`).FindAllString(text, -1)
			if !slices.Equal(named, []string{strconv.Itoa(moves)}) {
				t.Errorf("%s: the rule counts %d moves, the sentence says %q", lang, moves, text)
			}
		}
	}
}

// movesUntilDraw lets both sides move a king to and fro until a rule makes a draw, and returns how many
// moves White has made.
func movesUntilDraw(t *testing.T, fen string, want board.Reason) int {
	t.Helper()
	p, err := board.ParseFEN(fen)
	if err != nil {
		t.Fatal(err)
	}
	counters := board.NewCounters(p)
	for ply := 1; ply <= 100; ply++ {
		text := []string{"e1-d2", "b8-a7", "d2-e1", "a7-b8"}[(ply-1)%4]
		m, err := p.ParseMove(text)
		if err != nil {
			t.Fatalf("%s: %v", text, err)
		}
		next := p.Play(m)
		counters = counters.Next(p, m, next)
		p = next
		switch reason := counters.Due(board.FederationRules); reason {
		case "":
		case want:
			return (ply + 1) / 2
		default:
			t.Fatalf("%s after %d plies, want %s", reason, ply, want)
		}
	}
	t.Fatalf("no draw by %s", want)
	return 0
}
