package voice

import (
	"errors"
	"syscall"
)

// findDevice tells whether there is a device: where there is none, beep's driver plays into the void and is content.
func findDevice() error {
	count, _, _ := syscall.NewLazyDLL("winmm.dll").NewProc("waveOutGetNumDevs").Call()
	if count == 0 {
		return errors.New("voice: there is no sound device")
	}
	return nil
}
