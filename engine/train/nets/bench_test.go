package nets

import (
	"path/filepath"
	"testing"

	"crownhead/engine/net"
)

// How many examples a second the compact net learns from, in one goroutine, all that belongs to a step included.
func BenchmarkFit(b *testing.B) {
	n, err := net.NewCompact(net.DefaultCompact, 1)
	if err != nil {
		b.Fatal(err)
	}
	f, err := newFit(filepath.Join(b.TempDir(), "fit"), Defaults().Plan, n,
		replayWindow{train: lessons(4096, 1), fresh: 1 << 20})
	if err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		f.trainMinibatch()
	}
	b.ReportMetric(float64(b.N*f.batchSize())/b.Elapsed().Seconds(), "examples/s")
	b.ReportMetric(0, "ns/op")
}
