package link

import (
	"crownhead/firmware/link/wire"
)

// Kind names what happened on the link.
type Kind string

// Event kinds and the fields that they fill.
const (
	Up      Kind = "up"      // Boot, Virtual, Homed: handshake and set-up done
	Down    Kind = "down"    // Reason: "closed", "silence", "session", "reset"; ends every Up
	Reset   Kind = "reset"   // Boot: the controller has started anew; position, queue and vacuum are lost
	Refused Kind = "refused" // Reason: no motion with this controller
	Press   Kind = "press"   // Bits, Count
	Bits    Kind = "bits"    // Bits: the raw occupancy changed, or the first of a session
	Status  Kind = "status"  // state, flags, cause or last item done changed; see Machine.State
	Fault   Kind = "fault"   // Fault, Reason
	Stopped Kind = "stopped" // Cause, Reason: at rest and latched
	Cleared Kind = "cleared" // Homed: the latch is open
	Homed   Kind = "homed"   // homing finished, the position is known
)

// Event is one thing that the machine reports, with the fields of its kind.
type Event struct {
	Kind    Kind
	Reason  string
	Boot    uint32
	Virtual bool
	Homed   bool
	Bits    uint32
	Count   uint8
	Cause   uint8
	Fault   wire.Fault
}
