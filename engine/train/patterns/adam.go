package patterns

import "math"

// Adam's constants, and how large its steps are: rate at first, and less and less down to nothing at the end.
const (
	firstMoment  = 0.9
	secondMoment = 0.999
	tiny         = 1e-8
)

// An adam is the state of a fit by Adam's method.
type adam struct {
	model
	first, second []float32
	step          int
	grads         [parts]gradient
}

func newAdam(m model) *adam {
	a := &adam{model: m, first: make([]float32, len(m.weights)), second: make([]float32, len(m.weights))}
	for k := range a.grads {
		a.grads[k].weights = make([]float32, len(m.weights))
	}
	return a
}

// learn takes a step by a batch of samples. Decay is the pull of every weight towards nothing: as if so many of all
// samples spoke against it.
func (a *adam) learn(batch []Sample, rate, decay float64) (mean float64) {
	each(func(k int) {
		g := &a.grads[k]
		g.loss = 0
		clear(g.weights)
		for _, s := range part(batch, k) {
			g.add(&a.model, s)
		}
	})
	a.step++
	size := rate * math.Sqrt(1-math.Pow(secondMoment, float64(a.step))) / (1 - math.Pow(firstMoment, float64(a.step)))
	each(func(k int) { a.move(k, float32(size), float32(decay), 1/float32(len(batch))) })
	for k := range a.grads {
		mean += a.grads[k].loss
	}
	return mean / float64(len(batch))
}

// move moves the weights of a part.
func (a *adam) move(k int, size, decay, share float32) {
	from, to := k*len(a.weights)/parts, (k+1)*len(a.weights)/parts
	for i := from; i < to; i++ {
		g := decay * a.weights[i]
		for j := range a.grads {
			g += share * a.grads[j].weights[i]
		}
		a.first[i] = firstMoment*a.first[i] + (1-firstMoment)*g
		a.second[i] = secondMoment*a.second[i] + (1-secondMoment)*g*g
		a.weights[i] -= size * a.first[i] / (float32(math.Sqrt(float64(a.second[i]))) + tiny)
	}
}
