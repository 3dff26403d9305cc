package endgame

import (
	"math/rand/v2"
	"testing"

	"crownhead/board"
)

// eachPosition calls visit with every position of a signature.
func eachPosition(s Signature, visit func(p board.Position)) {
	x := newIndexer(s)
	for i := range x.size {
		if p, ok := x.positionAt(i); ok {
			visit(p)
		}
	}
}

// somePosition is a random position of a random signature of up to a number of pieces.
func somePosition(rng *rand.Rand, pieces int) board.Position {
	all := Signatures(2 + rng.IntN(pieces-1))
	for x := newIndexer(all[rng.IntN(len(all))]); ; {
		if p, ok := x.positionAt(rng.IntN(x.size)); ok {
			return p
		}
	}
}

// What is known of these endings from elsewhere: how many positions there are, and the longest win.
func TestKnownFigures(t *testing.T) {
	positions, longest, tables := map[int]int{}, 0, 0
	for _, h := range Embedded().Headers() {
		s, err := ParseSignature(h.Signature)
		if err != nil {
			t.Fatal(err)
		}
		positions[s.Pieces()] += h.Positions
		longest = max(longest, h.Longest)
		tables++
	}
	if tables != 41 || positions[2] != 3488 || positions[3] != 196032 || positions[4] != 6209316 {
		t.Errorf("%d tables, positions by pieces %v: want 41, and 6408836 in all", tables, positions)
	}
	if longest != 86 {
		t.Errorf("the longest win takes %d plies, want 86", longest)
	}
}

// Petrov's triangle: three kings catch one unless it stands on the main road or can capture one of them at once.
func TestThreeKingsAgainstOne(t *testing.T) {
	const mainRoad = board.Bits(1<<0 | 1<<4 | 1<<9 | 1<<13 | 1<<18 | 1<<22 | 1<<27 | 1<<31)
	wins, longest := 0, 0
	eachPosition(Signature{OwnKings: 3, FoeKings: 1}, func(p board.Position) {
		switch r, distance, _ := Probe(p); {
		case r == Win:
			wins++
			longest = max(longest, distance)
		case p.Black&mainRoad == 0 && !swapSides(p).CanCapture():
			t.Errorf("%s: %v, and the king is not on the main road", p.FEN(), r)
		}
	})
	if wins != 132240 || longest != 25 {
		t.Errorf("%d wins, the longest in %d plies: want 132240 and 25", wins, longest)
	}
}

// By moves that the tables recommend every game ends as they say, and exactly then: protects what a player makes of
// them.
func TestPlayedOut(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for range 3000 {
		start := somePosition(rng, 4)
		want, distance, _ := Probe(start)
		p := start
		for plies := 0; ; plies++ {
			moves := p.Moves()
			if len(moves) == 0 || want == Draw && plies == 30 {
				if r, _, _ := Probe(p); want != Draw && plies != distance || want == Draw && r != Draw {
					t.Errorf("%s: %v in %d, played out in %d to %v", start.FEN(), want, distance, plies, r)
				}
				break
			}
			r, d, _ := Probe(p)
			p = p.Play(recommended(t, p, moves, r, d))
		}
	}
}

// recommended is a move that keeps a result at its distance.
func recommended(t *testing.T, p board.Position, moves []board.Move, r Result, distance int) board.Move {
	t.Helper()
	after := map[Result]Result{Win: Loss, Loss: Win, Draw: Draw}[r]
	for _, m := range moves {
		if s, d, ok := Probe(p.Play(m)); ok && s == after && (r == Draw || d == distance-1) {
			return m
		}
	}
	t.Fatalf("%s: %v in %d, and no move keeps it", p.FEN(), r, distance)
	return board.Move{}
}
