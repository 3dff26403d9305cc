package robot

import (
	"time"

	"crownhead/firmware/link/wire"
)

// latch reports an emergency stop that is on or off. Other stops are the arm's own business: it holds, and goes on.
func (c *Core) latch(now time.Duration) {
	st := c.link.State()
	emergency := st.Stopped && st.Status.State == wire.StateStopped &&
		(st.Status.Cause == wire.CauseEmergency || st.Status.Cause == wire.CauseButton)
	c.releasing = c.releasing && st.Stopped
	if emergency != c.latched {
		c.latched = emergency
		c.feed(now, Event{Kind: EventEstop, On: emergency})
	}
}

// release clears a stop that is no emergency, once the arm stands.
func (c *Core) release() {
	st := c.link.State()
	if !st.Stopped || c.releasing || c.latched || st.Status.State != wire.StateStopped {
		return
	}
	c.releasing = c.link.Clear() == nil
}

// halt gives the arm's program up; a moving arm slows down.
func (c *Core) halt() {
	c.runner.Halt()
	if !c.idle() {
		_ = c.link.Stop(wire.StopSoft) // without a link the controller stops by itself
	}
}

// leaving is how far the robot is on its way to be switched off.
type leaving uint8

const (
	staying leaving = iota
	slowing         // until the arm stands
	parking
	gone
)

// Leave makes the robot stop softly and park. Left tells when it has; a robot that can't park has nothing to wait for.
func (c *Core) Leave() {
	if c.leaving != staying {
		return
	}
	c.leaving = slowing
	c.halt()
}

// Left tells whether the arm is parked, or can't be.
func (c *Core) Left() bool { return c.leaving == gone }

// wishes goes on with what had to wait for the controller: homing, and leaving.
func (c *Core) wishes(now time.Duration) {
	st := c.link.State()
	if c.leaving == staying && c.homing && st.Up {
		c.homing = c.link.Home() != nil
	}
	if c.leaving == staying && c.state.Phase != Hold && c.state.Phase != Stopped {
		c.release() // held before, and told to go on
	}
	switch {
	case c.leaving == staying || c.leaving == gone:
	case !st.Up || !st.Homed || c.latched:
		c.leaving = gone
	case st.Stopped:
		c.release()
	case c.leaving == slowing && c.idle():
		c.leaving = parking
		c.runner.Park(now)
		c.runArm(now)
	}
}
