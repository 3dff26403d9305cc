package nets

import (
	"math"

	"crownhead/engine/net"
)

// An Exam is how a net does on examples that it hasn't learnt from: all are means.
type Exam struct {
	Policy   float64 `json:"policy"`   // −Σ π log p
	Value    float64 `json:"value"`    // (z − v)²
	Accuracy float64 `json:"accuracy"` // how often the search's first choice is the net's
	Brier    float64 `json:"brier"`    // of the share of the points that the net expects
}

// A Bin holds the examples to which a net gives about the same chances.
type Bin struct {
	Examples int     `json:"examples"`
	Said     float64 `json:"said"`     // the mean share of the points that it expects for who is to move
	Observed float64 `json:"observed"` // the share that came
}

// bins is how many there are, of equal width.
const bins = 20

// A tallying adds up what an Exam is the mean of.
type tallying struct {
	Exam
	bins [bins]Bin
}

// examine examines a net.
func examine(n *net.Net, list []net.Example, workers int) Exam {
	return tallyOf(n, list, workers).Exam
}

// reliability is whether a net's chances come true, with the Brier score of who always says what is so on the average.
func reliability(n *net.Net, list []net.Example, workers int) (all []Bin, constant float64) {
	t := tallyOf(n, list, workers)
	mean, squares := 0.0, 0.0
	for i := range list {
		x := share(float64(list[i].Value))
		mean += x
		squares += x * x
	}
	count := math.Max(1, float64(len(list)))
	mean /= count
	return t.bins[:], squares/count - mean*mean
}

// tallyOf asks the net about all examples, in parts, whose sums are added in their order.
func tallyOf(n *net.Net, list []net.Example, workers int) tallying {
	var parts [learners]tallying
	parallel(workers, func(k int) {
		e := n.Evaluator()
		for i := range part(list, k) {
			parts[k].add(e, &part(list, k)[i])
		}
	})
	all := parts[0]
	for _, p := range parts[1:] {
		all.join(p)
	}
	all.average(len(list))
	return all
}

// share is the part of the points that a value means.
func share(value float64) float64 { return (1 + value) / 2 }

func (t *tallying) add(e net.Evaluator, x *net.Example) {
	var logits [net.Actions]float32
	var room [64]net.Action
	value := float64(e.Evaluate(&x.State, &logits))
	legal := x.State.AppendActions(room[:0])
	priors := make([]float32, len(legal))
	net.Priors(&logits, legal, priors)
	t.addPolicy(x.Policy, legal, priors)
	off := value - float64(x.Value)
	said, came := share(value), share(float64(x.Value))
	t.Value += off * off
	t.Brier += (said - came) * (said - came)
	b := &t.bins[min(int(said*bins), bins-1)]
	b.Examples++
	b.Said += said
	b.Observed += came
}

// addPolicy compares the net's choice with the search's.
func (t *tallying) addPolicy(wanted []net.Share, legal []net.Action, priors []float32) {
	of := map[net.Action]float32{}
	best := net.Action(0)
	for i, a := range legal {
		of[a] = priors[i]
		if i == 0 || priors[i] > of[best] {
			best = a
		}
	}
	first := net.Share{Part: -1}
	for _, s := range wanted {
		if s.Part > first.Part {
			first = s
		}
		if s.Part > 0 {
			t.Policy -= float64(s.Part) * math.Log(math.Max(float64(of[s.Action]), math.SmallestNonzeroFloat32))
		}
	}
	if first.Action == best {
		t.Accuracy++
	}
}

func (t *tallying) join(o tallying) {
	t.Policy += o.Policy
	t.Value += o.Value
	t.Accuracy += o.Accuracy
	t.Brier += o.Brier
	for i, b := range o.bins {
		t.bins[i].Examples += b.Examples
		t.bins[i].Said += b.Said
		t.bins[i].Observed += b.Observed
	}
}

// average turns sums into means.
func (t *tallying) average(examples int) {
	n := math.Max(1, float64(examples))
	t.Policy /= n
	t.Value /= n
	t.Accuracy /= n
	t.Brier /= n
	for i := range t.bins {
		if b := &t.bins[i]; b.Examples > 0 {
			b.Said /= float64(b.Examples)
			b.Observed /= float64(b.Examples)
		}
	}
}
