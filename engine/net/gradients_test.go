package net

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// Every kernel gives the gradients of weights and bias that the formula says, on layers of any
// shape, and adds them to what was there.
func TestGradientKernels(t *testing.T) {
	for seed := range uint64(20) {
		rng := rand.New(rand.NewPCG(seed, 4))
		r := newRandomLayer(rng)
		for s := range r.layer.geo.squares {
			clear(r.to.row(s)[r.layer.out:])
		}
		first := newGradients(r.layer)
		fillNormal(rng, first.dw)
		for _, k := range kernels() {
			g := gradients{layer: r.layer, dw: slices.Clone(first.dw), db: make([]float32, len(first.db))}
			withKernel(k, func() { g.addExample(r.from, r.to) })
			checkGradients(t, k.name, r, first, g)
		}
	}
}

func checkGradients(t *testing.T, kernel string, r randomLayer, first, g gradients) {
	t.Helper()
	l := r.layer
	before, got := make([]float32, len(l.weight)), make([]float32, len(l.weight))
	first.unpackWeights(before)
	g.unpackWeights(got)
	for i := range l.weight {
		tap, channel, out := i/(l.in*l.out), i/l.out%l.in, i%l.out
		sum, size := float64(before[i]), 10.0
		for s := range l.geo.squares {
			if from := l.geo.sourceRow(s, tap); from < l.geo.sources {
				v := float64(r.from.row(from)[channel]) * float64(r.to.row(s)[out])
				sum, size = sum+v, size+max(v, -v)
			}
		}
		if off := float64(got[i]) - sum; max(off, -off) > closeness*size {
			t.Fatalf("%s: %d squares, %d taps, %d → %d channels: weight %d is off by %g of %g", kernel,
				l.geo.squares, l.geo.taps, l.in, l.out, i, off, sum)
		}
	}
}

// The way back is the transpose: ⟨grad, layer(x)⟩ = ⟨back(grad), x⟩, for both nets' neighbourhoods.
func TestBackwardLayer(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 5))
	for _, geo := range []*geometry{compactGeometry, paperGeometry, pointwise32, flattened64, dense} {
		l := newLayer("l", geo, 5, 7)
		fillNormal(rng, l.weight)
		l.packWeights()
		x, y := newMatrix(geo.sources, l.in), newMatrix(geo.squares, l.out)
		grad, dx := newMatrix(geo.squares, l.out), newMatrix(geo.sources, l.in)
		for s := range geo.sources {
			fillNormal(rng, x.row(s)[:l.in])
		}
		for s := range geo.squares {
			fillNormal(rng, grad.row(s)[:l.out])
		}
		l.apply(x, matrix{}, y, false)
		l.backwardLayer().apply(grad, matrix{}, dx, false)
		here, there := dot(grad, y, geo.squares, l.out), dot(dx, x, geo.sources, l.in)
		if off := here - there; max(off, -off) > 1e-3 {
			t.Errorf("%d squares, %d taps: %g there, %g back", geo.squares, geo.taps, here, there)
		}
	}
}

func dot(a, b matrix, squares, channels int) float64 {
	sum := 0.0
	for s := range squares {
		for c := range channels {
			sum += float64(a.row(s)[c]) * float64(b.row(s)[c])
		}
	}
	return sum
}

// Nothing goes back where nothing was given.
func TestReluBackward(t *testing.T) {
	out, grad := newMatrix(1, 4), newMatrix(1, 4)
	copy(out.data, []float32{0, 1e-30, 3, 0})
	copy(grad.data, []float32{1, 2, -3, -4})
	reluBackward(grad, out)
	if want := []float32{0, 2, -3, 0}; !slices.Equal(grad.data[:4], want) {
		t.Errorf("%v goes back, want %v", grad.data[:4], want)
	}
}

// What goes back through a mean goes to every square, through a maximum to the first square that has it.
func TestPoolBackward(t *testing.T) {
	from, to := newMatrix(4, 2), newMatrix(4, 2)
	for square, x := range [4][2]float32{{1, 7}, {5, 2}, {5, 0}, {1, 0}} {
		copy(from.row(square), x[:])
	}
	pooled := make([]float32, 4)
	poolMeanMax(from, 4, 2, pooled)
	if want := []float32{3, 2.25, 5, 7}; !slices.Equal(pooled, want) {
		t.Errorf("pooled %v, want %v", pooled, want)
	}
	poolBackward(from, 4, 2, pooled, []float32{4, 8, 10, 20}, to)
	for square, want := range [4][2]float32{{1, 22}, {11, 2}, {1, 2}, {1, 2}} {
		if got := to.row(square)[:2]; !slices.Equal(got, want[:]) {
			t.Errorf("to square %d goes %v, want %v", square, got, want)
		}
	}
}
