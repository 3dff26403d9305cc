package robot

import (
	"math"
	"time"

	"crownhead/arm"
	"crownhead/board"
	"crownhead/robot/turn"
)

// advanceArm advances the arm's runner and handles its events, until it has none.
func (c *Core) advanceArm(now time.Duration) time.Duration {
	for {
		events, next := c.arm.advance(now, &c.state)
		for _, e := range events {
			c.handleArmEvent(now, e)
		}
		if len(events) == 0 {
			return next
		}
	}
}

// handleArmEvent handles an event of the runner. Most are for turn.Step.
func (c *Core) handleArmEvent(now time.Duration, e arm.Event) {
	switch {
	case e.Kind == arm.EventFault:
		c.addNote(NoteWarning, "the arm has failed", "reason", e.Detail, "carry", e.Step)
		c.arm.recordFailure(now, e.Detail)
	case e.Kind == arm.EventRetry:
		c.addNote(NoteInfo, "the arm tries again", "carry", e.Step, "square", e.Square.String())
	case e.Kind == arm.EventSlowRelease:
		c.addNote(NoteWarning, "a checker has left the nozzle late: the arm waits longer from now on",
			"square", e.Square.String(), "release_ms", e.Release.Milliseconds(), "hint", slowValveRemedy)
		return
	case e.Kind == arm.EventParked:
		c.finishParking(now)
		return
	case e.Kind == arm.EventHeld && c.shutdown == parking:
		c.arm.runner.Resume() // Step takes no events any more, and can't resume the runner
		return
	}
	if e.Found {
		c.recordPick(e.Dx, e.Dy)
	}
	out := turn.Event{Kind: turn.EventArm, Arm: turn.ArmReport(e.Kind), Carry: e.Step, Expected: e.Expected, Bits: e.Seen}
	if e.Square < board.NoSquare {
		out.Square = e.Square.String()
	}
	if !out.SawBoard() {
		out.Expected, out.Bits = 0, 0
	}
	c.feed(now, out)
	if e.Kind == arm.EventCarried && c.state.Sensors.Bits != c.sensors.board.Settled {
		c.sensors.board.ReportAgain() // somebody has been quick, and turn.Step believes that the board is as the arm left it
	}
}

// slowValveRemedy says what to do about a nozzle that lets go late.
const slowValveRemedy = "look at the valve and the nozzle's cup: dirt, or a hose that is bent, keeps the air out"

// finishHoming reports to turn.Step that the arm knows where it is. With the pump on, a checker that no sensor sees may
// hang on the nozzle: it is laid down first, so that the sensors see all checkers.
func (c *Core) finishHoming(now time.Duration) {
	if c.state.Phase == turn.Service || !c.link.State().Pumping {
		c.feed(now, turn.Event{Kind: turn.EventHomed})
		return
	}
	c.arm.releasingChecker = true
	c.arm.runner.Abandon()
	c.arm.runner.Park()
}

// finishParking ends what the arm was parked for: the shutdown, or a homing that had to lay a checker down first.
func (c *Core) finishParking(now time.Duration) {
	if c.shutdown == parking {
		c.shutdown = shutDown
	}
	if c.arm.releasingChecker {
		c.arm.releasingChecker = false
		c.feed(now, turn.Event{Kind: turn.EventHomed})
	}
}

// recordPick records a pick that the sensors have seen, and tells the operator when the picks drift.
func (c *Core) recordPick(dx, dy float64) {
	c.sensors.drift.AddPick(dx, dy)
	if !c.sensors.drift.DetectDrift() {
		return
	}
	x, y, found, of := c.sensors.drift.Mean()
	c.addNote(NoteError, "checkers are found off the middle of their squares in one direction",
		"x_mm", roundTenths(x), "y_mm", roundTenths(y), "found", found, "of", of,
		"hint", "the board or the arm has been moved: calibrate again")
}

func roundTenths(mm float64) float64 { return math.Round(mm*10) / 10 }
