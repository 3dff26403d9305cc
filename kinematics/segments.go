package kinematics

import "math"

const (
	maxSegmentTicks = 2048 // ticks: the controller takes no longer ones
	minSegmentTicks = 80   // ticks: rounding to 1/256 step would make shorter ones rough
)

// A knot is the state of the motors between two segments: position in steps, velocity in steps per tick.
type knot struct{ position, velocity [3]float64 }

// cutIntoSegments turns a timed path into segments. It also returns the factor by which the motion must be
// slowed down to keep the joints' limits; at most 1 if it keeps them.
func (p Planner) cutIntoSegments(from MotorPosition, path pathFunc, profile sCurve) (Trajectory, float64, error) {
	endTicks := segmentEndTicks(profile)
	totalTicks := endTicks[len(endTicks)-1]
	profile = profile.stretched(float64(totalTicks) * Tick.Seconds() / profile.duration())
	trajectory := Trajectory{Segments: make([]Segment, 0, len(endTicks)), End: from}
	last, excess, lastTick := newKnot(from, [3]int32{}), 0.0, 0
	for _, endTick := range endTicks {
		s, err := p.segmentTo(path, &profile, endTick, endTick-lastTick)
		if err != nil {
			return Trajectory{}, 0, err
		}
		next := newKnot(s.End, s.Exit)
		excess = math.Max(excess, p.slowdownFactor(last, next, float64(s.Ticks)))
		trajectory.Segments, trajectory.End = append(trajectory.Segments, s), s.End
		last, lastTick = next, endTick
	}
	return trajectory, excess, nil
}

// segmentEndTicks returns the ticks at which segments end: where the phases of the profile end, and between them
// wherever a segment would become too long.
func segmentEndTicks(profile sCurve) []int {
	var endTicks []int
	lastTick := 0
	total := max(minSegmentTicks, int(math.Ceil(profile.duration()/Tick.Seconds()-1e-6)))
	for i, end := range profile.phaseEnds {
		endTick := int(math.Round(end / Tick.Seconds()))
		if i == len(profile.phaseEnds)-1 {
			endTick = total
		} else if endTick-lastTick < minSegmentTicks || total-endTick < minSegmentTicks {
			continue
		}
		pieces := (endTick - lastTick + maxSegmentTicks - 1) / maxSegmentTicks
		for k := 1; k <= pieces; k++ {
			endTicks = append(endTicks, lastTick+(endTick-lastTick)*k/pieces)
		}
		lastTick = endTick
	}
	return endTicks
}

// segmentTo returns the segment that ends at a tick of the profile.
func (p Planner) segmentTo(path pathFunc, profile *sCurve, endTick, ticks int) (Segment, error) {
	state := profile.stateAt(float64(endTick) * Tick.Seconds())
	pose, derivative, err := path(state.s / profile.length)
	if err != nil {
		return Segment{}, err
	}
	s := Segment{Ticks: uint16(ticks), End: p.MotorPositionAt(pose)}
	for i, d := range derivative.asArray() {
		v := p.stepRate(d * state.v / profile.length)
		v = math.Max(-0.49, math.Min(0.49, v)) // slowdownFactor is above 1 at such speeds
		s.Exit[i] = int32(math.Round(v * (1 << 32)))
	}
	return s, nil
}

func newKnot(position MotorPosition, velocity [3]int32) knot {
	var k knot
	for i := range position {
		k.position[i], k.velocity[i] = float64(position[i])/256, float64(velocity[i])/(1<<32)
	}
	return k
}

// slowdownFactor returns how many times slower the motion must be for the segment to keep the joints' limits;
// at most 1 if it keeps them.
func (p Planner) slowdownFactor(from, to knot, ticks float64) float64 {
	speed := p.stepRate(p.limits.JointSpeed) * usableFraction
	accel := p.stepRate(p.limits.JointAccel) * Tick.Seconds() * usableFraction
	worst := 0.0
	for i := range from.position {
		c := hermiteCubic(to.position[i]-from.position[i], from.velocity[i], to.velocity[i], ticks)
		worst = math.Max(worst, math.Max(c.peakSpeed()/speed, math.Sqrt(c.peakAccel()/accel)))
	}
	return worst
}

// A cubicSegment is one motor in one segment: its velocity at the start and the end, its acceleration at the
// start and the end, between which it is linear.
type cubicSegment struct{ v0, v1, a0, a1, ticks float64 }

func hermiteCubic(distance, v0, v1, ticks float64) cubicSegment {
	return cubicSegment{
		v0: v0, v1: v1, ticks: ticks,
		a0: (6*distance/ticks - 4*v0 - 2*v1) / ticks,
		a1: (2*v0 + 4*v1 - 6*distance/ticks) / ticks,
	}
}

// peakSpeed returns the greatest speed in the segment.
func (c cubicSegment) peakSpeed() float64 {
	most := math.Max(math.Abs(c.v0), math.Abs(c.v1))
	if c.a0*c.a1 < 0 {
		t := c.ticks * c.a0 / (c.a0 - c.a1)
		most = math.Max(most, math.Abs(c.v0+c.a0*t/2))
	}
	return most
}

// peakAccel returns the greatest acceleration in the segment.
func (c cubicSegment) peakAccel() float64 { return math.Max(math.Abs(c.a0), math.Abs(c.a1)) }
