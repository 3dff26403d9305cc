package selfplay

import (
	"context"
	"flag"
	"os"
	"runtime"
	"testing"

	"crownhead/engine/mcts"
	"crownhead/engine/net"
)

var weights = flag.String("net", "", "file of the compact net that the benchmark plays with, in place of one that has learnt nothing")

// plans of the benchmarks: the one that trains, with full searches of 100 playouts, and one with
// 100 for every decision.
func plans() map[string]Plan {
	p := Defaults()
	p.Visits, p.FastVisits = 100, 25
	every := p
	every.Full = 1
	return map[string]Plan{"Plan": p, "Every": every}
}

// BenchmarkGames is self-play of one core with the compact net, and without a network.
func BenchmarkGames(b *testing.B) {
	compact := benchNet(b)
	for _, c := range []struct {
		name, plan string
		e          net.Evaluator
	}{{"Plan", "Plan", compact.Evaluator()}, {"Every", "Every", compact.Evaluator()}, {"Rollouts", "Plan", mcts.NewRollouts(4, 1)}} {
		b.Run(c.name, func(b *testing.B) {
			var t Totals
			cached := newCachedEvaluator(c.e)
			for b.Loop() {
				for range 10 {
					g, err := playGame(context.Background(), cached, plans()[c.plan], uint64(t.Games))
					if err != nil {
						b.Fatal(err)
					}
					t.addGame(g)
				}
			}
			report(b, t)
		})
	}
}

// BenchmarkMake is a training's self-play as it is, files included, by as many workers as there are
// cores: -cpu 1,2 compares them.
func BenchmarkMake(b *testing.B) {
	compact := benchNet(b)
	for name, p := range plans() {
		b.Run(name, func(b *testing.B) {
			var t, last Totals
			workers := runtime.GOMAXPROCS(0)
			p.GamesPerShard, p.Games = 5, 40*workers
			for b.Loop() {
				p.Seed++
				m := ShardWriter{
					Dir: b.TempDir(), Origin: Origin{Plan: p, Player: "benchmark"}, Workers: workers,
					NewEvaluator: func() (net.Evaluator, error) { return compact.Evaluator(), nil },
					Progress:     func(now Progress) { last = now.Totals },
				}
				if err := m.WriteMissing(b.Context()); err != nil {
					b.Fatal(err)
				}
				t.Add(last)
			}
			report(b, t)
		})
	}
}

func report(b *testing.B, t Totals) {
	hours := b.Elapsed().Hours()
	b.ReportMetric(float64(t.Games)/hours, "games/h")
	b.ReportMetric(float64(t.Learnt)/hours, "examples/h")
	b.ReportMetric(float64(t.Decisions)/float64(t.Games), "decisions/game")
}

func benchNet(b *testing.B) *net.Net {
	b.Helper()
	n, err := net.NewCompact(net.DefaultCompact, 1)
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
