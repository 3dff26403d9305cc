package net

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// closeness is how far two orders of rounding may be apart, as a part of the sum of the absolute
// values of what is added.
const closeness = 1.0 / (1 << 18)

// kernels are the kernels that run here.
func kernels() []kernel {
	if activeKernel.name == genericKernel.name {
		return []kernel{genericKernel}
	}
	return []kernel{genericKernel, activeKernel}
}

// A randomLayer is a layer of random shape, and rows for it.
type randomLayer struct {
	layer         *layer
	from, res, to matrix
	relu          bool
}

func newRandomLayer(rng *rand.Rand) randomLayer {
	squares, sources, taps := 1+rng.IntN(20), 1+rng.IntN(20), 1+rng.IntN(16)
	geo := newGeometry(squares, sources, taps, func(int, int) int { return rng.IntN(sources+1) - 1 })
	l := newLayer("random", geo, 1+rng.IntN(90), 1+rng.IntN(90))
	r := randomLayer{layer: l, from: newMatrix(sources, l.in), to: newMatrix(squares, l.out), relu: rng.IntN(2) == 0}
	fillNormal(rng, l.weight)
	fillNormal(rng, l.bias)
	l.packWeights()
	for s := range sources {
		fillNormal(rng, r.from.row(s)[:l.in])
	}
	if rng.IntN(2) == 0 {
		r.res = newMatrix(squares, l.out)
		fillNormal(rng, r.res.data)
	}
	fillNormal(rng, r.to.data) // what was there before doesn't matter
	return r
}

func fillNormal(rng *rand.Rand, to []float32) {
	for i := range to {
		to[i] = float32(rng.NormFloat64())
	}
}

// exact is one output in double precision, and the sum of the absolute values of what was added.
func (r randomLayer) exact(square, channel int) (sum, size float64) {
	add := func(v float64) { sum, size = sum+v, size+max(v, -v) }
	l := r.layer
	add(float64(l.bias[channel]))
	if r.res.data != nil {
		add(float64(r.res.row(square)[channel]))
	}
	for tap := range l.geo.taps {
		if from := l.geo.sourceRow(square, tap); from < l.geo.sources {
			for c, x := range r.from.row(from)[:l.in] {
				add(float64(x) * float64(l.weight[(tap*l.in+c)*l.out+channel]))
			}
		}
	}
	if r.relu {
		sum = max(sum, 0)
	}
	return sum, size
}

// Every kernel computes what the formula says, on layers of any shape: with and without residual
// and ReLU, with channels that don't fill their groups and squares that don't fill their tiles.
func TestKernels(t *testing.T) {
	for seed := range uint64(30) {
		r := newRandomLayer(rand.New(rand.NewPCG(seed, 1)))
		var got []matrix
		for _, k := range kernels() {
			to := matrix{data: slices.Clone(r.to.data), stride: r.to.stride}
			withKernel(k, func() { r.layer.apply(r.from, r.res, to, r.relu) })
			got = append(got, to)
		}
		r.compareOutputs(t, seed, got)
	}
}

// compareOutputs holds the output of each kernel against the formula.
func (r randomLayer) compareOutputs(t *testing.T, seed uint64, got []matrix) {
	t.Helper()
	l := r.layer
	for s := range l.geo.squares {
		for c := range l.out {
			want, size := r.exact(s, c)
			for i, k := range kernels() {
				if off := float64(got[i].row(s)[c]) - want; max(off, -off) > closeness*size {
					t.Fatalf("%s, seed %d: %d squares of %d, %d taps, %d → %d channels: square %d, channel %d is off by %g of %g",
						k.name, seed, l.geo.squares, l.geo.sources, l.geo.taps, l.in, l.out, s, c, off, want)
				}
			}
		}
	}
}

// BenchmarkKernel measures the arithmetic alone, in a layer of the compact net and one of the paper's.
func BenchmarkKernel(b *testing.B) {
	defer func(k kernel) { activeKernel = k }(activeKernel)
	for _, k := range kernels() {
		for _, l := range []*layer{newLayer("compact", compactGeometry, 32, 32), newLayer("paper", paperGeometry, 75, 75)} {
			b.Run(k.name+"/"+l.name, func(b *testing.B) {
				activeKernel = k
				from, to := newMatrix(l.geo.sources, l.in), newMatrix(l.geo.squares, l.out)
				for b.Loop() {
					l.apply(from, from, to, true)
				}
				sums := 2 * l.geo.squares * len(l.weight)
				b.ReportMetric(float64(sums)*float64(b.N)/b.Elapsed().Seconds()/1e9, "GFLOP/s")
			})
		}
	}
}
