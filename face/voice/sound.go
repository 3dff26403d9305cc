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

// decodeVorbis turns Ogg Vorbis into samples, to be played at a volume in percent. Several sounds may
// stand one after the other, as Ogg's chains do. (Beep's own decoder takes every sound for stereo, and
// plays ours twice as fast; it and the one below end with the first of a chain.)
func decodeVorbis(data []byte, volume int) (s *sound, err error) {
	defer func() {
		if r := recover(); r != nil { // the decoder panics on some broken input
			s, err = nil, fmt.Errorf("a broken Ogg Vorbis sound: %v", r)
		}
	}()
	s = &sound{gain: gainFor(volume)}
	for _, link := range splitChain(data) {
		samples, format, err := oggvorbis.ReadAll(bytes.NewReader(link))
		if err != nil {
			return nil, fmt.Errorf("no Ogg Vorbis sound: %w", err)
		}
		rate := beep.SampleRate(format.SampleRate)
		if s.rate != 0 && s.rate != rate {
			return nil, fmt.Errorf("a sound of %d Hz follows one of %d Hz", rate, s.rate)
		}
		s.rate = rate
		s.appendMixed(samples, format.Channels)
	}
	return s, nil
}

// appendMixed appends samples of several channels, which alternate.
func (s *sound) appendMixed(samples []float32, channels int) {
	for ; len(samples) >= channels; samples = samples[channels:] {
		var sum float32
		for _, x := range samples[:channels] {
			sum += x
		}
		s.samples = append(s.samples, sum/float32(channels))
	}
}

// Of a page of Ogg (RFC 3533).
const (
	pageHeader   = 27 // bytes, before the table of its segments
	pageFlags    = 5  // where its flags are
	pageSegments = 26 // where the number of its segments is
	firstPage    = 0x02
)

// splitChain cuts a chain of Ogg streams where each begins. What is no Ogg stays in one piece.
func splitChain(data []byte) [][]byte {
	var links [][]byte
	begin := 0
	for at := 0; at+pageHeader <= len(data) && bytes.HasPrefix(data[at:], []byte("OggS")); {
		if data[at+pageFlags]&firstPage != 0 && at > begin {
			links = append(links, data[begin:at])
			begin = at
		}
		segments := data[at+pageHeader : min(at+pageHeader+int(data[at+pageSegments]), len(data))]
		at += pageHeader + len(segments)
		for _, size := range segments {
			at += int(size)
		}
	}
	return append(links, data[begin:])
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
