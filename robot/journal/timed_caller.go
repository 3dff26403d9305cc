package journal

import (
	"errors"
	"time"
)

// ErrDiskHangs means that a disk has not finished an operation in time.
var ErrDiskHangs = errors.New("the disk doesn't answer")

// callPatience is how long the robot's loop waits for the disk. It is shorter than the time after which either end
// of the serial line takes the other for silent, so that the arm moves on and a stop is heard.
const callPatience = 150 * time.Millisecond

// A TimedCaller makes calls that may hang, one at a time. Each call runs in a goroutine of its own, which ends with
// the call; the caller waits for a bounded time only. A call that takes longer goes on in the background, and no
// other one starts until it has returned. The methods are for one goroutine.
type TimedCaller struct {
	overdue <-chan struct{} // closed when the call that took too long has returned
}

// callPending reports whether an earlier call has not returned yet.
func (c *TimedCaller) callPending() bool {
	select {
	case <-c.overdue:
		c.overdue = nil
	default:
	}
	return c.overdue != nil
}

// CallInTime calls work and reports whether it has returned in time. It reports false, without calling work, while
// an earlier call is pending. Work may outlast CallInTime: it must not touch what anybody else reads.
func (c *TimedCaller) CallInTime(work func()) bool {
	if c.callPending() {
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
		c.overdue = done
		return false
	}
}
