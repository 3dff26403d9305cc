package voice

import (
	"math"

	"github.com/faiface/beep"
)

// rms is the loudness of samples.
func rms(samples []float32) float64 {
	sum := 0.0
	for _, x := range samples {
		sum += float64(x) * float64(x)
	}
	return math.Sqrt(sum / float64(max(1, len(samples))))
}

// audibleFrom is far below any speech, and far above rounding.
const audibleFrom = 0.003

// soundBounds are where the sound in a recording begins and ends, in samples, both 0 when nothing is heard.
func soundBounds(samples []float32, rate int) (from, to int) {
	window := rate / 100
	for i := 0; i+window <= len(samples); i += window {
		if rms(samples[i:i+window]) < audibleFrom {
			continue
		}
		if to == 0 {
			from = i
		}
		to = i + window
	}
	return from, to
}

// findStart is the place where a sound begins in a recording that may hold others before it, or −1: of
// the places where a pause ends, the one that correlates best.
func findStart(heard, want []float32, rate int) int {
	best, at := 0.9, -1
	window := rate / 100
	const pause = 2 // windows; a fast machine begins the next phrase 60 ms after it has cut one short
	for i, silent := 0, pause; i+window <= len(heard); i += window {
		if rms(heard[i:i+window]) < audibleFrom {
			silent++
			continue
		}
		was := silent
		silent = 0
		if was < pause {
			continue
		}
		if corr, _ := correlate(heard[max(0, i-window):], want, rate); corr > best {
			best, at = corr, max(0, i-window)
		}
	}
	return at
}

// referenceSound is a phrase's sound as it should be heard at a rate.
func referenceSound(p Phrase, rate int) ([]float32, error) {
	s, err := decodeVorbis(p.Sound, 100)
	if err != nil {
		return nil, err
	}
	var out []float32
	resampled := beep.Resample(4, s.rate, beep.SampleRate(rate), s)
	for buf := make([][2]float64, 512); ; {
		n, ok := resampled.Stream(buf)
		for _, x := range buf[:n] {
			out = append(out, float32(x[0]))
		}
		if !ok {
			return out, nil
		}
	}
}

// correlate is how much a recording contains a sound: their largest correlation, where they begin at
// about the same place; 1 is the sound itself, however loud. It also returns how loud the sound is
// there, 1 being as it was.
func correlate(heard, want []float32, rate int) (corr, gain float64) {
	const stride = 16 // some thousand places are enough to compare
	from, _ := soundBounds(heard, rate)
	begins, ends := soundBounds(want, rate)
	want = want[begins:ends]
	for lag := max(0, from-rate/50); lag < from+rate/50 && lag+len(want) <= len(heard); lag++ {
		var dot, own, energy float64
		for i := 0; i < len(want); i += stride {
			x, y := float64(want[i]), float64(heard[lag+i])
			dot, own, energy = dot+x*y, own+y*y, energy+x*x
		}
		if c := dot / math.Sqrt(energy*own+1e-12); c > corr {
			corr, gain = c, dot/energy
		}
	}
	return corr, gain
}
