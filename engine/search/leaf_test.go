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

var whole = flag.Bool("whole", false, "play many drawn endings")

// randomKnownEnding is a random position of up to four pieces with a given result, nothing to be captured.
func randomKnownEnding(rng *rand.Rand, want endgame.Result) board.Position {
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
			!p.CanCapture() &&
			p.CanMove() {
			return p
		}
	}
}

// A drawn ending is never lost: whatever the limits, every answer keeps the draw.
func TestDrawsAreKept(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	games := 300
	if *whole {
		games = 100_000
	}
	e := New(DefaultOptions())
	for range games {
		p := randomKnownEnding(rng, endgame.Draw)
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

// A win is called a win when no count can be full before it, and comes after as many plies as the tables say.
// Others are called so only if the search has found the first moves to stop the counts.
func TestWinsFitTheCounts(t *testing.T) {
	rng := rand.New(rand.NewPCG(2, 2))
	sure := map[bool]int{}
	for range 300 {
		p := randomKnownEnding(rng, endgame.Win)
		_, distance, _ := endgame.Probe(p)
		g := board.NewGame(p, board.FederationRules)
		a := chooseMove(t, g, engine.Limits{Depth: 1})
		plies, called := DistanceToWin(a.Score)
		fits := distance <= g.Counters().Free(board.FederationRules)
		sure[called]++
		if fits && !called || called && plies != distance || called && a.Win != 1 || !called && (a.Win >= 1 || a.Win < 0.9) {
			t.Errorf("%s: won in %d, score %d, win %v", p.FEN(), distance, a.Score, a.Win)
		}
	}
	if sure[true] < 20 || sure[false] < 20 {
		t.Errorf("a poor sample: %v", sure)
	}
}

// When a position has stood twice already, the way of the tables may lead to it again: then they prove nothing, until a
// capture or a man's move.
func TestRepeatedGame(t *testing.T) {
	shuffle := []string{"d4-c3", "b8-c7", "c3-d4", "c7-b8"}
	e := New(DefaultOptions())
	for _, plies := range []int{0, 3, 4} {
		e.threads[0].beginSearch(context.Background(), game(t, "W:WKd4,Kc1,Kg1:BKb8", shuffle[:plies]...), engine.Limits{})
		e.threads[0].listRootMoves()
		score, end := e.threads[0].probeEndgame(0)
		if worn := plies == 4; e.threads[0].hasRepeated != worn || plies != 3 && end == worn {
			t.Errorf("after %d plies: score %d, end %v, worn %v", plies, score, end, e.threads[0].hasRepeated)
		}
	}
	e.threads[0].frames[0].firstRepeatable = e.threads[0].rootKey + 1
	if score, end := e.threads[0].probeEndgame(0); !end || score != winScore-5 {
		t.Errorf("after a man's move: score %d, end %v", score, end)
	}
}
