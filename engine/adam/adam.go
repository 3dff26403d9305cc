// Package adam is the optimizer of all trainings: Adam (Kingma and Ba, 2015, arXiv:1412.6980), with
// decoupled weight decay (Loshchilov and Hutter, 2019, arXiv:1711.05101).
//
// It knows arrays of single-precision weights, their gradients and their [Moments]. It does not
// know where gradients come from: a trainer sums them, chooses the scale by which a long gradient
// is clipped, and calls [Update] for each array. The package has no goroutines; different arrays,
// or different parts of one, may be updated at once.
package adam

import "math"

// Config holds the hyperparameters.
type Config struct {
	Rate  float64 // learning rate
	Beta1 float64 // share of the first moment, the mean of the gradients, that each step keeps
	Beta2 float64 // the same for the second moment, the mean of their squares
	Decay float64 // decoupled weight decay, as a share of Rate
	Clip  float64 // the trainer scales a longer gradient down to this norm; 0: it does not clip
}

// Default is the usual start.
var Default = Config{Rate: 1e-3, Beta1: 0.9, Beta2: 0.999, Decay: 1e-4, Clip: 5}

// epsilon keeps weights without a gradient where they are.
const epsilon = 1e-8

// Moments are the running means of an array's gradients and of their squares.
type Moments struct {
	First, Second []float32
}

// NewMoments returns the moments of an array of that number of weights, before the first step.
func NewMoments(weights int) Moments {
	return Moments{First: make([]float32, weights), Second: make([]float32, weights)}
}

// Part returns the moments of the weights from one index up to another.
func (m Moments) Part(from, to int) Moments {
	return Moments{First: m.First[from:to], Second: m.Second[from:to]}
}

// stepSize is the learning rate of a step, corrected for the bias of moments that began at 0.
func (c Config) stepSize(step int) float64 {
	return c.Rate * math.Sqrt(1-math.Pow(c.Beta2, float64(step))) / (1 - math.Pow(c.Beta1, float64(step)))
}

// Update moves weights against their gradient, which it multiplies by scale. Steps count from 1. F is
// the precision of the arithmetic; weights and moments are kept in single precision in any case.
func Update[F float32 | float64](c Config, step int, weights, gradient []float32, m Moments, scale F) {
	size, keep := F(c.stepSize(step)), F(1-c.Rate*c.Decay)
	beta1, rest1 := F(c.Beta1), F(1-c.Beta1)
	beta2, rest2 := F(c.Beta2), F(1-c.Beta2)
	gradient, first, second := gradient[:len(weights)], m.First[:len(weights)], m.Second[:len(weights)]
	for i, w := range weights {
		g := F(gradient[i]) * scale
		mean := beta1*F(first[i]) + rest1*g
		square := beta2*F(second[i]) + rest2*g*g
		first[i], second[i] = float32(mean), float32(square)
		weights[i] = float32(F(w)*keep - size*mean/(F(math.Sqrt(float64(square)))+epsilon))
	}
}
