package selfplay

import (
	"context"
	"flag"
	"os"
	"testing"

	"crownhead/engine/mcts"
	"crownhead/engine/net"
)

var weights = flag.String("net", "", "file of the lean net that the benchmark plays with, in place of one that has learnt nothing")

// BenchmarkGames is self-play of one core with the lean net: by the plan that trains, with full searches of 100 playouts; with 100 for
// every decision; and without a network.
func BenchmarkGames(b *testing.B) {
	p := Defaults()
	p.Visits, p.Fast = 100, 25
	every := p
	every.Full = 1
	lean := benchNet(b)
	for _, c := range []struct {
		name string
		plan Plan
		e    net.Evaluator
	}{{"Plan", p, lean.Evaluator()}, {"Every", every, lean.Evaluator()}, {"Rollouts", p, mcts.NewRollouts(4, 1)}} {
		b.Run(c.name, func(b *testing.B) {
			var t Totals
			judge := newMemo(c.e)
			for b.Loop() {
				for range 10 {
					g, err := play(context.Background(), judge, c.plan, uint64(t.Games))
					if err != nil {
						b.Fatal(err)
					}
					t.count(g)
				}
			}
			hours := b.Elapsed().Hours()
			b.ReportMetric(float64(t.Games)/hours, "games/h")
			b.ReportMetric(float64(t.Learnt)/hours, "examples/h")
			b.ReportMetric(float64(t.Decisions)/float64(t.Games), "decisions/game")
		})
	}
}

func benchNet(b *testing.B) *net.Net {
	b.Helper()
	n, err := net.NewLean(net.DefaultLean, 1)
	if *weights != "" {
		var file []byte
		if file, err = os.ReadFile(*weights); err == nil {
			n, err = net.Read(file)
		}
	}
	if err != nil {
		b.Fatal(err)
	}
	return n
}
