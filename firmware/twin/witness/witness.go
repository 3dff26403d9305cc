// Package witness judges what a virtual robot does: hand-overs at which the true checkers differ from
// the game, and motion that a real arm would not forgive. It counts and goes on.
//
// Motors are counted in steps, joints in degrees; time is a duration since an arbitrary epoch. A
// Witness has no goroutines and no clock, and is not safe for concurrent use.
package witness

import (
	"time"

	"crownhead/firmware/twin/groundtruth"
)

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

// A Witness looks at the motors of one robot once a millisecond, and counts.
type Witness struct {
	tally          tally
	stepsPerDegree float64
	stallSpeed     float64 // steps/s: a motor driven faster loses steps
	stallAccel     float64 // steps/s²: a motor driven harder loses steps

	limits  Limits
	stride  int          // ms over which speed is taken
	window  int          // ms: the half over which acceleration is taken
	grain   float64      // steps: what positions are rounded to
	past    [][3]float64 // ring of positions, over both halves
	at      int
	slipped [3]float64 // steps that the motors have lost since homing
}

// New returns the witness of a robot whose motors are positioned in 1/256 step.
func New(robot *groundtruth.Robot) *Witness {
	n := &Witness{
		tally:          newTally(),
		stepsPerDegree: robot.StepsPerDegree,
		stallSpeed:     robot.StallSpeed * robot.StepsPerDegree,
		stallAccel:     robot.StallAccel * robot.StepsPerDegree,
	}
	n.setSpan(1, 4, 1.0/SubSteps)
	return n
}

// MeasureWholeSteps says that the motors are positioned in whole steps: over a short time, rounding
// looks like acceleration.
func (n *Witness) MeasureWholeSteps() { n.setSpan(20, 20, 1) }

func (n *Witness) setSpan(stride, window int, grain float64) {
	n.stride, n.window, n.grain, n.at = stride, window, grain, 0
	n.past = make([][3]float64, 2*window+1)
}

// SetLimits says which limits the controller was given. With none, joints at their ends stall and break
// nothing.
func (n *Witness) SetLimits(l Limits) { n.limits = l }

// StandAt says that the motors stand still at these steps, however they came to.
func (n *Witness) StandAt(steps [3]float64) {
	for i := range n.past {
		n.past[i] = steps
	}
}

// ForgetLostSteps says that the controller has another idea of where the motors are: the switches have
// told it, or it has none. What they had lost before no longer displaces the arm.
func (n *Witness) ForgetLostSteps() { n.slipped = [3]float64{} }

// CountViolation counts a motion fault; one that lasts counts once. It reports whether this one is new.
func (n *Witness) CountViolation(now time.Duration, kind, format string, args ...any) bool {
	return n.tally.countMotionFault(now, kind, format, args...)
}

// CountVerification counts a hand-over, and one mismatch if anything differs.
func (n *Witness) CountVerification(now time.Duration, differences []string) {
	n.tally.countHandover(now, differences)
}

// Counts is a copy of what has been counted so far; what the nozzle has done is not in it.
func (n *Witness) Counts() Counts { return n.tally.copyCounts() }

// ObserveMotion judges one millisecond of motion.
func (n *Witness) ObserveMotion(now time.Duration, steps [3]float64) {
	size := len(n.past)
	n.at = (n.at + 1) % size
	n.past[n.at] = steps
	before := func(ms int) [3]float64 { return n.past[(n.at+size-ms)%size] }
	last, middle, first := before(n.stride), before(n.window), before(2*n.window)
	half, stands := float64(n.window)/sampleRate, steps
	for j := range steps {
		speed := (steps[j] - last[j]) * sampleRate / float64(n.stride)
		accel := (steps[j] - 2*middle[j] + first[j]) / (half * half)
		n.checkRates(now, j, speed, accel)
		if n.limits == (Limits{}) {
			stands[j] = n.stallAtEnd(j, steps[j])
		}
		angle := stands[j] / n.stepsPerDegree
		low, high := n.limits.Min[j], n.limits.Max[j] // none are told while they are equal
		if angle < jointLow[j] || angle > jointHigh[j] || low < high && (stands[j] < low-1 || stands[j] > high+1) {
			n.tally.countMotionFault(now, ViolationLimit, "joint %d at %.2f°", j+1, angle)
		}
	}
	elbow := (stands[1] - stands[2]) / n.stepsPerDegree
	if elbow < elbowLow-0.5 || elbow > elbowHigh+0.5 {
		n.tally.countMotionFault(now, ViolationElbow, "elbow at %.2f°", elbow)
	}
}

// checkRates judges the speed and acceleration of joint j; a motor that is driven beyond what it
// can do loses steps.
func (n *Witness) checkRates(now time.Duration, j int, speed, accel float64) {
	half := float64(n.window) / sampleRate
	fast, hard := max(speed, -speed), max(accel, -accel)-2*n.grain/(half*half) // so much can be rounding
	if limit := n.limits.MaxSpeed[j]; limit > 0 && fast > limit*margin {
		n.tally.countMotionFault(now, ViolationSpeed, "joint %d at %.0f steps/s, allowed %.0f", j+1, fast, limit)
	}
	if limit := n.limits.MaxAccel[j]; limit > 0 && hard > limit*margin {
		n.tally.countMotionFault(now, ViolationAccel, "joint %d at %.0f steps/s², allowed %.0f", j+1, hard, limit)
	}
	if fast <= n.stallSpeed && hard <= n.stallAccel {
		return
	}
	n.tally.countMotionFault(now, ViolationLostSteps, "joint %d at %.0f steps/s, %.0f steps/s²", j+1, fast, hard)
	if speed > 0 {
		n.slipped[j] += slipSteps
	} else {
		n.slipped[j] -= slipSteps
	}
}

// stallAtEnd holds a joint at its mechanical end and returns where it stands. While no limits are
// told, the joint looks for its switch; a motor that never finds it stalls there, slowly, and
// breaks nothing.
func (n *Witness) stallAtEnd(j int, steps float64) float64 {
	stands := min(max(steps-n.slipped[j], jointLow[j]*n.stepsPerDegree), jointHigh[j]*n.stepsPerDegree)
	n.slipped[j] = steps - stands
	return stands
}

// MotorAngles is where the motors stand, degrees, when they are driven to these steps.
func (n *Witness) MotorAngles(steps [3]float64) (motor [3]float64) {
	for j, s := range steps {
		motor[j] = (s - n.slipped[j]) / n.stepsPerDegree
	}
	return motor
}
