package patterns

import (
	"math"

	"crownhead/engine/search"
)

// A Bin holds the samples to which an evaluation gives about the same chances.
type Bin struct {
	Samples  int     `json:"samples"`
	Said     float64 `json:"said"`     // the mean share of the points that it expects for the mover
	Observed float64 `json:"observed"` // the share that the mover got
}

// bins is how many there are, of equal width.
const bins = 20

// examine holds an evaluation against results: its mean loss, and how reliable its chances are.
func examine(e search.Evaluator, samples []Sample) (mean float64, all []Bin) {
	all = make([]Bin, bins)
	for _, s := range samples {
		result := float64(s.Result) / float64(Won)
		said := chance(e.Score(s.Position()))
		b := &all[min(int(said*bins), bins-1)]
		b.Samples++
		b.Said += said
		b.Observed += result
		mean += loss(float32(said), float32(result))
	}
	for i := range all {
		if n := float64(all[i].Samples); n > 0 {
			all[i].Said /= n
			all[i].Observed /= n
		}
	}
	return mean / math.Max(1, float64(len(samples))), all
}

// chance is the share of the points that a score promises.
func chance(score int) float64 { return (1 + search.Win(score)) / 2 }
