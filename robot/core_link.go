package robot

import (
	"time"

	"crownhead/firmware/link"
	"crownhead/robot/turn"
)

// refusalRemedies say what to do about a controller that is given no motion.
var refusalRemedies = map[link.Refusal]string{
	link.RefusedVersion: "put the firmware that belongs to this program into the controller: make -C firmware flash",
	link.RefusedMode:    "hold the controller's set-up button for three seconds once more, or reset it",
	link.RefusedReal:    "leave --pace out: real hardware lives by the wall's clock",
	link.RefusedSetup:   "look at arm.motion, arm.links.limits and link.homing in the configuration",
}

const uncalibratedRemedy = "crownhead calibrate corners measures where the board is, " +
	"and writes it into the configuration"

// handleLinkEvent handles what the link reports.
func (c *Core) handleLinkEvent(now time.Duration, e link.Event) {
	switch e.Kind {
	case link.EventUp:
		c.addNote(NoteInfo, "link up", "boot", e.Boot, "virtual", e.Virtual, "homed", e.Homed)
		c.status.refusal, c.status.linkSince = "", now
		c.arm.items.restartAfter(c.link.State().Status.Done)
		c.stop.clearing = false
		c.meetController(now)
	case link.EventDown:
		c.addNote(NoteWarning, "link down", "reason", e.Reason)
		c.status.refusal, c.status.linkSince = "", now
		c.forgetController()
		c.feed(now, turn.Event{Kind: turn.EventLink, Link: turn.LinkDown})
	case link.EventReset:
		c.addNote(NoteWarning, "the controller has been reset", "reason", e.Reason, "boot", e.Boot)
		c.forgetController()
		c.feed(now, turn.Event{Kind: turn.EventLink, Link: turn.LinkReset, BootID: e.Boot, Virtual: e.Virtual})
	case link.EventRefused:
		hint := refusalRemedies[e.Refusal]
		c.addNote(NoteError, "the controller is given no motion", "reason", e.Reason, "hint", hint)
		c.status.refusal, c.status.linkSince = hint, now
		c.out.RefusedLink = e.Refusal
		refusal := turn.RefusedSetup
		if e.Refusal == link.RefusedVersion {
			refusal = turn.RefusedFirmware
		}
		c.feed(now, turn.Event{Kind: turn.EventLink, Link: turn.LinkRefused, Refusal: refusal})
	case link.EventOccupancy:
		bits := c.squaresOf(e.Bits)
		c.sensors.flicker.Observe(now, bits)
		c.maskFlickering(now)
		c.sensors.board.Observe(now, bits)
	case link.EventPress:
		c.sensors.board.Observe(now, c.squaresOf(e.Bits))
		c.sensors.board.AddPress(now)
		c.feed(now, turn.Event{Kind: turn.EventPressed})
	case link.EventHomed:
		c.finishHoming(now)
	case link.EventFault: // a fault that matters stops the arm, too
		f := e.Fault
		c.addNote(NoteWarning, "fault of the controller",
			"reason", e.Reason, "code", f.Code, "joint", f.Joint, "item", f.ID, "detail", f.Detail)
	case link.EventStopped:
		c.addNote(NoteWarning, "the arm is stopped", "reason", e.Reason)
		switch e.Cause {
		case link.CauseFault:
			c.stop.faults++
		case link.CauseSilence: // the stop may have interrupted the homing
			interrupted := c.state.Phase == turn.NotReady && c.state.Link.Up && !c.state.Arm.Homed
			c.arm.homeWanted = c.arm.homeWanted || interrupted
		}
		c.updateLatch(now)
	case link.EventCleared:
		c.addNote(NoteInfo, "the stop is cleared")
		c.updateLatch(now)
	case link.EventStatus:
		// the state is read where it is needed
	}
}

// meetController tells turn.Step about the controller that answers. Real hardware that nobody has calibrated is
// refused: it moves in service mode only.
func (c *Core) meetController(now time.Duration) {
	st := c.link.State()
	if !st.Virtual && !c.cfg.Calibrated {
		if c.state.Phase != turn.Service {
			c.status.refusal = uncalibratedRemedy
			c.addNote(NoteError, "real hardware that nobody has calibrated is given no motion", "hint", uncalibratedRemedy)
		}
		c.feed(now, turn.Event{
			Kind: turn.EventLink, Link: turn.LinkRefused, Refusal: turn.RefusedUncalibrated, BootID: st.Boot,
		})
		c.compareStops(now)
		return
	}
	c.status.refusal = ""
	c.feed(now, turn.Event{Kind: turn.EventLink, Link: turn.LinkUp, BootID: st.Boot, Virtual: st.Virtual})
	c.sensors.board.ReportAgain() // the board may have settled before the link was up
	c.compareStops(now)
	if st.HasBits {
		c.sensors.board.Observe(now, c.squaresOf(st.Bits))
	}
}

// forgetController drops what was known through the link. While the robot shuts down, this ends the parking: turn.Step
// takes no events any more and can't abandon it, and the arm would seem to have failed.
func (c *Core) forgetController() {
	if c.shutdown != running {
		c.arm.runner.Abandon()
	}
	c.sensors.forgetReadings()
	c.arm.homeWanted, c.arm.releasingChecker = false, false
}

// maskFlickering masks the sensors that change without a hand, so that the board settles without them.
func (c *Core) maskFlickering(now time.Duration) {
	for _, sq := range c.sensors.flicker.FindFlickering(now, c.state.Sensors.Masked).Squares() {
		c.setMask(sq, turn.ReasonFlicker)
		c.runQueue(now)
	}
}
