package wire

import "fmt"

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
	FaultMoving    = 12 // pump or valve item after a segment that does not end at rest
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

// SetupReason returns a SetupEcho result in words.
func SetupReason(result uint8) string { return lookUpReason(setupReasons[:], result, "result") }

// FaultReason returns a Fault code in words.
func FaultReason(code uint8) string { return lookUpReason(faultReasons[:], code, "fault") }

// CauseReason returns a Status cause in words.
func CauseReason(cause uint8) string { return lookUpReason(causeReasons[:], cause, "cause") }

// ResetReason returns a Hello cause in words.
func ResetReason(cause uint8) string { return lookUpReason(resetReasons[:], cause, "cause") }

func lookUpReason(words []string, i uint8, kind string) string {
	if int(i) < len(words) && words[i] != "" {
		return words[i]
	}
	return fmt.Sprintf("unknown %s %d", kind, i)
}

var setupReasons = [...]string{
	SetupOK:     "accepted",
	SetupLimit:  "a joint limit is beyond what the controller can represent, or not below its counterpart",
	SetupSpeed:  "a speed is zero or above 9000 steps/s",
	SetupAccel:  "an acceleration is out of bounds, or too small to stop from full speed in 0.8 s",
	SetupHome:   "a homing switch or speed is out of bounds",
	SetupTime:   "the silence is out of bounds",
	SetupOrder:  "a part of the set-up is missing",
	SetupMoving: "the arm is moving",
}

var faultReasons = [...]string{
	FaultQueue:     "motion queue overrun",
	FaultState:     "motion command in a state that does not allow it",
	FaultTicks:     "segment too short or too long",
	FaultLimit:     "segment ends outside the joint limits",
	FaultSpeed:     "segment too fast",
	FaultAccel:     "segment accelerates too much",
	FaultStarved:   "motion queue ran empty while moving",
	FaultHoming:    "limit switch not found",
	FaultSupply:    "motor supply out of bounds",
	FaultEstop:     "the emergency button is still pressed",
	FaultVacuum:    "vacuum given up",
	FaultMoving:    "pump or valve while moving",
	FaultSwitch:    "limit switch closed where it should be open",
	FaultNotHeld:   "nothing to clear",
	FaultBadObject: "impossible value in a command",
}

var causeReasons = [...]string{
	CauseNone:      "none",
	CauseSoft:      "stopped by the host",
	CauseEmergency: "emergency stop by the host",
	CauseButton:    "emergency button",
	CauseSilence:   "the host was silent",
	CauseFault:     "fault",
}

var resetReasons = [...]string{
	ResetPower:    "its power came on",
	ResetExternal: "its port was opened, or its reset button pressed",
	ResetBrownout: "its 5 V broke down",
	ResetWatchdog: "its program hung, and the watchdog bit",
}
