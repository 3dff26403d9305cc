package world

import (
	"time"

	"crownhead/firmware/link/wire"
)

// SubSteps are the parts of a step in which positions are counted on the wire.
const SubSteps = 256

// Mechanical limits of the arm, degrees: beyond them something breaks.
var (
	jointLow  = [3]float64{-95, -20.5, -102.5}
	jointHigh = [3]float64{95, 105.5, 18.5}
)

const (
	elbowLow   = 20.0
	elbowHigh  = 155.0
	margin     = 1.05 // by which a figure of SETUP may be exceeded
	slipSteps  = 64   // steps lost at once: four full ones
	sampleRate = 1000 // per second
)

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

// RefusedMotion names the kind of motion fault that a controller's refusal of an item stands for,
// and reports whether it stands for one.
func RefusedMotion(code uint8) (kind string, refused bool) {
	switch code {
	case wire.FaultTicks, wire.FaultSpeed:
		return FaultSpeed, true
	case wire.FaultLimit:
		return FaultLimit, true
	case wire.FaultAccel:
		return FaultAccel, true
	}
	return "", false
}

// A motionWatch looks at the motors once a millisecond, and tells the witness of motion that is too much for them.
type motionWatch struct {
	limits  Limits
	stride  int          // ms over which speed is taken
	window  int          // ms: the half over which acceleration is taken
	grain   float64      // steps: what positions are rounded to
	past    [][3]float64 // ring of positions, over both halves
	at      int
	slipped [3]float64 // steps that the motors have lost since homing
}

// measureFine is for positions that are rounded to 1/256 step.
func (k *motionWatch) measureFine() { k.setSpan(1, 4, 1.0/SubSteps) }

// measureCoarse is for positions that are whole steps: over less than that, rounding looks like acceleration.
func (k *motionWatch) measureCoarse() { k.setSpan(20, 20, 1) }

func (k *motionWatch) setSpan(stride, window int, grain float64) {
	k.stride, k.window, k.grain, k.at = stride, window, grain, 0
	k.past = make([][3]float64, 2*window+1)
}

// standAt says that the motors stand still at these steps.
func (k *motionWatch) standAt(steps [3]float64) {
	for i := range k.past {
		k.past[i] = steps
	}
}

// observeMotion judges one millisecond of motion.
func (k *motionWatch) observeMotion(t *GroundTruth, seen *witness, now time.Duration, steps [3]float64) {
	n := len(k.past)
	k.at = (k.at + 1) % n
	k.past[k.at] = steps
	before := func(ms int) [3]float64 { return k.past[(k.at+n-ms)%n] }
	last, middle, first := before(k.stride), before(k.window), before(2*k.window)
	half, stands := float64(k.window)/sampleRate, steps
	for j := range steps {
		speed := (steps[j] - last[j]) * sampleRate / float64(k.stride)
		accel := (steps[j] - 2*middle[j] + first[j]) / (half * half)
		k.checkRates(t, seen, now, j, speed, accel)
		if k.limits == (Limits{}) {
			stands[j] = k.stallAtEnd(t.StepsPerDegree, j, steps[j])
		}
		angle := stands[j] / t.StepsPerDegree
		low, high := k.limits.Min[j], k.limits.Max[j] // none are told while they are equal
		if angle < jointLow[j] || angle > jointHigh[j] || low < high && (stands[j] < low-1 || stands[j] > high+1) {
			seen.countMotionFault(now, FaultLimit, "joint %d at %.2f°", j+1, angle)
		}
	}
	elbow := (stands[1] - stands[2]) / t.StepsPerDegree
	if elbow < elbowLow-0.5 || elbow > elbowHigh+0.5 {
		seen.countMotionFault(now, FaultElbow, "elbow at %.2f°", elbow)
	}
}

// checkRates judges the speed and acceleration of joint j; a motor that is driven beyond what it
// can do loses steps.
func (k *motionWatch) checkRates(t *GroundTruth, seen *witness, now time.Duration, j int, speed, accel float64) {
	half := float64(k.window) / sampleRate
	fast, hard := max(speed, -speed), max(accel, -accel)-2*k.grain/(half*half) // so much can be rounding
	if limit := k.limits.MaxSpeed[j]; limit > 0 && fast > limit*margin {
		seen.countMotionFault(now, FaultSpeed, "joint %d at %.0f steps/s, allowed %.0f", j+1, fast, limit)
	}
	if limit := k.limits.MaxAccel[j]; limit > 0 && hard > limit*margin {
		seen.countMotionFault(now, FaultAccel, "joint %d at %.0f steps/s², allowed %.0f", j+1, hard, limit)
	}
	if fast <= t.StallSpeed*t.StepsPerDegree && hard <= t.StallAccel*t.StepsPerDegree {
		return
	}
	seen.countMotionFault(now, FaultSteps, "joint %d at %.0f steps/s, %.0f steps/s²", j+1, fast, hard)
	if speed > 0 {
		k.slipped[j] += slipSteps
	} else {
		k.slipped[j] -= slipSteps
	}
}

// stallAtEnd holds a joint at its mechanical end and returns where it stands. While no limits are
// told, the joint looks for its switch; a motor that never finds it stalls there, slowly, and
// breaks nothing.
func (k *motionWatch) stallAtEnd(perDegree float64, j int, steps float64) float64 {
	stands := min(max(steps-k.slipped[j], jointLow[j]*perDegree), jointHigh[j]*perDegree)
	k.slipped[j] = steps - stands
	return stands
}

// motorAngles is where the motors stand, degrees, when they are driven to these steps.
func (k *motionWatch) motorAngles(perDegree float64, steps [3]float64) (motor [3]float64) {
	for j, s := range steps {
		motor[j] = (s - k.slipped[j]) / perDegree
	}
	return motor
}
