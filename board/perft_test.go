package board

import (
	"encoding/json"
	"os"
	"testing"
)

// Counts on which independent implementations agree.
func TestPerft(t *testing.T) {
	for depth, want := range []uint64{1, 7, 49, 302, 1469, 7482, 37986, 190146, 929899, 4570586, 22444032} {
		if got := Perft(Start(), depth); got != want {
			t.Errorf("depth %d: %d nodes, want %d", depth, got, want)
		}
	}
	if got, want := PerftPaths(Start(), 10), uint64(22450647); got != want {
		t.Errorf("paths at depth 10: %d, want %d", got, want)
	}
}

// Each position of the collection exposes a way to get the rules wrong.
func TestCollection(t *testing.T) {
	type result struct {
		move  Move
		after Position
	}
	for _, sample := range collection(t) {
		p := mustFEN(t, sample.FEN)
		want := map[result]bool{}
		for _, m := range sample.Moves {
			want[result{
				Move{mustSquare(t, m.From), mustSquare(t, m.To), mustSquares(t, m.Captured)},
				mustFEN(t, m.Result),
			}] = true
		}
		moves := p.Moves()
		for _, m := range moves {
			if !want[result{m, p.Play(m)}] {
				t.Errorf("%s: %s to %s is not expected", sample.ID, p.Notation(m), p.Play(m).FEN())
			}
		}
		if len(moves) != len(want) {
			t.Errorf("%s: %d moves, want %d", sample.ID, len(moves), len(want))
		}
		for i, nodes := range sample.Perft {
			if got := Perft(p, i+1); got != nodes {
				t.Errorf("%s: perft %d is %d, want %d", sample.ID, i+1, got, nodes)
			}
		}
	}
}

type sample struct {
	ID, FEN string
	Moves   []struct {
		From, To, Result string
		Captured         []string
	}
	Perft []uint64
}

func collection(t testing.TB) []sample {
	t.Helper()
	data, err := os.ReadFile("testdata/moves.json")
	if err != nil {
		t.Fatal(err)
	}
	var samples []sample
	if err := json.Unmarshal(data, &samples); err != nil {
		t.Fatal(err)
	}
	return samples
}

func mustFEN(t testing.TB, fen string) Position {
	t.Helper()
	p, err := ParseFEN(fen)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func mustSquare(t testing.TB, name string) Square {
	t.Helper()
	s, err := ParseSquare(name)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func mustSquares(t testing.TB, names []string) Bits {
	t.Helper()
	set := Bits(0)
	for _, name := range names {
		set |= mustSquare(t, name).Bit()
	}
	return set
}

// BenchmarkPerft plays out every move, the last of each line included.
func BenchmarkPerft(b *testing.B) {
	b.ReportAllocs()
	nodes := uint64(0)
	for b.Loop() {
		nodes += Perft(Start(), 8)
	}
	b.ReportMetric(float64(nodes)/b.Elapsed().Seconds(), "nodes/s")
}

// BenchmarkPerftKings is the same where kings capture a lot.
func BenchmarkPerftKings(b *testing.B) {
	p := mustFEN(b, "W:WKc1,Kg1,Kh2,Ka5:BKb2,Kd2,Kb4,Kd4,Kb6,Kd6,Kc7")
	b.ReportAllocs()
	nodes := uint64(0)
	for b.Loop() {
		nodes += Perft(p, 5)
	}
	b.ReportMetric(float64(nodes)/b.Elapsed().Seconds(), "nodes/s")
}
