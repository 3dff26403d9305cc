package search

import (
	"context"
	"flag"
	"math/rand/v2"
	"testing"

	"crownhead/board"
	"crownhead/engine"
	"crownhead/engine/endgame"
)

var manyEndings = flag.Bool("whole", false, "play many drawn endings")

// randomTablebaseEnding is a random position of up to four pieces with a given result, nothing to be captured.
func randomTablebaseEnding(rng *rand.Rand, want endgame.Result) board.Position {
	for {
		var p board.Position
		for range 2 + rng.IntN(3) {
			square := board.Square(rng.IntN(32)).Bit() &^ p.Occupied()
			if rng.IntN(2) == 0 {
				p.White |= square
			} else {
				p.Black |= square
			}
			if rng.IntN(2) == 0 {
				p.Kings |= square
			}
		}
		p.Turn = board.Color(rng.IntN(2))
		if r, _, ok := endgame.Probe(p); p.Validate() == nil && ok && r == want && p.White != 0 && p.Black != 0 &&
			!p.CanCapture() && p.CanMove() {
			return p
		}
	}
}

// A drawn ending is never lost: whatever the limits, every answer keeps the draw.
func TestDrawsAreKept(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	games := 300
	if *manyEndings {
		games = 100_000
	}
	e := New(DefaultOptions())
	for range games {
		p := randomTablebaseEnding(rng, endgame.Draw)
		a, err := e.Choose(
			context.Background(), board.NewGame(p, board.DrawRules(rng.IntN(2))), engine.Limits{Depth: 1 + rng.IntN(4)},
		)
		if err != nil {
			t.Fatal(err)
		}
		if r, _, _ := endgame.Probe(p.Play(a.Move)); r != endgame.Draw || a.Score != drawScore {
			t.Errorf("%s: %s, score %d, leads to %v", p.FEN(), p.Notation(a.Move), a.Score, r)
		}
	}
}

// A win is called proven when no draw counter can run out before it, and comes after as many plies as the tables say.
// Others are called so only if the search has found the first moves that stop the counters.
func TestWinsFitTheCounters(t *testing.T) {
	rng := rand.New(rand.NewPCG(2, 2))
	proven := map[bool]int{}
	for range 300 {
		p := randomTablebaseEnding(rng, endgame.Win)
		_, distance, _ := endgame.Probe(p)
		g := board.NewGame(p, board.FederationRules)
		a := chooseMove(t, g, engine.Limits{Depth: 1})
		plies, called := DistanceToEnd(a.Score)
		fits := distance <= g.Counters().MinPliesToDraw(board.FederationRules)
		proven[called]++
		if fits && !called || called && (plies != distance || a.Win != 1) || !called && (a.Win >= 1 || a.Win < 0.9) {
			t.Errorf("%s: won in %d, score %d, win %v", p.FEN(), distance, a.Score, a.Win)
		}
	}
	if proven[true] < 20 || proven[false] < 20 {
		t.Errorf("a poor sample: %v", proven)
	}
}

// When a position has stood twice already, the line of the tables may lead to it again: then they prove nothing,
// until a capture or a man's move.
func TestTablebaseInARepeatedGame(t *testing.T) {
	shuffle := []string{"d4-c3", "b8-c7", "c3-d4", "c7-b8"}
	w := New(DefaultOptions()).workers[0]
	for _, plies := range []int{0, 3, 4} {
		w.prepareSearch(context.Background(), game(t, "W:WKd4,Kc1,Kg1:BKb8", shuffle[:plies]...), engine.Limits{})
		w.listRootMoves()
		score, exact := w.probeTablebase(0)
		if repeated := plies == 4; w.gameRepeatedAtRoot != repeated || plies != 3 && exact == repeated {
			t.Errorf("after %d plies: score %d, exact %v, repeated %v", plies, score, exact, w.gameRepeatedAtRoot)
		}
	}
	w.frames[0].repetitionStart = w.rootIndex + 1
	if score, exact := w.probeTablebase(0); !exact || score != winScore-5 {
		t.Errorf("after a man's move: score %d, exact %v", score, exact)
	}
}

// A won game is won on the board, not only in the score: protects the preference for shorter wins.
func TestThreeKingsCatchOne(t *testing.T) {
	for _, fen := range []string{"W:WKa1,Ke1,Kg1:BKa5", "W:WKd4,Kc1,Kg1:BKb8", "B:WKc7:BKe5,Kf8,Kh8"} {
		g := game(t, fen)
		strong := g.Turn()
		white, black := New(DefaultOptions()), New(DefaultOptions())
		for !g.Outcome().Over() {
			e := white
			if g.Turn() == board.Black {
				e = black
			}
			a, err := e.Choose(context.Background(), g, engine.Limits{Depth: 9})
			if err != nil {
				t.Fatal(err)
			}
			g, _ = g.Play(a.Move)
		}
		if w, ok := g.Outcome().Winner(); !ok || w != strong {
			t.Errorf("%s: %v", fen, g.Outcome())
		}
	}
}
