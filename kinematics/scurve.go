package kinematics

import "math"

// An scurve is a jerk-limited profile: the timing of a motion from rest to rest in seven phases of constant jerk
// (+ 0 − 0 − 0 +), symmetric. Some of the phases may be empty.
type scurve struct {
	length float64 // of the path, in any unit
	jerk   float64
	ends   [7]float64     // s, when each phase ends
	starts [7]motionState // at the start of each phase
}

// A motionState is position, velocity and acceleration along the path.
type motionState struct{ s, v, a float64 }

// newScurve returns the fastest profile over a length within the bounds.
func newScurve(length, speed, accel, jerk float64) scurve {
	ramp, hold := accel/jerk, 0.0 // time of growing acceleration, of constant acceleration
	switch {
	case speed*jerk < accel*accel:
		ramp = math.Sqrt(speed / jerk)
	default:
		hold = speed/accel - ramp
	}
	v := jerk * ramp * (ramp + hold)
	cruise := length/v - (2*ramp + hold)
	if cruise < 0 {
		cruise = 0
		ramp, hold = rampsBelowSpeed(length, accel, jerk)
	}
	return scurveOf(length, jerk, ramp, hold, cruise)
}

// rampsBelowSpeed returns the timing of a motion that never reaches its speed: length = v·(2·ramp + hold) with
// v = jerk·ramp·(ramp + hold).
func rampsBelowSpeed(length, accel, jerk float64) (ramp, hold float64) {
	ramp = accel / jerk
	if full := 2 * jerk * ramp * ramp * ramp; length < full {
		return math.Cbrt(length / (2 * jerk)), 0
	}
	// hold² + 3·ramp·hold + 2·ramp² = length/accel
	return ramp, (math.Sqrt(ramp*ramp+4*length/accel) - 3*ramp) / 2
}

// scurveOf builds the profile from the durations of its phases.
func scurveOf(length, jerk, ramp, hold, cruise float64) scurve {
	c := scurve{length: length, jerk: jerk}
	now, at := 0.0, motionState{}
	for i, d := range [7]float64{ramp, hold, ramp, cruise, ramp, hold, ramp} {
		c.starts[i] = at
		at = at.advance(d, c.jerkSign(i)*jerk)
		now += d
		c.ends[i] = now
	}
	return c
}

func (c *scurve) jerkSign(phase int) float64 { return [7]float64{1, 0, -1, 0, -1, 0, 1}[phase] }

func (s motionState) advance(t, jerk float64) motionState {
	return motionState{
		s: s.s + t*(s.v+t*(s.a/2+t*jerk/6)),
		v: s.v + t*(s.a+t*jerk/2),
		a: s.a + t*jerk,
	}
}

// duration returns the time of the whole motion, s.
func (c *scurve) duration() float64 { return c.ends[6] }

// stateAt returns the state at time t. From the end on it is exactly at rest at length.
func (c *scurve) stateAt(t float64) motionState {
	if t >= c.ends[6] {
		return motionState{s: c.length}
	}
	from := 0.0
	for i, end := range c.ends {
		if t < end {
			s := c.starts[i].advance(math.Max(0, t-from), c.jerkSign(i)*c.jerk)
			s.s = math.Max(0, math.Min(c.length, s.s)) // in spite of rounding
			return s
		}
		from = end
	}
	return motionState{s: c.length}
}

// stretched returns the profile over the same length in k times the time.
func (c *scurve) stretched(k float64) scurve {
	d := func(phase int) float64 {
		if phase == 0 {
			return c.ends[0] * k
		}
		return (c.ends[phase] - c.ends[phase-1]) * k
	}
	return scurveOf(c.length, c.jerk/(k*k*k), d(0), d(1), d(3))
}
