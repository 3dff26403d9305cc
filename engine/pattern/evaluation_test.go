package pattern

import (
	"math"
	"math/rand/v2"
	"testing"

	"crownhead/board"
)

// played are positions of random games, from their beginnings to their ends.
func played(n int) []board.Position {
	rng := rand.New(rand.NewPCG(1, 1))
	var all []board.Position
	p := board.Start()
	for len(all) < n {
		all = append(all, p)
		moves := p.Moves()
		if len(moves) == 0 {
			p = board.Start()
			continue
		}
		p = p.Play(moves[rng.IntN(len(moves))])
	}
	return all
}

// turned is the same position with the colours exchanged.
func turned(p board.Position) board.Position {
	return board.Position{White: p.Black.Rotate(), Black: p.White.Rotate(), Kings: p.Kings.Rotate(), Turn: p.Turn.Other()}
}

// chancy is an evaluation with a weight of its own for every term.
func chancy(rng *rand.Rand) (*Evaluation, []float32) {
	weights := make([]float32, 2*TermCount)
	for i := range weights {
		weights[i] = float32(rng.IntN(801)-400) / unit
	}
	return New(weights), weights
}

// One side's view is learned and serves both: a turned board with exchanged colours is worth the same to its mover.
func TestNoColours(t *testing.T) {
	e, _ := chancy(rand.New(rand.NewPCG(2, 2)))
	for _, p := range played(3000) {
		if a, b := e.Score(p), e.Score(turned(p)); a != b {
			t.Fatalf("%s: %d, turned %d", p.FEN(), a, b)
		}
	}
}

// What a fit is told of a position is what its score is made of.
func TestFeaturesAreTheScore(t *testing.T) {
	e, weights := chancy(rand.New(rand.NewPCG(3, 3)))
	var f Features
	for _, p := range played(3000) {
		f.Extract(p)
		want := float64(f.Material)
		for _, i := range f.Terms {
			want += float64(f.Opening)*float64(weights[2*i]) + float64(1-f.Opening)*float64(weights[2*i+1])
		}
		if got := e.Score(p); math.Abs(float64(got)-want) > 1.01 {
			t.Fatalf("%s: %d, by its features %v", p.FEN(), got, want)
		}
	}
}

// Between the opening's weights and the ending's the pieces decide: all of the former with 24, none with 4 or less.
func TestPhases(t *testing.T) {
	for fen, want := range map[string]float32{
		board.Start().FEN(): 1, "W:Wa1,c1:Bb8,Kd8": 0, "W:Wa1:BKd8": 0,
		"W:Wa1,c1,e1,g1,b2,d2,f2:Bb8,d8,f8,h8,a7,c7,e7": 0.5,
	} {
		p, err := board.ParseFEN(fen)
		if err != nil {
			t.Fatal(err)
		}
		var f Features
		if f.Extract(p); f.Opening != want {
			t.Errorf("%s: opening %v, want %v", fen, f.Opening, want)
		}
	}
}

// Weights that are too large to be stored are stored as the largest ones.
func TestGreatWeights(t *testing.T) {
	e := New(append([]float32{1e9, -1e9}, make([]float32, 2*TermCount-2)...))
	if w := e.weights[0]; w.opening != math.MaxInt16 || w.ending != -math.MaxInt16 {
		t.Errorf("%+v", w)
	}
}

// The search asks millions of times: nothing is allocated.
func TestScoreAllocatesNothing(t *testing.T) {
	e, ps, i := &Evaluation{}, played(500), 0
	if n := testing.AllocsPerRun(400, func() { e.Score(ps[i]); i++ }); n != 0 {
		t.Errorf("%v allocations", n)
	}
}

// leaves appends the positions that a search of this depth comes to, in its order.
func leaves(list []board.Position, p board.Position, depth int) []board.Position {
	if depth == 0 {
		return append(list, p)
	}
	for _, m := range p.Moves() {
		list = leaves(list, p.Play(m), depth-1)
	}
	return list
}

func BenchmarkScore(b *testing.B) {
	for name, fen := range map[string]string{
		"men":   "W:Wc1,e1,b2,d2,f2,a3,c3,g3,f4:Bd8,f8,a7,e7,g7,b6,f6,h6,e5",
		"kings": "W:WKa1,c1,e1,d2,c3:BKh2,b8,d8,a7,c7",
	} {
		p, err := board.ParseFEN(fen)
		if err != nil {
			b.Fatal(err)
		}
		list := leaves(nil, p, 5)
		b.Run(name, func(b *testing.B) {
			e, i, sum := Embedded(), 0, 0
			for b.Loop() {
				sum += e.Score(list[i])
				if i++; i == len(list) {
					i = 0
				}
			}
		})
	}
}
