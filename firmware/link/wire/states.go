package wire

// States of the controller, as Status.State says them.
const (
	StateUnset    = 0 // no SETUP accepted in this session
	StateUnhomed  = 1
	StateHoming   = 2
	StateReady    = 3 // homed; at rest or working on its queue
	StateStopping = 4 // ramping down
	StateStopped  = 5 // at rest, latched until Clear
)

// Flags of Status.
const (
	FlagHomed  = 1 << 0 // the position is known
	FlagMoving = 1 << 1
	FlagEstop  = 1 << 2 // the emergency button is pressed
	FlagPump   = 1 << 3
	FlagValve  = 1 << 4
	FlagSetup  = 1 << 5 // SETUP accepted in this session
)

// Causes of a stop, as Status.Cause says them.
const (
	CauseNone      = 0
	CauseSoft      = 1 // STOP soft
	CauseEmergency = 2 // STOP emergency
	CauseButton    = 3 // the emergency button in hardware
	CauseSilence   = 4 // nothing heard from the host
	CauseFault     = 5 // a Fault frame says which
)

// Fault codes.
const (
	FaultQueue     = 1  // queue item without a free place
	FaultState     = 2  // motion command in a state that does not allow it
	FaultTicks     = 3  // duration out of bounds
	FaultLimit     = 4  // End outside the limits; Detail is End
	FaultSpeed     = 5  // too fast; Detail is the velocity, Q0.32
	FaultAccel     = 6  // too much acceleration; Detail is it, Q.40
	FaultStarved   = 7  // queue empty while moving
	FaultHoming    = 8  // switch not found, or not left
	FaultSupply    = 9  // motor supply out of bounds; Detail is mV
	FaultEstop     = 10 // CLEAR while the emergency button is pressed
	FaultVacuum    = 11 // vacuum given up after the silence
	FaultMoving    = 12 // pump or valve item behind a segment that does not end at rest
	FaultSwitch    = 13 // limit switch closed where the position says it is far
	FaultNotHeld   = 14 // CLEAR while nothing is latched: harmless
	FaultBadObject = 15 // payload with an impossible value; Detail is the type
)

// Results of SetupEcho.
const (
	SetupOK     = 0
	SetupLimit  = 1 // a minimum not below its maximum, or beyond ± MaxPosition
	SetupSpeed  = 2
	SetupAccel  = 3
	SetupHome   = 4 // switch beyond ± MaxPosition, or a speed of zero or above MaxSpeed
	SetupTime   = 5
	SetupOrder  = 6 // SetupLimits or SetupHoming missing
	SetupMoving = 7 // not at rest
)

// QueueLen is the number of places in the controller's queue, the item at work
// included.
const QueueLen = 16
