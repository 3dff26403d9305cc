package voice

import (
	"errors"
	"syscall"
)

// findDevice fails where there is no device: beep's driver would play into the void without an error.
func findDevice() error {
	count, _, _ := syscall.NewLazyDLL("winmm.dll").NewProc("waveOutGetNumDevs").Call()
	if count == 0 {
		return errors.New("voice: there is no sound device")
	}
	return nil
}
