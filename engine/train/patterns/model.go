package patterns

import (
	"math"

	"crownhead/engine/pattern"
	"crownhead/engine/train/loop"
)

// A logisticModel is what is fitted: the weights of all terms, opening and ending in turn, in units
// of log odds. The man's worth is fixed: slope hundredths of a man are one unit.
type logisticModel struct {
	weights []float32
	slope   float32
	blend   float32 // share of the search's score in a sample's target, beside the result
}

// A gradient is summed over a part of the samples.
type gradient struct {
	weights []float32
	loss    float64
	terms   pattern.Features
}

// logOdds are a position's for the mover by the model.
func (m *logisticModel) logOdds(f *pattern.Features) float32 {
	var opening, ending float32
	for _, i := range f.Terms {
		opening += m.weights[2*i]
		ending += m.weights[2*i+1]
	}
	return float32(f.Material)/m.slope + f.Opening*opening + (1-f.Opening)*ending
}

// logistic turns log odds into a probability.
func logistic(odds float32) float32 { return float32(1 / (1 + math.Exp(-float64(odds)))) }

// target is what the model should say of a sample: the share of the points that the mover gets.
func (m *logisticModel) target(s Sample) float32 {
	result := float32(s.Result) / float32(Won)
	if m.blend == 0 {
		return result
	}
	return (1-m.blend)*result + m.blend*logistic(float32(s.Score)/m.slope)
}

// addSample adds a sample's part of the gradient and of the loss.
func (g *gradient) addSample(m *logisticModel, s Sample) {
	g.terms.Extract(s.Position())
	p, target := logistic(m.logOdds(&g.terms)), m.target(s)
	g.loss += crossEntropy(p, target)
	slope := p - target
	opening := slope * g.terms.Opening
	ending := slope - opening
	for _, i := range g.terms.Terms {
		g.weights[2*i] += opening
		g.weights[2*i+1] += ending
	}
}

// crossEntropy is the loss of a probability.
func crossEntropy(p, target float32) float64 {
	const least = 1e-7
	q := min(max(float64(p), least), 1-least)
	return -float64(target)*math.Log(q) - float64(1-target)*math.Log(1-q)
}

// meanLoss is that of samples.
func (m *logisticModel) meanLoss(samples []Sample) float64 {
	var sums [loop.Parts]float64
	loop.ForEachPart(loop.Parts, func(k int) {
		var f pattern.Features
		for _, s := range loop.Part(samples, k) {
			f.Extract(s.Position())
			sums[k] += crossEntropy(logistic(m.logOdds(&f)), m.target(s))
		}
	})
	sum := 0.0
	for _, s := range sums {
		sum += s
	}
	return sum / float64(max(1, len(samples)))
}
