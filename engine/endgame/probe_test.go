package endgame

import (
	"math/rand/v2"
	"testing"

	"crownhead/board"
)

func parse(t testing.TB, fen string) board.Position {
	t.Helper()
	p, err := board.ParseFEN(fen)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// Ends of games, captures that are pending, and what is in no table.
func TestProbe(t *testing.T) {
	cases := []struct {
		fen      string
		want     Result
		distance int
		ok       bool
	}{
		{"W:W:BKa1", Loss, 0, true},
		{"W:WKa1:B", Win, 0, true},
		{"W:W:B", Loss, 0, true},
		{"B:Wc3,e3,g3,Ka5,Kh8:B", Loss, 0, true}, // of no size, for it is over
		{"W:Wa3:Bb4,c5", Loss, 0, true},
		{"W:Wc3:Bd4", Win, 1, true},
		{"B:Wc3:Bd4", Win, 1, true},
		{"W:WKa1:Bc3,f6", Win, 1, true},    // both in one move
		{"W:Wa1,b2:Bc3,f4", Draw, 0, true}, // a capture, and then nobody wins
		{"W:WKa1,Kc1:BKb8", Draw, 0, true}, // two kings can't catch one
		{"W:WKa1,Kc1,Ke1:BKb8,Kd8", Unknown, 0, false},
		{"W:WKa1,Kc1,b4:Ba5,h8", Unknown, 0, false},
		{board.Start().FEN(), Unknown, 0, false},
	}
	for _, c := range cases {
		r, distance, ok := Probe(parse(t, c.fen))
		if r != c.want || distance != c.distance || ok != c.ok {
			t.Errorf("%s: %v in %d, %v; want %v in %d", c.fen, r, distance, ok, c.want, c.distance)
		}
	}
}

// Colours are folded: the same position from Black's side is worth the same.
func TestColoursFolded(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	for range 2000 {
		p := somePosition(rng, 4)
		q := board.Position{White: p.Black.Rotate(), Black: p.White.Rotate(), Kings: p.Kings.Rotate(), Turn: board.Black}
		r, d, _ := Probe(p)
		if s, e, _ := Probe(q); r != s || d != e {
			t.Errorf("%s: %v in %d, turned round %v in %d", p.FEN(), r, d, s, e)
		}
	}
}

// The search asks in every node: no allocation, whatever has to be captured. And what can't stand on a board does
// no harm.
func TestProbeAllocatesNothing(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	var ps []board.Position
	for range 200 {
		ps = append(ps, somePosition(rng, 4))
	}
	for _, h := range Embedded().Headers() { // unpacked before it is measured
		s, _ := ParseSignature(h.Signature)
		Embedded().slots[s.code()].loadValues()
	}
	for _, p := range ps {
		Probe(p)
	}
	if n := testing.AllocsPerRun(3, func() {
		for _, p := range ps {
			Probe(p)
		}
	}); n > 0 {
		t.Errorf("%v allocations", n)
	}
	for range 2000 {
		p := board.Position{White: board.Bits(1) << rng.IntN(32), Black: board.Bits(1)<<rng.IntN(32) | 1<<rng.IntN(32)}
		p.White &^= p.Black
		Probe(p)
	}
}

func BenchmarkProbe(b *testing.B) {
	rng := rand.New(rand.NewPCG(7, 8))
	ps := map[string][]board.Position{}
	for range 20000 {
		p := somePosition(rng, 4)
		name := "quiet"
		if p.CanCapture() {
			name = "capture"
		}
		ps[name] = append(ps[name], p)
	}
	for _, name := range []string{"quiet", "capture"} {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for i := 0; b.Loop(); i++ {
				Probe(ps[name][i%len(ps[name])])
			}
		})
	}
}

// BenchmarkUnpack measures the first use of all tables.
func BenchmarkUnpack(b *testing.B) {
	for b.Loop() {
		for _, h := range Embedded().Headers() {
			s, err := ParseSignature(h.Signature)
			if err != nil {
				b.Fatal(err)
			}
			if _, err := readTable(Embedded().slots[s.code()].source, s); err != nil {
				b.Fatal(err)
			}
		}
	}
}
