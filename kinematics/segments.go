package kinematics

import "math"

const (
	longestSegment  = 2048 // ticks: the controller takes no longer ones
	shortestSegment = 80   // ticks: rounding to 1/256 step would make shorter ones rough
)

// A knot is the state of the motors between two segments: position in steps, velocity in steps per tick.
type knot struct{ position, velocity [3]float64 }

// cutIntoSegments turns a timed path into segments. It also returns the factor by which the motion must be
// slowed down to keep the joints' bounds; at most 1 if it keeps them.
func (p Planner) cutIntoSegments(from Steps, way path, curve scurve) (Trajectory, float64, error) {
	marks := segmentEnds(curve)
	ticks := marks[len(marks)-1]
	curve = curve.stretched(float64(ticks) * Tick.Seconds() / curve.duration())
	trajectory := Trajectory{Segments: make([]Segment, 0, len(marks)), End: from}
	last, excess, before := newKnot(from, [3]int32{}), 0.0, 0
	for _, mark := range marks {
		s, err := p.segmentTo(way, &curve, mark, mark-before)
		if err != nil {
			return Trajectory{}, 0, err
		}
		next := newKnot(s.End, s.Exit)
		excess = math.Max(excess, p.slowdownFactor(last, next, float64(s.Ticks)))
		trajectory.Segments, trajectory.End = append(trajectory.Segments, s), s.End
		last, before = next, mark
	}
	return trajectory, excess, nil
}

// segmentEnds returns the ticks at which segments end: where the phases of the profile end, and often enough between.
func segmentEnds(curve scurve) []int {
	var list []int
	last := 0
	total := max(shortestSegment, int(math.Ceil(curve.duration()/Tick.Seconds()-1e-6)))
	for i, end := range curve.ends {
		mark := int(math.Round(end / Tick.Seconds()))
		if i == len(curve.ends)-1 {
			mark = total
		} else if mark-last < shortestSegment || total-mark < shortestSegment {
			continue
		}
		pieces := (mark - last + longestSegment - 1) / longestSegment
		for k := 1; k <= pieces; k++ {
			list = append(list, last+(mark-last)*k/pieces)
		}
		last = mark
	}
	return list
}

// segmentTo returns the segment that ends at a tick of the profile.
func (p Planner) segmentTo(way path, curve *scurve, mark, ticks int) (Segment, error) {
	at := curve.stateAt(float64(mark) * Tick.Seconds())
	pose, change, err := way(at.s / curve.length)
	if err != nil {
		return Segment{}, err
	}
	s := Segment{Ticks: uint16(ticks), End: p.Steps(pose)}
	for i, c := range change.asArray() {
		v := c * at.v / curve.length * p.stepsPerTick()
		v = math.Max(-0.49, math.Min(0.49, v)) // slowdownFactor is above 1 at such speeds
		s.Exit[i] = int32(math.Round(v * (1 << 32)))
	}
	return s, nil
}

func newKnot(position Steps, velocity [3]int32) knot {
	var k knot
	for i := range position {
		k.position[i], k.velocity[i] = float64(position[i])/256, float64(velocity[i])/(1<<32)
	}
	return k
}

// slowdownFactor returns how many times slower the motion must be for the segment to keep the joints' bounds;
// at most 1 if it keeps them.
func (p Planner) slowdownFactor(from, to knot, ticks float64) float64 {
	speed := p.motion.JointSpeed * p.stepsPerTick() * usableShare
	accel := p.motion.JointAccel * p.stepsPerTick() * Tick.Seconds() * usableShare
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
