package robot

import (
	"time"

	"crownhead/arm"
	"crownhead/firmware/link"
)

// A Note is for the operator's log: why something happened. Nothing depends on it, and no journal holds it.
type Note struct {
	Severity Severity
	Text     string
	Fields   []any // names and values in turn
}

// Severity is how much a note matters.
type Severity uint8

const (
	NoteInfo    Severity = iota
	NoteWarning          // it mends itself
	NoteError            // somebody has to do something
)

func (c *Core) note(weight Severity, text string, fields ...any) {
	c.out.Notes = append(c.out.Notes, Note{weight, text, fields})
}

// noteLink notes what the link reports, with the reason that Step doesn't need.
func (c *Core) noteLink(e link.Event) {
	switch e.Kind {
	case link.Up:
		c.note(NoteInfo, "link up", "boot", e.Boot, "virtual", e.Virtual, "homed", e.Homed)
	case link.Down:
		c.note(NoteWarning, "link down", "reason", e.Reason)
	case link.Reset:
		c.note(NoteWarning, "the controller has been reset", "reason", e.Reason, "boot", e.Boot)
	case link.Refused:
		c.note(NoteError, "the controller is given no motion", "reason", e.Reason, "hint", refusalHints[e.Refusal])
	case link.Fault:
		f := e.Fault
		c.note(NoteWarning, "fault of the controller", "reason", e.Reason, "code", f.Code, "joint", f.Joint, "item", f.ID, "detail", f.Detail)
	case link.Stopped:
		c.note(NoteWarning, "the arm is stopped", "reason", e.Reason)
	case link.Cleared:
		c.note(NoteInfo, "the stop is cleared")
	}
}

// follow keeps for the status how the link stands, and since when.
func (c *Core) follow(now time.Duration, e link.Event) {
	switch e.Kind {
	case link.Up, link.Down:
		c.refusal, c.since.link = "", now
	case link.Refused:
		c.refusal, c.since.link = refusalHints[e.Refusal], now
	}
}

// refusalHints say what to do about a refusal.
var refusalHints = map[link.Refusal]string{
	link.RefusedVersion: "put the firmware that belongs to this program into the controller: make -C firmware flash",
	link.RefusedMode:    "hold the controller's set-up button for three seconds once more, or reset it",
	link.RefusedReal:    "leave --pace out: real hardware lives by the wall's clock",
	link.RefusedSetup:   "look at arm.motion, arm.links.limits and link.homing in the configuration",
}

// noteArm notes what fails on the arm, with the reason that Step doesn't need.
func (c *Core) noteArm(e arm.Event) {
	switch e.Kind {
	case arm.EventFault:
		c.note(NoteWarning, "the arm has failed", "reason", e.Detail, "carry", e.Step)
	case arm.EventRetry:
		c.note(NoteInfo, "the arm tries again", "carry", e.Step, "square", e.Square.String())
	}
}
