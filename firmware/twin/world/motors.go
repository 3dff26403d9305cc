package world

import (
	"crownhead/firmware/twin/groundtruth"
	"crownhead/firmware/twin/witness"
)

const (
	samplesPerSecond = 1000
	stepsLostAtOnce  = 64 // four full steps
)

// motors are the three stepper motors. They follow the steps that a controller drives them to, as
// long as they can: driven too fast or too hard they lose steps, and at a mechanical end they stall.
type motors struct {
	stepsPerDegree         float64
	stallSpeed             float64    // steps/s: driven faster, a motor loses steps
	stallAccel             float64    // steps/s²: driven harder, a motor loses steps
	endStopMin, endStopMax [3]float64 // steps

	speedSpanMs     int          // speed is taken over so many milliseconds
	accelHalfSpanMs int          // acceleration is taken over two halves of so many milliseconds
	resolution      float64      // steps: what driven positions are rounded to
	history         [][3]float64 // ring of driven positions, over both halves
	newest          int          // its index in history

	lost         [3]float64 // steps between where the motors are driven and where they stand
	seekSwitches bool       // the controller does not know where the joints are: at an end they stall
}

// newMotors are motors that are driven to any position, unrounded.
func newMotors(r *groundtruth.Robot) motors {
	m := motors{
		stepsPerDegree: r.StepsPerDegree,
		stallSpeed:     r.StallSpeed * r.StepsPerDegree,
		stallAccel:     r.StallAccel * r.StepsPerDegree,
		seekSwitches:   true,
	}
	for j := range 3 {
		m.endStopMin[j], m.endStopMax[j] = r.JointMin[j]*r.StepsPerDegree, r.JointMax[j]*r.StepsPerDegree
	}
	m.setResolution(0)
	return m
}

// setResolution sets what driven positions are rounded to, in steps, and forgets what was measured.
// Over a short time, rounding to whole steps looks like acceleration: those are measured over a longer one.
func (m *motors) setResolution(steps float64) {
	m.resolution, m.newest = steps, 0
	m.speedSpanMs, m.accelHalfSpanMs = 1, 4
	if steps >= 1 {
		m.speedSpanMs, m.accelHalfSpanMs = 20, 20
	}
	m.history = make([][3]float64, 2*m.accelHalfSpanMs+1)
}

// resetHistory makes the motors stand still at these steps, however they came there.
func (m *motors) resetHistory(at [3]float64) {
	for i := range m.history {
		m.history[i] = at
	}
}

// drive drives the motors to these steps for one millisecond, and returns how they moved.
func (m *motors) drive(steps [3]float64) witness.Motion {
	size := len(m.history)
	m.newest = (m.newest + 1) % size
	m.history[m.newest] = steps
	ago := func(ms int) *[3]float64 { return &m.history[(m.newest+size-ms)%size] }
	last, middle, first := ago(m.speedSpanMs), ago(m.accelHalfSpanMs), ago(2*m.accelHalfSpanMs)
	half := float64(m.accelHalfSpanMs) / samplesPerSecond
	rounding := 2 * m.resolution / (half * half)

	motion := witness.Motion{Steps: steps}
	for j := range steps {
		speed := (steps[j] - last[j]) * samplesPerSecond / float64(m.speedSpanMs)
		accel := (steps[j] - 2*middle[j] + first[j]) / (half * half)
		motion.Speed[j], motion.Accel[j] = max(speed, -speed), max(accel, -accel)-rounding
		if motion.Speed[j] > m.stallSpeed || motion.Accel[j] > m.stallAccel {
			motion.LostSteps[j] = true
			if speed > 0 {
				m.lost[j] += stepsLostAtOnce
			} else {
				m.lost[j] -= stepsLostAtOnce
			}
		}
		if m.seekSwitches { // a motor that never finds its switch stalls at the end, slowly, and breaks nothing
			motion.Steps[j] = min(max(steps[j]-m.lost[j], m.endStopMin[j]), m.endStopMax[j])
			m.lost[j] = steps[j] - motion.Steps[j]
		}
	}
	return motion
}

// angles is where the motors stand, in degrees, when they are driven to these steps.
func (m *motors) angles(steps [3]float64) (degrees [3]float64) {
	for j, s := range steps {
		degrees[j] = (s - m.lost[j]) / m.stepsPerDegree
	}
	return degrees
}

// SetMotorResolution says what a controller rounds the motors' positions to, in steps. Speeds and
// accelerations are measured with that in mind; what was measured before is forgotten.
func (w *World) SetMotorResolution(steps float64) { w.motors.setResolution(steps) }

// ResetMotionHistory makes the motors stand still at these steps, however they came there.
func (w *World) ResetMotionHistory(at [3]float64) { w.motors.resetHistory(at) }

// ForgetLostSteps says that the controller has a new idea of where the motors are, or none. Steps that
// they lost before no longer displace the arm.
func (w *World) ForgetLostSteps() { w.motors.lost = [3]float64{} }

// SetMotionLimits says which limits the controller has accepted. The witness holds the motion against them.
func (w *World) SetMotionLimits(l witness.Limits) {
	w.motors.seekSwitches = false
	w.witness.SetLimits(l)
}

// BeginHoming says that the controller seeks its limit switches. What it counts is not where the
// joints are, so no limits hold, and a joint that meets its mechanical end stalls there.
func (w *World) BeginHoming() {
	w.motors.seekSwitches = true
	w.witness.SetLimits(witness.Limits{})
}

// EndHoming says that the controller has found its switches: it knows where the motors are, and its
// limits hold again.
func (w *World) EndHoming(l witness.Limits) {
	w.ForgetLostSteps()
	w.SetMotionLimits(l)
}
