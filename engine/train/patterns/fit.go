package patterns

import (
	"math"
	"sync"

	"crownhead/engine/pattern"
)

// A model is what is fitted: the weights of all terms, opening and ending in turn, in units of log odds. The man's worth
// is fixed: slope hundredths of a man are one unit.
type model struct {
	weights []float32
	slope   float32
	blend   float32 // share of the search's score in what a sample is taken for, beside the result
}

// parts is into how many parts a batch is divided. It has nothing to do with how many are worked on at a time, so that
// sums come out alike.
const parts = 4

// A gradient is the sum of what a part of the samples says.
type gradient struct {
	weights []float32
	loss    float64
	terms   pattern.Features
}

// odds are a position's log odds for the mover by the model.
func (m *model) odds(f *pattern.Features) float32 {
	var opening, ending float32
	for _, i := range f.Terms {
		opening += m.weights[2*i]
		ending += m.weights[2*i+1]
	}
	return float32(f.Material)/m.slope + f.Opening*opening + (1-f.Opening)*ending
}

// logistic turns log odds into a probability.
func logistic(odds float32) float32 { return float32(1 / (1 + math.Exp(-float64(odds)))) }

// aim is what the model should say of a sample: the share of the points that the mover gets.
func (m *model) aim(s Sample) float32 {
	result := float32(s.Result) / float32(Won)
	if m.blend == 0 {
		return result
	}
	return (1-m.blend)*result + m.blend*logistic(float32(s.Score)/m.slope)
}

// add adds a sample's part of the gradient and of the loss.
func (g *gradient) add(m *model, s Sample) {
	g.terms.Read(s.Position())
	p, aim := logistic(m.odds(&g.terms)), m.aim(s)
	g.loss += loss(p, aim)
	slope := p - aim
	opening := slope * g.terms.Opening
	ending := slope - opening
	for _, i := range g.terms.Terms {
		g.weights[2*i] += opening
		g.weights[2*i+1] += ending
	}
}

// loss is the cross entropy of a probability.
func loss(p, aim float32) float64 {
	const least = 1e-7
	q := min(max(float64(p), least), 1-least)
	return -float64(aim)*math.Log(q) - float64(1-aim)*math.Log(1-q)
}

// measure is the mean loss of samples.
func (m *model) measure(samples []Sample) float64 {
	sums := make([]float64, parts)
	each(func(k int) {
		var f pattern.Features
		for _, s := range part(samples, k) {
			f.Read(s.Position())
			sums[k] += loss(logistic(m.odds(&f)), m.aim(s))
		}
	})
	sum := 0.0
	for _, s := range sums {
		sum += s
	}
	return sum / float64(max(1, len(samples)))
}

// part is the k-th of the parts of a batch.
func part[T any](batch []T, k int) []T { return batch[k*len(batch)/parts : (k+1)*len(batch)/parts] }

// each does something for all parts, as many at a time as there are cores for.
func each(do func(k int)) {
	var all sync.WaitGroup
	for k := range parts {
		all.Go(func() { do(k) })
	}
	all.Wait()
}
