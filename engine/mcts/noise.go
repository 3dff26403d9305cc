package mcts

import (
	"math"
	"math/rand/v2"
)

// addRootNoise mixes the root's priors with noise from a Dirichlet distribution.
func (t *tree) addRootNoise(rng *rand.Rand) {
	children := t.nodes.children(t.nodes.node(t.root))
	t.noisyPriors = make([]float32, len(children))
	noise, sum := make([]float64, len(children)), 0.0
	for i := range noise {
		noise[i] = sampleGamma(rng, t.opts.DirichletConcentration/float64(len(children)))
		sum += noise[i]
	}
	for i, c := range children {
		share := t.opts.DirichletWeight
		if sum == 0 { // all drew nothing, as tiny parameters may
			share = 0
			sum = 1
		}
		t.noisyPriors[i] = float32((1-share)*float64(c.prior) + share*noise[i]/sum)
	}
}

// sampleGamma draws from the gamma distribution of a shape, by the method of Marsaglia and Tsang.
func sampleGamma(rng *rand.Rand, shape float64) float64 {
	if shape < 1 {
		return sampleGamma(rng, shape+1) * math.Pow(rng.Float64(), 1/shape)
	}
	d := shape - 1.0/3
	c := 1 / math.Sqrt(9*d)
	for {
		x := rng.NormFloat64()
		v := 1 + c*x
		if v <= 0 {
			continue
		}
		v = v * v * v
		if math.Log(1-rng.Float64()) < x*x/2+d-d*v+d*math.Log(v) {
			return d * v
		}
	}
}
