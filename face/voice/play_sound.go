//go:build windows || (linux && cgo && alsa)

package voice

import (
	"errors"
	"fmt"
	"time"

	"github.com/faiface/beep"
	"github.com/faiface/beep/speaker"
)

const audible = true

const (
	deviceRate = beep.SampleRate(44100) // every device takes it
	buffer     = 300 * time.Millisecond // so long may a busy machine be late
	tail       = 2 * buffer             // of silence: it pushes the end of the sound through the buffers
	stalled    = 3 * time.Second
)

var errStalled = errors.New("voice: the sound device takes no sound")

// Play plays Ogg Vorbis on the system's device at a volume in percent, and returns when it has been
// heard. Without a sound it only opens the device. A program calls it once and ends soon after, because
// a device that fails in the middle is never closed.
func Play(data []byte, volume int) error {
	if err := findDevice(); err != nil {
		return err
	}
	s := &sound{rate: deviceRate}
	if len(data) > 0 {
		var err error
		if s, err = decodeVorbis(data, volume); err != nil {
			return fmt.Errorf("voice: %w", err)
		}
	}
	if err := speaker.Init(deviceRate, deviceRate.N(buffer)); err != nil {
		return fmt.Errorf("voice: %w", err)
	}
	if len(s.samples) == 0 {
		return nil
	}
	heard, began := make(chan struct{}), time.Now()
	const quality = 4 // of resampling
	speaker.Play(beep.Seq(
		beep.Resample(quality, s.rate, deviceRate, s),
		beep.Silence(deviceRate.N(tail)),
		beep.Callback(func() { close(heard) }),
	))
	select {
	case <-heard:
	case <-time.After(s.duration() + stalled):
		return errStalled
	}
	if time.Since(began) < s.duration()/2 { // a device that has failed takes everything in no time
		return errStalled
	}
	return nil
}
