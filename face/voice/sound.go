package voice

import (
	"bytes"
	"fmt"
	"time"

	"github.com/faiface/beep"
	"github.com/jfreymuth/oggvorbis"
)

// A sound is one channel of samples in [-1, 1]. It streams itself once, at a gain.
type sound struct {
	rate    beep.SampleRate
	samples []float32
	gain    float64
	at      int
}

var _ beep.Streamer = (*sound)(nil)

// decodeVorbis turns Ogg Vorbis into samples, to be played at a volume in percent. (Beep's own decoder
// takes every sound for stereo, and plays ours twice as fast.)
func decodeVorbis(data []byte, volume int) (s *sound, err error) {
	defer func() {
		if r := recover(); r != nil { // the decoder panics on some broken input
			s, err = nil, fmt.Errorf("a broken Ogg Vorbis sound: %v", r)
		}
	}()
	samples, format, err := oggvorbis.ReadAll(bytes.NewReader(data))
	if err != nil {
		return nil, fmt.Errorf("no Ogg Vorbis sound: %w", err)
	}
	s = &sound{rate: beep.SampleRate(format.SampleRate), gain: gainFor(volume)}
	for ; len(samples) >= format.Channels; samples = samples[format.Channels:] {
		var sum float32
		for _, x := range samples[:format.Channels] {
			sum += x
		}
		s.samples = append(s.samples, sum/float32(format.Channels))
	}
	return s, nil
}

func (s *sound) duration() time.Duration { return s.rate.D(len(s.samples)) }

// Stream implements beep.Streamer.
func (s *sound) Stream(out [][2]float64) (int, bool) {
	n := min(len(out), len(s.samples)-s.at)
	for i := range n {
		x := float64(s.samples[s.at+i]) * s.gain
		out[i] = [2]float64{x, x}
	}
	s.at += n
	return n, n > 0
}

// Err implements beep.Streamer.
func (s *sound) Err() error { return nil }

// gainFor turns a volume in percent into a factor: an ear hears the square of it as even steps.
func gainFor(percent int) float64 {
	x := float64(max(0, min(percent, 100))) / 100
	return x * x
}
