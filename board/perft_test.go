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

// BenchmarkPerft counts, and BenchmarkPlayed plays the last move of each line, too; nothing is allocated but the list.
func BenchmarkPerft(b *testing.B)  { benchmarkLines(b, Perft) }
func BenchmarkPlayed(b *testing.B) { benchmarkLines(b, played) }

func benchmarkLines(b *testing.B, perft func(Position, int) uint64) {
	for _, bench := range []struct {
		name, fen string
		depth     int
	}{
		{"start", Start().FEN(), 8},
		{"kings", "W:WKc1,Kg1,Kh2,Ka5:BKb2,Kd2,Kb4,Kd4,Kb6,Kd6,Kc7", 5}, // they capture a lot
	} {
		b.Run(bench.name, func(b *testing.B) {
			p := mustFEN(b, bench.fen)
			b.ReportAllocs()
			nodes := uint64(0)
			for b.Loop() {
				nodes += perft(p, bench.depth)
			}
			b.ReportMetric(float64(nodes)/b.Elapsed().Seconds(), "nodes/s")
		})
	}
}

// played is Perft without a short cut for the last move.
func played(p Position, depth int) uint64 { return playOut(p, depth, make([]Move, 0, 32*depth)) }

func playOut(p Position, depth int, line []Move) uint64 {
	begin := len(line)
	line = p.AppendMoves(line)
	nodes := uint64(0)
	for _, m := range line[begin:] {
		after := p.Play(m)
		if depth == 1 {
			nodes += uint64(after.Turn ^ p.Turn)
			continue
		}
		nodes += playOut(after, depth-1, line)
	}
	return nodes
}
