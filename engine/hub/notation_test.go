package hub

import (
	"math/rand/v2"
	"testing"

	"crownhead/board"
)

func position(t *testing.T, fen string) board.Position {
	t.Helper()
	p, err := board.ParseFEN(fen)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// Squares are counted as in the notation: 1 is b8, 32 is g1.
func TestPositionText(t *testing.T) {
	for fen, want := range map[string]string{
		"W:W21-32:B1-12":        "Wbbbbbbbbbbbbeeeeeeeewwwwwwwwwwww",
		"B:WKg1,a3:Bb8,Kh4,Kc1": "BbeeeeeeeeeeeeeeeeeeBweeeeeeeeBeW",
	} {
		p := position(t, fen)
		if got := formatPosition(p); got != want {
			t.Errorf("%s: %s, want %s", fen, got, want)
		}
		if back, err := parsePosition(want); err != nil || back != p {
			t.Errorf("%s is read as %s, %v", want, back.FEN(), err)
		}
	}
}

// A capture lists everything that it takes.
func TestMoveText(t *testing.T) {
	p := position(t, "W:Wc3:Bd4,f6,h4")
	m := p.Moves()[0]
	if got := formatMove(m); got != "22x8x18x11" && got != "22x8x11x18" {
		t.Errorf("%s for %s", got, p.Notation(m))
	}
	for _, text := range []string{"22x8x18x11", "22x8x11x18", "22x8"} {
		if got, err := parseMove(p, text); err != nil || got != m {
			t.Errorf("%s: %v, %v", text, got, err)
		}
	}
	for _, text := range []string{
		"22-8", "22x8x18", "22x8x18x11x20", "22-17", "", "-", "x", "22x", "0x9", "22x33", "22-18-15", "c3-d4",
	} {
		if got, err := parseMove(p, text); err == nil {
			t.Errorf("%q is read as %v", text, got)
		}
	}
}

// Whatever is played, the other end sets up a game with the same position, the same counts and the same repetitions.
func TestGameTravels(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	long := 0
	for range 60 {
		g := board.NewGame(board.Start(), board.FederationRules)
		for !g.Outcome().Over() {
			moves := g.Position().Moves()
			g, _ = g.Play(moves[r.IntN(len(moves))])
			p, tail := sinceIrreversible(g)
			got, err := parseGame(formatPosition(p), formatMoves(tail), board.FederationRules)
			if err != nil {
				t.Fatal(err)
			}
			if got.Position() != g.Position() || got.Counters() != g.Counters() ||
				got.Repetitions(g.Position()) != g.Repetitions(g.Position()) ||
				got.Outcome() != g.Outcome() {
				t.Fatalf("%s %s: %+v, want %+v", formatPosition(p), formatMoves(tail), got, g)
			}
			long = max(long, len(tail))
		}
	}
	if long < 10 {
		t.Errorf("at most %d moves travelled", long)
	}
}

// No text makes a position that cannot stand on a board.
func FuzzReadGame(f *testing.F) {
	f.Add("WbbbbbbbbbbbbeeeeeeeewwwwwwwwwwwW", "22-17 11-16")
	f.Add("WeeeeeeeeeeeeeeeeeeeeeweeeeeeeeeeB", "22-17 32x1")
	f.Fuzz(func(t *testing.T, pos, moves string) {
		g, err := parseGame(pos, moves, board.FederationRules)
		if err == nil && g.Position().Validate() != nil {
			t.Errorf("%s", g.Position().FEN())
		}
	})
}
