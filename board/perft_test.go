package board

import "testing"

func BenchmarkPerft(b *testing.B) {
	b.ReportAllocs()
	nodes := uint64(0)
	for b.Loop() {
		nodes += Perft(Start(), 8)
	}
	b.ReportMetric(float64(nodes)/b.Elapsed().Seconds(), "nodes/s")
}

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
