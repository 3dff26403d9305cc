package wire

import "fmt"

// SetupCRC is the CRC that SetupEcho and Hello carry: over the payloads of the
// three SETUP frames in this order. Zero is avoided, for it means "none".
func SetupCRC(l SetupLimits, h SetupHoming, r SetupRates) uint16 {
	b := AppendPayload(nil, l)
	b = AppendPayload(b, h)
	b = AppendPayload(b, r)
	return max(CRC(CRCInit, b), 1)
}

// CheckSetup is the controller's judgement of a set-up, a SetupEcho result.
func CheckSetup(l SetupLimits, h SetupHoming, r SetupRates) uint8 {
	for j := range 3 {
		switch {
		case l.Min[j] >= l.Max[j] || l.Min[j] < -MaxPosition || l.Max[j] > MaxPosition:
			return SetupLimit
		case r.MaxSpeed[j] <= 0 || r.MaxSpeed[j] > MaxSpeed:
			return SetupSpeed
		case !accelFits(r.MaxAccel[j], r.MaxSpeed[j]) || !accelFits(r.StopAccel[j], r.MaxSpeed[j]):
			return SetupAccel
		case !homingFits(h, j, r.MaxSpeed[j]):
			return SetupHome
		}
	}
	if r.SilenceMs < 200 || r.SilenceMs > 5000 {
		return SetupTime
	}
	return SetupOK
}

// accelFits wants the acceleration within its width, and large enough to stop
// from full speed within MaxRampTicks.
func accelFits(accel, speed int32) bool {
	return accel <= MaxAccel && int64(accel)*MaxRampTicks >= int64(speed)<<8
}

func homingFits(h SetupHoming, j int, speed int32) bool {
	fast := abs(int64(h.Fast[j]))
	lifts := j == 0 || h.Fast[j] > 0 // upper arm and forearm go up
	return lifts && fast > 0 && fast <= int64(speed) && h.Slow[j] > 0 && h.Slow[j] <= speed &&
		h.Switch[j] >= -MaxPosition && h.Switch[j] <= MaxPosition
}

// SetupReason is a SetupEcho result in words.
func SetupReason(result uint8) string { return word(setupReasons[:], result, "result") }

// FaultReason is a Fault code in words.
func FaultReason(code uint8) string { return word(faultReasons[:], code, "fault") }

// CauseReason is a Status cause in words.
func CauseReason(cause uint8) string { return word(causeReasons[:], cause, "cause") }

// ResetReason is a Hello cause in words.
func ResetReason(cause uint8) string { return word(resetReasons[:], cause, "cause") }

func word(words []string, i uint8, kind string) string {
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
