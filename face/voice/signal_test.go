package voice

import "math"

// rms is the loudness of samples.
func rms(samples []float32) float64 {
	sum := 0.0
	for _, x := range samples {
		sum += float64(x) * float64(x)
	}
	return math.Sqrt(sum / float64(max(1, len(samples))))
}
