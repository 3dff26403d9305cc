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
	motion   Motion
}

// NewPlanner returns a planner if the bounds make sense.
func NewPlanner(g Geometry, m Motion) (Planner, error) {
	for _, x := range [...]float64{m.Speed, m.Accel, m.Jerk, m.JointSpeed, m.JointAccel, m.Steps} {
		if !isFinite(x) || x <= 0 {
			return Planner{}, fmt.Errorf("kinematics: motion: %w: every bound must be positive: %+v", ErrNumber, m)
		}
	}
	p := Planner{geometry: g, motion: m}
	if top := m.JointSpeed * p.stepsPerTick(); top > greatestSpeed {
		return Planner{}, fmt.Errorf("kinematics: motion: %g °/s are %.2f steps a tick; the controller can do %.2f at most",
			m.JointSpeed, top, greatestSpeed)
	}
	return p, nil
}

// greatestSpeed is the greatest speed that the controller's arithmetic can represent, steps per tick.
const greatestSpeed = 0.45

// stepsPerTick returns one degree per second in steps per tick.
func (p Planner) stepsPerTick() float64 { return p.motion.Steps * Tick.Seconds() }

// Joints returns the pose at a position of the motors.
func (p Planner) Joints(s Steps) Joints {
	k := 1 / (256 * p.motion.Steps)
	return Joints{float64(s[0]) * k, float64(s[1]) * k, float64(s[2]) * k}
}

// Steps returns the position of the motors in a pose.
func (p Planner) Steps(q Joints) Steps {
	var s Steps
	for i, x := range q.asArray() {
		s[i] = int32(math.Round(x * p.motion.Steps * 256))
	}
	return s
}

// Limits returns the joints' limits in 1/256 step.
func (p Planner) Limits() (least, greatest [3]int32) {
	l := p.geometry.Limits
	least = p.Steps(Joints{l.Base.Min, l.Upper.Min, l.Forearm.Min})
	greatest = p.Steps(Joints{l.Base.Max, l.Upper.Max, l.Forearm.Max})
	return least, greatest
}

// Rates returns each joint's bounds of speed (Q0.32 steps per tick) and acceleration (Q.40 steps per tick²).
func (p Planner) Rates() (speed, accel [3]int32) {
	for i := range speed {
		speed[i] = int32(math.Min(greatestSpeed, p.motion.JointSpeed*p.stepsPerTick()) * (1 << 32))
		accel[i] = int32(math.Min(math.MaxInt32, p.motion.JointAccel*p.stepsPerTick()*Tick.Seconds()*(1<<40)))
	}
	return speed, accel
}

// PlanVertical goes up or down to a point: a retreat, or the last part of an approach. If the start of a
// descent lies to one side, the tip comes in from there, and the last VerticalRun millimetres are vertical.
func (p Planner) PlanVertical(from Steps, to Vec, speed float64) (Trajectory, error) {
	if _, err := p.geometry.solveClosedForm(to); err != nil {
		return Trajectory{}, fmt.Errorf("kinematics: planning a vertical motion to %v: %w", to, err)
	}
	a, b := newPolar(p.geometry.Forward(p.Joints(from))), newPolar(to)
	aside, height := polarDistance(a, polar{b.turn, b.out, a.up}), math.Abs(b.up-a.up)
	blend := linearBlend
	if aside > 0.1 {
		room := 1 - VerticalRun/height
		if b.up > a.up || room*height < 4*aside {
			return Trajectory{}, fmt.Errorf("kinematics: planning a vertical motion from %v to %v: "+
				"the start is %.1f mm to one side, and there is no room to come in from there", a.cartesian(), to, aside)
		}
		blend = quinticBlend(room)
	}
	trajectory, err := p.planPath(from, p.geometry.polarPath(a, b, blend), polarDistance(a, b), speed)
	if err != nil {
		return Trajectory{}, fmt.Errorf("kinematics: planning a vertical motion from %v to %v: %w", a.cartesian(), to, err)
	}
	return trajectory, nil
}

// PlanTravel goes to a point with height, distance from the base axis and turn of the base in step. Between two
// points at the same height it stays at that height.
func (p Planner) PlanTravel(from Steps, to Vec) (Trajectory, error) {
	if _, err := p.geometry.solveClosedForm(to); err != nil {
		return Trajectory{}, fmt.Errorf("kinematics: planning travel to %v: %w", to, err)
	}
	a, b := newPolar(p.geometry.Forward(p.Joints(from))), newPolar(to)
	trajectory, err := p.planPath(from, p.geometry.polarPath(a, b, linearBlend), polarDistance(a, b), p.motion.Speed)
	if err != nil {
		return Trajectory{}, fmt.Errorf("kinematics: planning travel from %v to %v: %w", a.cartesian(), to, err)
	}
	return trajectory, nil
}

// PlanLinear goes to a point on a straight line in any direction.
func (p Planner) PlanLinear(from Steps, to Vec, speed float64) (Trajectory, error) {
	if _, err := p.geometry.solveClosedForm(to); err != nil {
		return Trajectory{}, fmt.Errorf("kinematics: planning a straight line to %v: %w", to, err)
	}
	a := p.geometry.Forward(p.Joints(from))
	trajectory, err := p.planPath(from, p.geometry.straightPath(a, to), to.Minus(a).Length(), speed)
	if err != nil {
		return Trajectory{}, fmt.Errorf("kinematics: planning a straight line from %v to %v: %w", a, to, err)
	}
	return trajectory, nil
}

// PlanJointMove goes to a point with all joints in step, at half their speed. It works from any pose; the tip's
// path is whatever follows.
func (p Planner) PlanJointMove(from Steps, to Vec) (Trajectory, error) {
	q, err := p.geometry.Inverse(to)
	if err != nil {
		return Trajectory{}, err
	}
	start := p.Joints(from)
	length := math.Max(math.Abs(q.Base-start.Base), math.Max(math.Abs(q.A-start.A), math.Abs(q.B-start.B)))
	k := p.motion.JointAccel / 2 / p.motion.Accel
	curve := newScurve(length, p.motion.JointSpeed/2, p.motion.JointAccel/2, p.motion.Jerk*k)
	trajectory, err := p.fitToBounds(from, jointPath(start, q), curve)
	if err != nil {
		return Trajectory{}, fmt.Errorf("kinematics: planning a joint motion to %v: %w", to, err)
	}
	return trajectory, nil
}

// polarDistance returns an upper bound of the length of a polarPath between two points.
func polarDistance(a, b polar) float64 {
	return Vec{b.out - a.out, math.Max(a.out, b.out) * (b.turn - a.turn) * degree, b.up - a.up}.Length()
}

// planPath times a path of this length at a speed of the tip.
func (p Planner) planPath(from Steps, way path, length, speed float64) (Trajectory, error) {
	if !isFinite(speed) || speed <= 0 {
		return Trajectory{}, fmt.Errorf("%w: speed %v", ErrNumber, speed)
	}
	return p.fitToBounds(from, way, newScurve(length, speed, p.motion.Accel, p.motion.Jerk))
}

// negligible is a length, mm or degrees, that is less than the motors can resolve.
const negligible = 1e-3

const (
	// maxSlowdown is how many times slower than wanted a motion may become to keep the joints' bounds. Between
	// places in reach a few times are enough.
	maxSlowdown = 64
	// maxDuration is how long any motion may take, s. The arm's longest takes two minutes at the lowest speeds
	// that can be configured.
	maxDuration = 300
)

// fitToBounds cuts the motion into segments, slowed down as far as the joints' bounds require. It gives up
// after a few tries: a motion that needs more time than any path of the arm contradicts the mechanics.
func (p Planner) fitToBounds(from Steps, way path, curve scurve) (Trajectory, error) {
	if curve.length < negligible {
		return Trajectory{End: from}, nil
	}
	most := min(maxDuration, maxSlowdown*max(curve.duration(), shortestSegment*Tick.Seconds()))
	for range 5 {
		if !(curve.duration() <= most) { // true for NaN, too
			break
		}
		trajectory, excess, err := p.cutIntoSegments(from, way, curve)
		if err != nil || excess <= 1 {
			return trajectory, err
		}
		curve = curve.stretched(excess * 1.002)
	}
	return Trajectory{}, ErrBounds
}
