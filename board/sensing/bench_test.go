package sensing

import (
	"bufio"
	"encoding/json"
	"math/rand/v2"
	"os"
	"slices"
	"testing"
	"time"

	"crownhead/board"
)

// BenchmarkInferGames judges what a busy board shows: after every ply of recorded games the move, the move
// before it was finished, and the board upset a little.
func BenchmarkInferGames(b *testing.B) {
	var queries []Query
	random := rand.New(rand.NewPCG(1, 2))
	for _, p := range gamePositions(b) {
		queries = append(queries, aboutPosition(random, p)...)
	}
	measure(b, queries)
}

// BenchmarkInferKings judges positions of up to twelve kings a side, the worst of a long search for many
// captures among them.
func BenchmarkInferKings(b *testing.B) {
	var queries []Query
	random := rand.New(rand.NewPCG(3, 4))
	for _, text := range []string{
		"W:WKc1,Kg1,Kh2,Ka5,Ka7,Kd8:BKa1,Kb2,Kd2,Kg3,Kb4,Kd4,Kg5,Kb6,Kd6,Kc7,Kb8,Kh8",
		"W:WKc1:Bb2,b4,d2,d4,b6,d6,f4,f2,f6,g3,g7",
		"W:WKa1,Kg1,Ka7,Kh8:Bb2,d2,f2,b4,e5,g5,b6,e7,g7", // found by climbing: more points of captures than any other
	} {
		p := fen(b, text)
		queries = append(queries, aboutPosition(random, p)...)
		for _, step := range p.CaptureSteps() {
			seen := p.Occupied()&^(step.From.Bit()|step.Captured&board.Bits(random.Uint32())) | step.At.Bit()
			queries = append(queries, Query{Position: p, Bits: seen})
		}
	}
	for range 3000 {
		p := randomPosition(random)
		p.Kings = p.Occupied()
		queries = append(queries, aboutPosition(random, p)...)
	}
	measure(b, queries)
}

// aboutPosition is some things that can be seen after a position.
func aboutPosition(random *rand.Rand, p board.Position) []Query {
	before := p.Occupied()
	queries := []Query{
		{Position: p, Bits: before},
		{Position: p, Bits: before ^ board.Square(random.IntN(32)).Bit()},
		{Position: p, Bits: before ^ board.Bits(random.Uint32()&random.Uint32()&random.Uint32())},
		{Position: p, Bits: before, Unknown: board.Bits(random.Uint32() & random.Uint32() & random.Uint32())},
	}
	if moves := p.Moves(); len(moves) > 0 {
		m := moves[random.IntN(len(moves))]
		after := p.Play(m).Occupied()
		queries = append(queries, Query{Position: p, Bits: after}, Query{Position: p, Bits: after | m.Captured})
		if path := p.Path(m); len(path) > 2 {
			queries = append(queries, Query{Position: p, Bits: before&^m.From.Bit() | path[1].Bit()})
		}
	}
	return queries
}

// measure reports the median and the slowest of the queries besides the mean. Each is taken at its best of three, so
// that a pause of the machine is not taken for a slow position.
func measure(b *testing.B, queries []Query) {
	b.Helper()
	b.ReportAllocs()
	times := make([]time.Duration, len(queries))
	for i, q := range queries {
		times[i] = time.Hour
		for range 3 {
			begun := time.Now()
			Infer(q)
			times[i] = min(times[i], time.Since(begun))
		}
	}
	slices.Sort(times)
	i := 0
	for b.Loop() {
		Infer(queries[i%len(queries)])
		i++
	}
	b.ReportMetric(float64(times[len(times)/2].Nanoseconds())/1e3, "median-µs")
	b.ReportMetric(float64(times[len(times)-1].Nanoseconds())/1e3, "worst-µs")
}

func gamePositions(t testing.TB) []board.Position {
	t.Helper()
	file, err := os.Open("../testdata/games.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	var positions []board.Position
	for lines := bufio.NewScanner(file); lines.Scan(); {
		var record struct{ Moves []string }
		if err := json.Unmarshal(lines.Bytes(), &record); err != nil {
			t.Fatal(err)
		}
		p := board.Start()
		for _, text := range record.Moves {
			positions = append(positions, p)
			m, err := p.ParseMove(text)
			if err != nil {
				t.Fatal(err)
			}
			p = p.Play(m)
		}
	}
	return positions
}
