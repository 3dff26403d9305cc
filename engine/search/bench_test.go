package search_test

import (
	"context"
	"testing"

	"crownhead/board"
	"crownhead/engine"
	"crownhead/engine/search"
)

// benchPositions are an opening, a middle game and a king ending.
var benchPositions = []string{
	"W:Wa1,c1,e1,g1,b2,d2,f2,h2,a3,c3,e3,g3:Bb8,d8,f8,h8,a7,c7,e7,g7,b6,d6,f6,h6",
	"W:Wc1,e1,b2,d2,f2,a3,c3,g3,f4:Bd8,f8,a7,e7,g7,b6,f6,h6,e5",
	"W:WKa1,Kc3,e3,g3:BKf8,a7,h6",
}

// searchPositions searches each of the positions with a new engine and returns the number of nodes that took.
func searchPositions(b *testing.B, lim engine.Limits) (nodes int64) {
	b.Helper()
	for _, fen := range benchPositions {
		p, err := board.ParseFEN(fen)
		if err != nil {
			b.Fatal(err)
		}
		g := board.NewGame(p, board.FederationRules)
		a, err := search.New(search.DefaultOptions()).Choose(context.Background(), g, lim)
		if err != nil {
			b.Fatal(err)
		}
		nodes += a.Nodes
	}
	return nodes
}

// BenchmarkChoose measures nodes per second.
func BenchmarkChoose(b *testing.B) {
	var nodes int64
	for b.Loop() {
		nodes += searchPositions(b, engine.Limits{Nodes: 200_000})
	}
	b.ReportMetric(float64(nodes)/b.Elapsed().Seconds(), "nodes/s")
}

// BenchmarkSignature measures the nodes of fixed-depth searches: they change only when the search changes.
func BenchmarkSignature(b *testing.B) {
	var nodes int64
	for b.Loop() {
		nodes = searchPositions(b, engine.Limits{Depth: 10})
	}
	b.ReportMetric(float64(nodes), "nodes")
}
