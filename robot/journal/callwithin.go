package journal

import (
	"errors"
	"time"
)

// ErrHangs means that a disk has not done in time what it was told to do.
var ErrHangs = errors.New("the disk doesn't answer")

// callPatience is how long the robot's loop waits for the disk: less than either end of the line takes for silence, so that
// the arm moves on, and a stop is heard.
const callPatience = 150 * time.Millisecond

// A TimedCaller does what may hang, one thing at a time, in a goroutine of its own that ends with it. Whoever tells it to do
// something waits only so long; what isn't done by then goes on, and nothing else is done until it is. It belongs to one
// goroutine.
type TimedCaller struct {
	late <-chan struct{} // closed when what took too long is done
}

// busy tells that something is still being done.
func (c *TimedCaller) busy() bool {
	select {
	case <-c.late:
		c.late = nil
	default:
	}
	return c.late != nil
}

// CallInTime tells whether the work was done in time. Work that wasn't, or has yet to be, must not touch what anybody else reads.
func (c *TimedCaller) CallInTime(work func()) bool {
	if c.busy() {
		return false
	}
	done := make(chan struct{})
	go func() {
		defer close(done)
		work()
	}()
	patience := time.NewTimer(callPatience)
	defer patience.Stop()
	select {
	case <-done:
		return true
	case <-patience.C:
		c.late = done
		return false
	}
}
