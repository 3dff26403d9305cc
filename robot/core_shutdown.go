package robot

import (
	"time"

	"crownhead/internal/clock"
)

// A shutdownStage is how far the robot is on its way to be switched off.
type shutdownStage uint8

const (
	running shutdownStage = iota
	slowing               // until the arm stands
	parking               // until the arm is parked
	shutDown
)

// BeginShutdown makes the arm slow down and park. ShutdownDone reports when it has.
func (c *Core) BeginShutdown() {
	if c.shutdown == running {
		c.shutdown = slowing
		c.arm.abandonProgram()
	}
}

// ShutdownDone reports whether the arm is parked, or can't be parked.
func (c *Core) ShutdownDone() bool { return c.shutdown == shutDown }

// advanceShutdown goes on with parking the arm, and returns when the arm wants to be advanced again. An arm that
// can't park has nothing to wait for.
func (c *Core) advanceShutdown(now time.Duration) time.Duration {
	switch st := c.link.State(); {
	case c.shutdown == shutDown:
	case !st.Up || c.stop.latched:
		c.shutdown = shutDown
	case !c.arm.knowsPosition(&c.state): // it can't find its parking place
		if st.Idle {
			c.shutdown = shutDown
		}
	case st.Stopped:
		c.clearSoftStop()
	case c.shutdown == slowing && st.Idle:
		c.shutdown = parking
		c.arm.runner.Park()
		return c.advanceArm(now)
	}
	return clock.Never
}

// Close closes the journals. A game that is not over can be resumed from its own.
func (c *Core) Close() {
	c.journal.closeCurrent()
	c.journal.closeEarlier()
}
