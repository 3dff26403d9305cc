package twin

import "time"

// A Driver is what drives a world by what a host tells it: the virtual Controller, or the real firmware on a Bench. It is a step
// machine, owned by one goroutine.
type Driver interface {
	// Advance lets everything happen that is due until now, takes the bytes that arrive then, and returns the bytes that leave then and
	// the time at which it wants to be called again. The bytes are valid until the next call.
	Advance(now time.Duration, in []byte) (out []byte, next time.Duration)
	// Reset starts it anew, as a press of its reset button or the opening of its port does.
	Reset(now time.Duration, cause uint8)
	// Spoilt is how many pieces between two delimiters were no frames, since the last reset.
	Spoilt() uint64
}

var (
	_ Driver = (*Controller)(nil)
	_ Driver = (*Bench)(nil)
)
