package robot

import (
	"time"

	"crownhead/firmware/link"
	"crownhead/robot/turn"
)

// mostStops is how often a fault may stop the arm, with no turn of the robot completed in between, before a person has to
// look at it.
const mostStops = 5

// latch reports an emergency stop that is on or off. A fault that comes again and again is one, too. Other stops are the
// arm's own business: it holds, and goes on.
func (c *Core) latch(now time.Duration) {
	st := c.link.State()
	c.releasing = c.releasing && st.Stopped
	on := st.Resting && c.grave(st.Status.Cause)
	if on == c.latched {
		return
	}
	c.latched = on
	if !on {
		c.faulted = 0 // whoever cleared it has looked
	}
	c.feed(now, turn.Event{Kind: turn.EventEstop, On: on})
}

// grave tells whether a stop of that cause is a person's to clear.
func (c *Core) grave(cause uint8) bool {
	switch cause {
	case link.CauseEmergency, link.CauseButton:
		return true
	case link.CauseFault:
		return c.faulted >= mostStops
	}
	return false
}

// release clears a stop that is no emergency, once the arm stands.
func (c *Core) release() {
	st := c.link.State()
	if !st.Resting || c.releasing || c.latched {
		return
	}
	c.releasing = c.link.Clear() == nil
}

// clearStop takes back an emergency stop, as soon as the controller has told that it is on: until then a clear is refused, and the news
// of the stop would come after it.
func (c *Core) clearStop(now time.Duration) {
	st := c.link.State()
	slowing := st.Up && st.Stopped && !st.Resting && c.state.Phase == turn.Stopped
	if c.clearing == nil || slowing {
		return
	}
	e := *c.clearing
	c.clearing = nil
	c.feed(now, e)
}

// relatch compares the stop that Step knows of with that of a controller that has just been met: one that was reset, or
// another one, has forgotten it. Who starts the program anew over a stopped robot has looked at it.
func (c *Core) relatch(now time.Duration) {
	c.latch(now)
	if c.restarted && c.state.Phase == turn.Stopped && !c.latched {
		c.feed(now, turn.Event{Kind: turn.EventCommand, Command: turn.CommandClear})
	}
	c.restarted = false
}

// halt gives the arm's program up; a moving arm slows down.
func (c *Core) halt() {
	c.runner.Halt()
	if !c.link.State().Idle {
		_ = c.link.Stop(link.StopSoft) // without a link the controller stops by itself
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

// BeginShutdown makes the robot stop softly and park. Left tells when it has; a robot that can't park has nothing to wait for.
func (c *Core) BeginShutdown() {
	if c.leaving != staying {
		return
	}
	c.leaving = slowing
	c.halt()
}

// ShutdownDone tells whether the arm is parked, or can't be.
func (c *Core) ShutdownDone() bool { return c.leaving == gone }

// wishes goes on with what had to wait for the controller: the clear of a stop, homing, and leaving.
func (c *Core) wishes(now time.Duration) {
	c.clearStop(now)
	st := c.link.State()
	if c.leaving == staying && c.homing && st.Up {
		c.homing = c.link.Home() != nil
	}
	if c.leaving == staying && c.state.Phase != turn.Hold && c.state.Phase != turn.Stopped {
		c.release() // held before, and told to go on
	}
	switch {
	case c.leaving == staying || c.leaving == gone:
	case !st.Up || c.latched:
		c.leaving = gone
	case !c.placed(): // it doesn't know the way to its parking place
		if st.Idle {
			c.leaving = gone
		}
	case st.Stopped:
		c.release()
	case c.leaving == slowing && st.Idle:
		c.leaving = parking
		c.runner.Park()
		c.runArm(now)
	}
}
