package kinematics

import "math"

// An sCurve is a jerk-limited profile: the timing of a motion from rest to rest in seven phases of constant jerk
// (+ 0 − 0 − 0 +), symmetric. Some of the phases may be empty.
type sCurve struct {
	length      float64 // of the path, in any unit
	jerk        float64
	phaseEnds   [7]float64     // s, when each phase ends
	phaseStarts [7]motionState // at the start of each phase
}

// A motionState is position, velocity and acceleration along the path.
type motionState struct{ s, v, a float64 }

// newSCurve returns the fastest profile over a length within the limits.
func newSCurve(length, speed, accel, jerk float64) sCurve {
	jerkTime, accelTime := accel/jerk, 0.0 // time of growing acceleration, of constant acceleration
	switch {
	case speed*jerk < accel*accel:
		jerkTime = math.Sqrt(speed / jerk)
	default:
		accelTime = speed/accel - jerkTime
	}
	v := jerk * jerkTime * (jerkTime + accelTime)
	cruiseTime := length/v - (2*jerkTime + accelTime)
	if cruiseTime < 0 {
		cruiseTime = 0
		jerkTime, accelTime = timesWithoutCruise(length, accel, jerk)
	}
	return buildSCurve(length, jerk, jerkTime, accelTime, cruiseTime)
}

// timesWithoutCruise returns the timing of a motion that never reaches its speed:
// length = v·(2·jerkTime + accelTime) with v = jerk·jerkTime·(jerkTime + accelTime).
func timesWithoutCruise(length, accel, jerk float64) (jerkTime, accelTime float64) {
	jerkTime = accel / jerk
	if full := 2 * jerk * jerkTime * jerkTime * jerkTime; length < full {
		return math.Cbrt(length / (2 * jerk)), 0
	}
	// accelTime² + 3·jerkTime·accelTime + 2·jerkTime² = length/accel
	return jerkTime, (math.Sqrt(jerkTime*jerkTime+4*length/accel) - 3*jerkTime) / 2
}

// buildSCurve builds the profile from the durations of its phases.
func buildSCurve(length, jerk, jerkTime, accelTime, cruiseTime float64) sCurve {
	c := sCurve{length: length, jerk: jerk}
	elapsed, state := 0.0, motionState{}
	for i, d := range [7]float64{jerkTime, accelTime, jerkTime, cruiseTime, jerkTime, accelTime, jerkTime} {
		c.phaseStarts[i] = state
		state = state.advance(d, c.jerkSign(i)*jerk)
		elapsed += d
		c.phaseEnds[i] = elapsed
	}
	return c
}

func (c *sCurve) jerkSign(phase int) float64 { return [7]float64{1, 0, -1, 0, -1, 0, 1}[phase] }

func (s motionState) advance(t, jerk float64) motionState {
	return motionState{
		s: s.s + t*(s.v+t*(s.a/2+t*jerk/6)),
		v: s.v + t*(s.a+t*jerk/2),
		a: s.a + t*jerk,
	}
}

// duration returns the time of the whole motion, s.
func (c *sCurve) duration() float64 { return c.phaseEnds[6] }

// stateAt returns the state at time t. From the end on it is exactly at rest at length.
func (c *sCurve) stateAt(t float64) motionState {
	if t >= c.phaseEnds[6] {
		return motionState{s: c.length}
	}
	phaseStart := 0.0
	for i, end := range c.phaseEnds {
		if t < end {
			state := c.phaseStarts[i].advance(math.Max(0, t-phaseStart), c.jerkSign(i)*c.jerk)
			state.s = math.Max(0, math.Min(c.length, state.s)) // in spite of rounding
			return state
		}
		phaseStart = end
	}
	return motionState{s: c.length}
}

// stretched returns the profile over the same length in k times the time.
func (c *sCurve) stretched(k float64) sCurve {
	stretchedPhase := func(phase int) float64 {
		if phase == 0 {
			return c.phaseEnds[0] * k
		}
		return (c.phaseEnds[phase] - c.phaseEnds[phase-1]) * k
	}
	return buildSCurve(c.length, c.jerk/(k*k*k), stretchedPhase(0), stretchedPhase(1), stretchedPhase(3))
}
