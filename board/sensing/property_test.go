package sensing

import (
	"math/bits"
	"math/rand/v2"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"crownhead/board"
)

// anyPosition draws positions of every kind, many of them of kings alone with long captures.
func anyPosition() *rapid.Generator[board.Position] {
	return rapid.Custom(func(t *rapid.T) board.Position {
		return randomPosition(rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 0)))
	})
}

func randomPosition(r *rand.Rand) board.Position {
	p := board.Position{Turn: board.Color(r.IntN(2))}
	white, black := 1+r.IntN(12), 1+r.IntN(12)
	if r.IntN(2) == 0 {
		white = 1 + r.IntN(3)
	}
	for i, n := range r.Perm(32)[:white+black] {
		if i < white {
			p.White |= board.Square(n).Bit()
		} else {
			p.Black |= board.Square(n).Bit()
		}
	}
	p.Kings = p.White&0xf0000000 | p.Black&0x0000000f
	if r.IntN(2) == 0 {
		p.Kings = p.Occupied()
	}
	return p
}

// With good sensors every legal outcome is understood, and as the move that it is.
func TestEveryOutcomeIsUnderstood(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := anyPosition().Draw(t, "position")
		for _, m := range p.Moves() {
			after := p.Play(m)
			r := Infer(Query{Position: p, Bits: after.Occupied()})
			if r.Verdict != MoveMade || r.After != after {
				t.Fatalf("%s %s: %s, %s", p.FEN(), p.Notation(m), r.Verdict, r.After.FEN())
			}
		}
	})
}

// Whatever is seen, the answer is complete, and its nearest outcomes are those that counting finds.
func TestAnythingHasAnAnswer(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := anyPosition().Draw(t, "position")
		seen := board.Bits(rapid.Uint32().Draw(t, "bits"))
		if rapid.Bool().Draw(t, "near") {
			seen = p.Occupied() ^ seen&board.Bits(rapid.Uint32().Draw(t, "and"))&board.Bits(rapid.Uint32().Draw(t, "and too"))
		}
		unknown := board.Bits(0)
		if rapid.Bool().Draw(t, "masked") {
			unknown = board.Square(rapid.IntRange(0, 31).Draw(t, "dead")).Bit()
		}
		r := Infer(Query{Position: p, Bits: seen, Unknown: unknown})
		if (r.Say.Key == "") != (r.Verdict == MoveMade) {
			t.Fatalf("%s says %q", r.Verdict, r.Say.Key)
		}
		best, union := 33, board.Bits(0)
		for _, m := range p.Moves() {
			d := (p.Play(m).Occupied() ^ seen) &^ unknown
			n := bits.OnesCount32(uint32(d))
			if n < best {
				best, union = n, 0
			}
			if n == best {
				union |= d
			}
		}
		if best < 33 && !slices.Equal(r.Squares, union.Squares()) {
			t.Fatalf("%s %v: squares %v, want %v", p.FEN(), seen, r.Squares, union.Squares())
		}
	})
}

// A capture whose piece has arrived with some captured checkers left, or that has stopped on its way with any
// of those captured so far taken off, is never called illegal.
func TestBegunCapturesAreIncomplete(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := anyPosition().Draw(t, "position")
		pick := board.Bits(rapid.Uint32().Draw(t, "taken off"))
		known := map[board.Bits]bool{p.Occupied(): true}
		for _, m := range p.Moves() {
			known[p.Play(m).Occupied()] = true
		}
		for _, m := range p.Moves() {
			if !m.IsCapture() {
				return
			}
			taken := board.Bits(0)
			path := p.Path(m)
			for i, s := range p.CaptureOrder(m) {
				taken |= s.Bit()
				seen := p.Occupied()&^(m.From.Bit()|taken&pick) | path[i+1].Bit()
				if known[seen] {
					continue
				}
				if r := Infer(Query{Position: p, Bits: seen}); r.Verdict != Incomplete || len(r.Candidates) == 0 {
					t.Fatalf("%s %s stopped on %v, seen %v: %s", p.FEN(), p.Notation(m), path[i+1], seen, r.Verdict)
				}
			}
		}
	})
}
