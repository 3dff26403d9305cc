package link

import "crownhead/firmware/link/wire"

// EventKind is what happened on the link.
type EventKind string

// Event kinds and the fields that they fill.
const (
	EventUp        EventKind = "up"      // Boot, Virtual, Homed: handshake and set-up done
	EventDown      EventKind = "down"    // Reason: "closed", "silence", "session", "reset"; ends every Up
	EventReset     EventKind = "reset"   // Boot, Reason: the controller has started anew; position, queue and vacuum are lost
	EventRefused   EventKind = "refused" // Refusal, Reason: no motion with this controller
	EventPress     EventKind = "press"   // Bits, Count
	EventOccupancy EventKind = "bits"    // Bits: the raw occupancy changed, or the first of a session
	EventStatus    EventKind = "status"  // state, flags, cause or last item done changed; see HostProtocol.State
	EventFault     EventKind = "fault"   // Fault, Reason
	EventStopped   EventKind = "stopped" // Cause, Reason: at rest and latched
	EventCleared   EventKind = "cleared" // Homed: the latch is open
	EventHomed     EventKind = "homed"   // homing finished, the position is known
)

// Refusal is why a controller is given no motion; Event.Reason says it in words.
type Refusal string

// The refusals. Each has a remedy of its own.
const (
	RefusedVersion Refusal = "version" // it speaks another version of the protocol
	RefusedMode    Refusal = "mode"    // it is in its set-up mode
	RefusedSetup   Refusal = "setup"   // it doesn't take the set-up, or echoes another
	RefusedReal    Refusal = "real"    // it is real hardware, and the run is for a virtual robot only
)

// Event is one thing that HostProtocol reports, with the fields of its kind.
type Event struct {
	Kind    EventKind
	Reason  string
	Refusal Refusal
	Boot    uint32
	Virtual bool
	Homed   bool
	Bits    uint32
	Count   uint8
	Cause   uint8
	Fault   wire.Fault
}
