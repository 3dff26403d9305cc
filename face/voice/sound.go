package voice

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"time"

	"github.com/faiface/beep"
	"github.com/jfreymuth/oggvorbis"
)

const (
	longestSound = 10 * time.Second // a longer phrase would outlast its occasion
	largestSound = 1 << 20          // bytes
)

// load reads the phrase's sound; thorough listens to it, too.
func (p *Phrase) load(folder fs.FS, thorough bool) error {
	if p.File == "" {
		return errors.New("no file: it names the sound, Ogg Vorbis beside the pack.json")
	}
	f, err := folder.Open(p.File)
	if err != nil {
		return err
	}
	defer f.Close()
	p.Sound, err = io.ReadAll(io.LimitReader(f, largestSound+1))
	switch {
	case err != nil:
		return err
	case len(p.Sound) > largestSound:
		return fmt.Errorf("%s is larger than a megabyte", p.File)
	case !thorough:
		return nil
	}
	s, err := decode(p.Sound, 100)
	if err != nil {
		return fmt.Errorf("%s: %w", p.File, err)
	}
	if length := s.length(); length <= 0 || length > longestSound {
		return fmt.Errorf("%s lasts %v; wanted more than none and at most %v", p.File, length.Round(time.Millisecond), longestSound)
	}
	return nil
}

// A sound is one channel of samples in [-1, 1]. It streams itself once, at a gain.
type sound struct {
	rate    beep.SampleRate
	samples []float32
	gain    float64
	at      int
}

var _ beep.Streamer = (*sound)(nil)

// decode turns Ogg Vorbis into samples, to be played at a volume in percent. (Beep's own decoder takes every sound for stereo, and plays ours twice as fast.)
func decode(data []byte, volume int) (s *sound, err error) {
	defer func() {
		if r := recover(); r != nil { // the decoder trusts what it is given
			s, err = nil, fmt.Errorf("a broken Ogg Vorbis sound: %v", r)
		}
	}()
	samples, format, err := oggvorbis.ReadAll(bytes.NewReader(data))
	if err != nil {
		return nil, fmt.Errorf("no Ogg Vorbis sound: %w", err)
	}
	s = &sound{rate: beep.SampleRate(format.SampleRate), gain: gainOf(volume)}
	for ; len(samples) >= format.Channels; samples = samples[format.Channels:] {
		var sum float32
		for _, x := range samples[:format.Channels] {
			sum += x
		}
		s.samples = append(s.samples, sum/float32(format.Channels))
	}
	return s, nil
}

func (s *sound) length() time.Duration { return s.rate.D(len(s.samples)) }

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

// gainOf turns a volume in percent into a factor: an ear hears the square of it as even steps.
func gainOf(percent int) float64 {
	x := float64(max(0, min(percent, 100))) / 100
	return x * x
}
