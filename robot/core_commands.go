package robot

import (
	"time"

	"crownhead/robot/command"
	"crownhead/robot/turn"
)

// handleCommand carries out a command. Most are events for turn.Step.
func (c *Core) handleCommand(now time.Duration, asked command.Command) {
	if IsServiceCommand(asked.Name) {
		c.handleServiceCommand(now, asked)
		return
	}
	event := turn.Event{Kind: turn.EventCommand, Command: asked.Name, Args: asked.Args}
	switch asked.Name {
	case command.ServiceOn:
		c.arm.homeWanted, c.arm.releasingChecker = false, false
		c.feed(now, event)
		if c.link.State().Up {
			c.status.refusal = "" // the operator may move what the game may not
		}
	case command.ServiceOff:
		c.endService(now, event)
	case command.Clear:
		c.stop.pendingClear = &event
		c.feedPendingClear(now)
	case command.Stop:
		c.stop.pendingClear = nil // a second stop outlives a clear of the first
		c.feed(now, event)
	default:
		c.feed(now, event)
	}
}

// endService gives the arm back to the game. A controller that was to move in service mode only is met anew.
func (c *Core) endService(now time.Duration, e turn.Event) {
	c.cancelCalibration()
	unmet := c.link.State().Up && !c.state.Link.Up && c.state.Phase == turn.Service
	c.queue.pushWork(queuedWork{Event: e, silent: unmet})
	c.runQueue(now)
	if unmet {
		c.meetController(now)
	}
}
