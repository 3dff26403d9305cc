package nets

import (
	"math"

	"crownhead/engine/net"
	"crownhead/engine/train/loop"
)

// HoldoutMetrics are how a net does on examples that it has not learnt from: all are means.
type HoldoutMetrics struct {
	Policy   float64 `json:"policy"`   // −Σ π log p
	Value    float64 `json:"value"`    // (z − v)²
	Accuracy float64 `json:"accuracy"` // how often the search's first choice is the net's
	Brier    float64 `json:"brier"`    // of the share of the points that the net expects
}

// A CalibrationBin holds the examples for which a net expects about the same share of the points.
type CalibrationBin struct {
	Examples int     `json:"examples"`
	Said     float64 `json:"said"`     // the mean share of the points that it expects for the side to move
	Observed float64 `json:"observed"` // the mean share that the side to move got
}

// calibrationBins is how many there are, of equal width.
const calibrationBins = 20

// A metricSums adds up what the metrics are the means of.
type metricSums struct {
	HoldoutMetrics
	bins [calibrationBins]CalibrationBin
}

// measureHoldout measures a net on examples.
func measureHoldout(n *net.Net, list []net.Example, workers int) HoldoutMetrics {
	return averageMetrics(n, list, workers).HoldoutMetrics
}

// measureCalibration compares what a net expects with what came, and returns the Brier score of
// always expecting the average.
func measureCalibration(n *net.Net, list []net.Example, workers int) (bins []CalibrationBin, constant float64) {
	sums := averageMetrics(n, list, workers)
	mean, squares := 0.0, 0.0
	for i := range list {
		x := pointShare(float64(list[i].Value))
		mean += x
		squares += x * x
	}
	count := math.Max(1, float64(len(list)))
	mean /= count
	return sums.bins[:], squares/count - mean*mean
}

// averageMetrics asks the net about all examples, in parts, whose sums are added in order.
func averageMetrics(n *net.Net, list []net.Example, workers int) metricSums {
	var parts [loop.Parts]metricSums
	loop.ForEachPart(workers, func(k int) {
		e := n.Evaluator()
		part := loop.Part(list, k)
		for i := range part {
			parts[k].addExample(e, &part[i])
		}
	})
	all := parts[0]
	for _, p := range parts[1:] {
		all.addSums(p)
	}
	all.divideBy(len(list))
	return all
}

// pointShare is the share of the points that a value means.
func pointShare(value float64) float64 { return (1 + value) / 2 }

func (m *metricSums) addExample(e net.Evaluator, x *net.Example) {
	var logits [net.Actions]float32
	var room [64]net.Action
	value := float64(e.Evaluate(&x.State, &logits))
	legal := x.State.AppendActions(room[:0])
	priors := make([]float32, len(legal))
	net.Priors(&logits, legal, priors)
	m.addPolicy(x.Policy, legal, priors)
	off := value - float64(x.Value)
	said, came := pointShare(value), pointShare(float64(x.Value))
	m.Value += off * off
	m.Brier += (said - came) * (said - came)
	b := &m.bins[min(int(said*calibrationBins), calibrationBins-1)]
	b.Examples++
	b.Said += said
	b.Observed += came
}

// addPolicy compares the net's choice with the search's.
func (m *metricSums) addPolicy(wanted []net.ActionShare, legal []net.Action, priors []float32) {
	of := map[net.Action]float32{}
	best := net.Action(0)
	for i, a := range legal {
		of[a] = priors[i]
		if i == 0 || priors[i] > of[best] {
			best = a
		}
	}
	first := net.ActionShare{Part: -1}
	for _, s := range wanted {
		if s.Part > first.Part {
			first = s
		}
		if s.Part > 0 {
			m.Policy -= float64(s.Part) * math.Log(math.Max(float64(of[s.Action]), math.SmallestNonzeroFloat32))
		}
	}
	if first.Action == best {
		m.Accuracy++
	}
}

func (m *metricSums) addSums(o metricSums) {
	m.Policy += o.Policy
	m.Value += o.Value
	m.Accuracy += o.Accuracy
	m.Brier += o.Brier
	for i, b := range o.bins {
		m.bins[i].Examples += b.Examples
		m.bins[i].Said += b.Said
		m.bins[i].Observed += b.Observed
	}
}

// divideBy turns sums over n examples into means.
func (m *metricSums) divideBy(examples int) {
	n := math.Max(1, float64(examples))
	m.Policy /= n
	m.Value /= n
	m.Accuracy /= n
	m.Brier /= n
	for i := range m.bins {
		if b := &m.bins[i]; b.Examples > 0 {
			b.Said /= float64(b.Examples)
			b.Observed /= float64(b.Examples)
		}
	}
}
