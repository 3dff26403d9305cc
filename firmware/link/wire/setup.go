package wire

// SetupCRC returns the CRC that SetupEcho and Hello carry: over the payloads of the
// three SETUP frames in this order. It is never zero, because zero means "none".
func SetupCRC(l SetupLimits, h SetupHoming, r SetupRates) uint16 {
	b := appendPayload(nil, l)
	b = appendPayload(b, h)
	b = appendPayload(b, r)
	return max(CRC(crcInit, b), 1)
}

// CheckSetup returns the controller's judgement of a set-up, as a result of SetupEcho.
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

// accelFits reports whether an acceleration is within its width, and large enough
// to stop from full speed within maxRampTicks.
func accelFits(accel, speed int32) bool {
	return accel <= MaxAccel && int64(accel)*maxRampTicks >= int64(speed)<<8
}

func homingFits(h SetupHoming, j int, speed int32) bool {
	fast := abs(int64(h.Fast[j]))
	lifts := j == 0 || h.Fast[j] > 0 // upper arm and forearm go up
	return lifts && fast > 0 && fast <= int64(speed) && h.Slow[j] > 0 && h.Slow[j] <= speed &&
		h.Switch[j] >= -MaxPosition && h.Switch[j] <= MaxPosition
}
