package kinematics

import (
	"fmt"
	"math"
)

// VerticalRun is the length of the vertical part at the end of a descent, mm.
const VerticalRun = 21.0

// A Planner plans trajectories. It is a value and keeps nothing between two plans.
type Planner struct {
	geometry Geometry
	limits   MotionLimits
}

// NewPlanner returns a planner if the limits make sense.
func NewPlanner(g Geometry, m MotionLimits) (Planner, error) {
	for _, x := range [...]float64{m.Speed, m.Accel, m.Jerk, m.JointSpeed, m.JointAccel, m.StepsPerDegree} {
		if !isFinite(x) || x <= 0 {
			return Planner{}, fmt.Errorf("kinematics: motion: %w: every limit must be positive: %+v", ErrNumber, m)
		}
	}
	p := Planner{geometry: g, limits: m}
	if top := p.stepRate(m.JointSpeed); top > maxStepRate {
		return Planner{}, fmt.Errorf("kinematics: motion: %g °/s are %.2f steps a tick; the controller can do %.2f at most",
			m.JointSpeed, top, maxStepRate)
	}
	return p, nil
}

// maxStepRate is the greatest speed that the controller's arithmetic can represent, steps per tick.
const maxStepRate = 0.45

// stepRate turns degrees per second into steps per tick.
func (p Planner) stepRate(degreesPerSecond float64) float64 {
	return degreesPerSecond * (p.limits.StepsPerDegree * Tick.Seconds())
}

// JointsAt returns the pose at a position of the motors.
func (p Planner) JointsAt(s MotorPosition) Joints {
	k := 1 / (256 * p.limits.StepsPerDegree)
	return Joints{float64(s[0]) * k, float64(s[1]) * k, float64(s[2]) * k}
}

// MotorPositionAt returns the position of the motors in a pose.
func (p Planner) MotorPositionAt(q Joints) MotorPosition {
	var s MotorPosition
	for i, x := range q.asArray() {
		s[i] = int32(math.Round(x * p.limits.StepsPerDegree * 256))
	}
	return s
}

// PositionLimits returns the joints' limits in 1/256 step.
func (p Planner) PositionLimits() (least, greatest [3]int32) {
	l := p.geometry.Limits
	least = p.MotorPositionAt(Joints{l.Base.Min, l.Upper.Min, l.Forearm.Min})
	greatest = p.MotorPositionAt(Joints{l.Base.Max, l.Upper.Max, l.Forearm.Max})
	return least, greatest
}

// RateLimits returns each joint's limits of speed (Q0.32 steps per tick) and acceleration (Q.40 steps per tick²).
func (p Planner) RateLimits() (speed, accel [3]int32) {
	for i := range speed {
		speed[i] = int32(math.Min(maxStepRate, p.stepRate(p.limits.JointSpeed)) * (1 << 32))
		accel[i] = int32(math.Min(math.MaxInt32, p.stepRate(p.limits.JointAccel)*Tick.Seconds()*(1<<40)))
	}
	return speed, accel
}

// PlanVertical goes up or down to a point: a retreat, or the last part of an approach. If the start of a
// descent lies to one side, the tip comes in from there, and the last VerticalRun millimetres are vertical.
func (p Planner) PlanVertical(from MotorPosition, to Vec, speed float64) (Trajectory, error) {
	if _, err := p.geometry.solveClosedForm(to); err != nil {
		return Trajectory{}, fmt.Errorf("kinematics: planning a vertical motion to %v: %w", to, err)
	}
	a, b := newCylindrical(p.geometry.Forward(p.JointsAt(from))), newCylindrical(to)
	sideways, height := pathLengthBound(a, cylindrical{b.azimuth, b.radius, a.height}), math.Abs(b.height-a.height)
	blend := linearBlend
	if sideways > 0.1 {
		room := 1 - VerticalRun/height
		if b.height > a.height || room*height < 4*sideways {
			return Trajectory{}, fmt.Errorf("kinematics: planning a vertical motion from %v to %v: "+
				"the start is %.1f mm to one side, and there is no room to come in from there", a.toCartesian(), to, sideways)
		}
		blend = quinticBlend(room)
	}
	trajectory, err := p.planPath(from, p.geometry.cylindricalPath(a, b, blend), pathLengthBound(a, b), speed)
	if err != nil {
		return Trajectory{}, fmt.Errorf("kinematics: planning a vertical motion from %v to %v: %w", a.toCartesian(), to, err)
	}
	return trajectory, nil
}

// PlanTravel goes to a point with height, radius and azimuth in step. Between two
// points at the same height it stays at that height.
func (p Planner) PlanTravel(from MotorPosition, to Vec) (Trajectory, error) {
	if _, err := p.geometry.solveClosedForm(to); err != nil {
		return Trajectory{}, fmt.Errorf("kinematics: planning travel to %v: %w", to, err)
	}
	a, b := newCylindrical(p.geometry.Forward(p.JointsAt(from))), newCylindrical(to)
	trajectory, err := p.planPath(from, p.geometry.cylindricalPath(a, b, linearBlend), pathLengthBound(a, b), p.limits.Speed)
	if err != nil {
		return Trajectory{}, fmt.Errorf("kinematics: planning travel from %v to %v: %w", a.toCartesian(), to, err)
	}
	return trajectory, nil
}

// PlanLinear goes to a point on a straight line in any direction.
func (p Planner) PlanLinear(from MotorPosition, to Vec, speed float64) (Trajectory, error) {
	if _, err := p.geometry.solveClosedForm(to); err != nil {
		return Trajectory{}, fmt.Errorf("kinematics: planning a straight line to %v: %w", to, err)
	}
	a := p.geometry.Forward(p.JointsAt(from))
	trajectory, err := p.planPath(from, p.geometry.straightPath(a, to), to.Minus(a).Length(), speed)
	if err != nil {
		return Trajectory{}, fmt.Errorf("kinematics: planning a straight line from %v to %v: %w", a, to, err)
	}
	return trajectory, nil
}

// PlanJointMove goes to a point with all joints in step, at half their speed. It works from any pose; the tip's
// path is whatever follows.
func (p Planner) PlanJointMove(from MotorPosition, to Vec) (Trajectory, error) {
	q, err := p.geometry.Inverse(to)
	if err != nil {
		return Trajectory{}, err
	}
	start := p.JointsAt(from)
	length := math.Max(math.Abs(q.Base-start.Base),
		math.Max(math.Abs(q.Upper-start.Upper), math.Abs(q.Forearm-start.Forearm)))
	k := p.limits.JointAccel / 2 / p.limits.Accel
	profile := newSCurve(length, p.limits.JointSpeed/2, p.limits.JointAccel/2, p.limits.Jerk*k)
	trajectory, err := p.slowToLimits(from, jointPath(start, q), profile)
	if err != nil {
		return Trajectory{}, fmt.Errorf("kinematics: planning a joint motion to %v: %w", to, err)
	}
	return trajectory, nil
}

// pathLengthBound returns an upper bound of the length of a cylindricalPath between two points.
func pathLengthBound(a, b cylindrical) float64 {
	arc := math.Max(a.radius, b.radius) * (b.azimuth - a.azimuth) * degree
	return Vec{b.radius - a.radius, arc, b.height - a.height}.Length()
}

// planPath times a path of this length at a speed of the tip.
func (p Planner) planPath(from MotorPosition, path pathFunc, length, speed float64) (Trajectory, error) {
	if !isFinite(speed) || speed <= 0 {
		return Trajectory{}, fmt.Errorf("%w: speed %v", ErrNumber, speed)
	}
	return p.slowToLimits(from, path, newSCurve(length, speed, p.limits.Accel, p.limits.Jerk))
}

// negligibleLength is a length, mm or degrees, that is less than the motors can resolve.
const negligibleLength = 1e-3

const (
	// maxSlowdown is how many times slower than wanted a motion may become to keep the joints' limits. Between
	// places in reach a few times are enough.
	maxSlowdown = 64
	// maxDuration is how long any motion may take, s. The arm's longest takes two minutes at the lowest speeds
	// that can be configured.
	maxDuration = 300
)

// slowToLimits cuts the motion into segments, slowed down as far as the joints' limits require. It gives up
// after a few tries: a motion that needs more time than any path of the arm contradicts the mechanics.
func (p Planner) slowToLimits(from MotorPosition, path pathFunc, profile sCurve) (Trajectory, error) {
	if profile.length < negligibleLength {
		return Trajectory{End: from}, nil
	}
	longest := min(maxDuration, maxSlowdown*max(profile.duration(), minSegmentTicks*Tick.Seconds()))
	for range 5 {
		if !(profile.duration() <= longest) { // true for NaN, too
			break
		}
		trajectory, excess, err := p.cutIntoSegments(from, path, profile)
		if err != nil || excess <= 1 {
			return trajectory, err
		}
		profile = profile.stretched(excess * 1.002)
	}
	return Trajectory{}, ErrTooSlow
}
