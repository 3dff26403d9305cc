// Package timedcall makes calls that may hang, such as those to a disk, without waiting for them for long.
package timedcall

import "time"

// patience is how long the robot's loop waits for a call. It is shorter than the time after which either end of the
// serial line takes the other for silent, so that the arm moves on and a stop is heard.
const patience = 150 * time.Millisecond

// A Caller makes calls that may hang, one at a time. Each call runs in a goroutine of its own, which ends with the
// call; the caller waits for 150 ms at most. A call that takes longer goes on in the background, and no other one
// starts until it has returned. The methods are for one goroutine. The zero Caller is ready for use.
type Caller struct {
	overdue <-chan struct{} // closed when the call that took too long has returned
}

// Pending reports whether an earlier call has not returned yet.
func (c *Caller) Pending() bool {
	select {
	case <-c.overdue:
		c.overdue = nil
	default:
	}
	return c.overdue != nil
}

// CallInTime calls work and reports whether it has returned in time. It reports false, without calling work, while
// an earlier call is pending. Work may outlast CallInTime: it must not touch what anybody else reads.
func (c *Caller) CallInTime(work func()) bool {
	if c.Pending() {
		return false
	}
	done := make(chan struct{})
	go func() {
		defer close(done)
		work()
	}()
	timer := time.NewTimer(patience)
	defer timer.Stop()
	select {
	case <-done:
		return true
	case <-timer.C:
		c.overdue = done
		return false
	}
}
