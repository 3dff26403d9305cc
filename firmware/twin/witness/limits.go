package witness

import "crownhead/firmware/link/wire"

// SubSteps are the parts of a step in which positions are counted on the wire.
const SubSteps = 256

// Limits are the figures of SETUP that the witness holds the motion against, in steps and seconds;
// zero is "not told".
type Limits struct {
	Min, Max           [3]float64
	MaxSpeed, MaxAccel [3]float64
}

// LimitsOf turns a set-up of the wire protocol into the figures that the witness holds the motion against.
func LimitsOf(limits wire.SetupLimits, rates wire.SetupRates) Limits {
	const perSecond = 1e6 / wire.TickMicros
	var l Limits
	for j := range 3 {
		l.Min[j], l.Max[j] = float64(limits.Min[j])/SubSteps, float64(limits.Max[j])/SubSteps
		l.MaxSpeed[j] = float64(rates.MaxSpeed[j]) / (1 << 32) * perSecond
		l.MaxAccel[j] = float64(rates.MaxAccel[j]) / (1 << 40) * perSecond * perSecond
	}
	return l
}

// ViolationOfRefusal names the kind of motion fault that a controller's refusal of an item stands for,
// and reports whether it stands for one.
func ViolationOfRefusal(code uint8) (kind string, refused bool) {
	switch code {
	case wire.FaultTicks, wire.FaultSpeed:
		return ViolationSpeed, true
	case wire.FaultLimit:
		return ViolationLimit, true
	case wire.FaultAccel:
		return ViolationAccel, true
	}
	return "", false
}
