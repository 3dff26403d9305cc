package robot

import (
	"time"

	"crownhead/internal/clock"
	"crownhead/robot/turn"
)

// Advance takes what has come in, does everything that is due at now, and returns what is to be done and when
// it wants to be called again at the latest. Time begins with 0 at NewCore and never goes back.
//
// Its stages have an order, for a later one needs what an earlier one has found out:
//
//  1. The link takes the bytes: whether there is a controller, how it stands, what the sensors read.
//  2. The sensors report an occupancy that has settled.
//  3. The engine's answer and the commands: they are about the board that has just been reported.
//  4. The timers: an event that has come in may have stopped one that is due at the same instant.
//  5. The arm, with the program that the events have given it.
//  6. What waits for the controller, and shutting down: both depend on whether the arm rests.
//  7. The face, and the link once more, so that all this goes onto the line at once.
//  8. The snapshot and the voice's moment, which show the outcome.
func (c *Core) Advance(now time.Duration, in Input) (Output, time.Duration) {
	if in.Opened {
		c.link.PortOpened(now)
	}
	if in.Closed {
		c.link.PortClosed(now)
	}
	next := c.advanceLink(now, in.Bytes)
	for _, e := range c.sensors.board.DueEvents(now) {
		c.feed(now, e)
	}
	c.feedAnswer(now, in.Answer)
	for _, command := range in.Commands {
		c.choices.recordCommand(command.Name, command.Args)
		c.handleCommand(now, command)
	}
	c.feedDeadlines(now)
	next = min(next, c.advanceArm(now))
	next = min(next, c.continueWaiting(now))
	next = min(next, c.face.advance(now, c.state.Phase, c.link))
	next = min(next, c.advanceLink(now, nil)) // what was commanded since goes onto the line
	_, due := c.deadlines.earliest()
	next = min(next, c.sensors.board.NextDue(), due)
	c.publishSnapshot()
	c.emitMoment()
	out := c.out
	c.out = Output{}
	return out, next
}

// advanceLink gives the link the bytes that have arrived, and handles its events.
func (c *Core) advanceLink(now time.Duration, bytes []byte) time.Duration {
	out, events, next := c.link.Advance(now, bytes)
	c.out.Bytes = append(c.out.Bytes, out...)
	for _, e := range events {
		c.handleLinkEvent(now, e)
	}
	return next
}

// feedAnswer gives the engine's answer to turn.Step.
func (c *Core) feedAnswer(now time.Duration, a *EngineAnswer) {
	switch {
	case a == nil:
	case a.Hint:
		c.feed(now, turn.Event{Kind: turn.EventHint, Move: a.Move, Ply: a.Ply, Remark: a.Remark})
	default:
		c.feed(now, turn.Event{Kind: turn.EventEngine, Move: a.Move, Win: a.Win, Ply: a.Ply, Remark: a.Remark})
	}
}

// feedDeadlines gives the deadlines that are due to turn.Step, the earliest first.
func (c *Core) feedDeadlines(now time.Duration) {
	for {
		name, at := c.deadlines.earliest()
		if at > now {
			return
		}
		delete(c.deadlines, name)
		c.feed(now, turn.Event{Kind: turn.EventDeadline, Deadline: name})
	}
}

// continueWaiting goes on with what had to wait for the controller: the clear of a stop, homing, and shutting down.
// It returns when the arm wants to be advanced again.
func (c *Core) continueWaiting(now time.Duration) time.Duration {
	c.feedPendingClear(now)
	if c.shutdown != running {
		return c.advanceShutdown(now)
	}
	if c.arm.homeWanted && c.link.State().Up {
		c.arm.homeWanted = c.link.Home() != nil
	}
	if c.state.Phase != turn.Hold && c.state.Phase != turn.Stopped {
		c.clearSoftStop() // the arm was held, and is to go on
	}
	return clock.Never
}
