package mcts

import (
	"context"
	"testing"

	"crownhead/board"
	"crownhead/engine"
	"crownhead/engine/endgame"
	"crownhead/engine/net"
)

// benchFENs are an opening, a middle game and an ending of kings.
var benchFENs = []string{
	"W:Wa1,c1,e1,g1,b2,d2,f2,h2,a3,c3,e3,g3:Bb8,d8,f8,h8,a7,c7,e7,g7,b6,d6,f6,h6",
	"W:Wc1,e1,b2,d2,f2,a3,c3,g3,f4:Bd8,f8,a7,e7,g7,b6,f6,h6,e5",
	"W:WKa1,Kc3,e3,g3:BKf8,a7,h6",
}

// BenchmarkNet is the raw rate of the compact net, with which BenchmarkSearch is to be compared.
func BenchmarkNet(b *testing.B) {
	e := newCompactNet(b)
	var states []net.State
	for _, fen := range benchFENs {
		states = append(states, net.NewState(newGame(b, fen)))
	}
	var logits [net.Actions]float32
	n := 0
	for b.Loop() {
		for i := range states {
			for range 200 {
				e.Evaluate(&states[i], &logits)
				n++
			}
		}
	}
	b.ReportMetric(float64(n)/b.Elapsed().Seconds(), "positions/s")
}

// BenchmarkSearch is the rate of playouts with the compact net, and of its evaluations.
func BenchmarkSearch(b *testing.B) {
	o := DefaultOptions()
	o.Endings = endgame.Embedded()
	e := newEngine(b, newCompactNet(b), o)
	made := int64(0)
	e.tree.evaluations = 0
	for b.Loop() {
		for _, fen := range benchFENs {
			e.hasTree = false
			p, err := board.ParseFEN(fen)
			if err != nil {
				b.Fatal(err)
			}
			a, err := e.Choose(context.Background(), board.NewGame(p, board.FederationRules), engine.Limits{Nodes: 200})
			if err != nil {
				b.Fatal(err)
			}
			made += a.Nodes
		}
	}
	b.ReportMetric(float64(made)/b.Elapsed().Seconds(), "playouts/s")
	b.ReportMetric(float64(e.tree.evaluations)/b.Elapsed().Seconds(), "evaluations/s")
}
