package robot

import (
	"time"

	"crownhead/firmware/link"
	"crownhead/robot/command"
	"crownhead/robot/turn"
)

// A stopLatch is what is known of the controller's stop.
type stopLatch struct {
	latched      bool        // an emergency stop has been reported
	clearing     bool        // a clear is on its way to the controller
	pendingClear *turn.Event // a clear that waits for the controller to latch the stop
	faults       int         // stops by a fault since the robot has last completed a turn
	restarted    bool        // the game was resumed from a journal, and no controller has answered since
}

// maxFaultStops is how often a fault may stop the arm, with no turn of the robot completed in between, before a
// person has to look at it.
const maxFaultStops = 5

// updateLatch reports an emergency stop that is on or off, to turn.Step. Other stops are the arm's own
// business: it holds its program and goes on.
func (c *Core) updateLatch(now time.Duration) {
	st := c.link.State()
	c.stop.clearing = c.stop.clearing && st.Stopped
	on := st.Resting && c.needsPerson(st.Status.Cause)
	if on == c.stop.latched {
		return
	}
	c.stop.latched = on
	if !on {
		c.stop.faults = 0 // whoever cleared the stop has looked
	}
	c.feed(now, turn.Event{Kind: turn.EventEstop, On: on})
}

// needsPerson reports whether a person has to clear a stop of that cause. A fault that comes again and again is
// such a cause, too.
func (c *Core) needsPerson(cause uint8) bool {
	switch cause {
	case link.CauseEmergency, link.CauseButton:
		return true
	case link.CauseFault:
		return c.stop.faults >= maxFaultStops
	}
	return false
}

// compareStops compares the stop that turn.Step knows of with that of a controller that has just answered: one
// that was reset, or another one, has forgotten it. When the robot was stopped before it was restarted, the
// restart clears the stop: whoever started the program has looked.
func (c *Core) compareStops(now time.Duration) {
	c.updateLatch(now)
	if c.stop.restarted && c.state.Phase == turn.Stopped && !c.stop.latched {
		c.feed(now, turn.Event{Kind: turn.EventCommand, Command: command.Clear})
	}
	c.stop.restarted = false
}

// feedPendingClear gives a clear of the emergency stop to turn.Step, as soon as the controller has latched the stop.
// Before that the controller refuses a clear, and its report of the stop would come after the clear.
func (c *Core) feedPendingClear(now time.Duration) {
	st := c.link.State()
	slows := st.Up && st.Stopped && !st.Resting && c.state.Phase == turn.Stopped
	if c.stop.pendingClear == nil || slows {
		return
	}
	e := *c.stop.pendingClear
	c.stop.pendingClear = nil
	c.feed(now, e)
}

// clearSoftStop clears a stop that is no emergency, once the arm stands.
func (c *Core) clearSoftStop() {
	if c.link.State().Resting && !c.stop.clearing && !c.stop.latched {
		c.stop.clearing = c.link.Clear() == nil
	}
}
