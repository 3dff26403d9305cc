package witness

import "crownhead/firmware/link/wire"

// Limits are the figures of SETUP that the motion is measured against, in steps and seconds; zero is
// "not known".
type Limits struct {
	Min, Max           [3]float64
	MaxSpeed, MaxAccel [3]float64
}

// LimitsOf converts the limits and rates of the wire protocol.
func LimitsOf(limits wire.SetupLimits, rates wire.SetupRates) Limits {
	const perSecond = 1e6 / wire.TickMicros
	var l Limits
	for j := range 3 {
		l.Min[j], l.Max[j] = float64(limits.Min[j])/wire.SubSteps, float64(limits.Max[j])/wire.SubSteps
		l.MaxSpeed[j] = float64(rates.MaxSpeed[j]) / (1 << 32) * perSecond
		l.MaxAccel[j] = float64(rates.MaxAccel[j]) / (1 << 40) * perSecond * perSecond
	}
	return l
}
