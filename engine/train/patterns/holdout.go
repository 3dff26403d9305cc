package patterns

import (
	"math"

	"crownhead/engine/search"
)

// A CalibrationBin holds the samples for which an evaluation expects about the same share of the points.
type CalibrationBin struct {
	Samples  int     `json:"samples"`
	Said     float64 `json:"said"`     // the mean share of the points that it expects for the mover
	Observed float64 `json:"observed"` // the share that the mover got
}

// calibrationBins is how many there are, of equal width.
const calibrationBins = 20

// measureHoldout compares an evaluation with results: its mean loss, and its calibration.
func measureHoldout(e search.Evaluator, samples []Sample) (mean float64, all []CalibrationBin) {
	all = make([]CalibrationBin, calibrationBins)
	for _, s := range samples {
		result := float64(s.Result) / float64(Won)
		said := expectedShare(e.Score(s.Position()))
		b := &all[min(int(said*calibrationBins), calibrationBins-1)]
		b.Samples++
		b.Said += said
		b.Observed += result
		mean += crossEntropy(float32(said), float32(result))
	}
	for i := range all {
		if n := float64(all[i].Samples); n > 0 {
			all[i].Said /= n
			all[i].Observed /= n
		}
	}
	return mean / math.Max(1, float64(len(samples))), all
}

// expectedShare is the share of the points that a score promises.
func expectedShare(score int) float64 { return (1 + search.WinEstimate(score)) / 2 }
