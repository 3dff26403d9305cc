package adam

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

// Adam finds the minimum of (x − 3)².
func ExampleUpdate() {
	c := Config{Rate: 0.1, Beta1: 0.9, Beta2: 0.999}
	x, m := []float32{0}, NewMoments(1)
	for step := 1; step <= 200; step++ {
		gradient := []float32{2 * (x[0] - 3)}
		Update[float64](c, step, x, gradient, m, 1)
	}
	fmt.Printf("%.2f\n", x[0])
	// Output: 3.00
}

// The first step goes as far as the rate, whatever the gradient; weights decay by a part of it, and
// those without a gradient do nothing else.
func TestFirstStep(t *testing.T) {
	c := Config{Rate: 0.01, Beta1: 0.9, Beta2: 0.999, Decay: 10}
	w, m := []float32{1, 1, 1}, NewMoments(3)
	Update[float64](c, 1, w, []float32{2, -300, 0}, m, 1)
	for i, want := range []float64{0.9 - 0.01, 0.9 + 0.01, 0.9} {
		if math.Abs(float64(w[i])-want) > 1e-6 {
			t.Errorf("weight %d is %v, want %v", i, w[i], want)
		}
	}
	if math.Abs(float64(m.First[0])-0.2) > 1e-6 || math.Abs(float64(m.Second[0])-0.004) > 1e-6 {
		t.Errorf("moments %v", m)
	}
}

// An array that is updated in parts gets the same weights; both precisions come to nearly the same.
func TestPartsAndPrecisions(t *testing.T) {
	const n = 100
	c := Config{Rate: 0.01, Beta1: 0.9, Beta2: 0.999}
	rng := rand.New(rand.NewPCG(1, 1))
	whole, parts, double := make([]float32, n), make([]float32, n), make([]float32, n)
	a, b, d := NewMoments(n), NewMoments(n), NewMoments(n)
	for step := 1; step <= 50; step++ {
		gradient := make([]float32, n)
		for i := range gradient {
			gradient[i] = float32(rng.NormFloat64())
		}
		Update[float32](c, step, whole, gradient, a, 0.5)
		Update[float32](c, step, parts[:30], gradient[:30], b.Part(0, 30), 0.5)
		Update[float32](c, step, parts[30:], gradient[30:], b.Part(30, n), 0.5)
		Update[float64](c, step, double, gradient, d, 0.5)
	}
	if !slices.Equal(whole, parts) {
		t.Error("in parts the weights are others")
	}
	for i := range whole {
		if math.Abs(float64(whole[i]-double[i])) > 1e-5 {
			t.Errorf("weight %d: %v, in double precision %v", i, whole[i], double[i])
		}
	}
}
