package kinematics

import (
	"fmt"
	"math"
)

// VerticalRun is how much of the end of a descent is vertical, mm.
const VerticalRun = 21.0

// A Planner turns ways into chains of segments. It is a value and keeps nothing between two plans.
type Planner struct {
	geometry Geometry
	motion   Motion
}

// NewPlanner checks that the bounds make sense.
func NewPlanner(g Geometry, m Motion) (Planner, error) {
	for _, x := range [...]float64{m.Speed, m.Accel, m.Jerk, m.JointSpeed, m.JointAccel, m.Steps} {
		if !isFinite(x) || x <= 0 {
			return Planner{}, fmt.Errorf("kinematics: motion: %w: every bound must be positive: %+v", ErrNumber, m)
		}
	}
	p := Planner{geometry: g, motion: m}
	if top := m.JointSpeed * p.stepsPerTick(); top > greatestSpeed {
		return Planner{}, fmt.Errorf("kinematics: motion: %g °/s are %.2f steps a tick; the controller's greatest is %.2f", m.JointSpeed, top, greatestSpeed)
	}
	return p, nil
}

// greatestSpeed is what the controller's arithmetic can do, steps per tick.
const greatestSpeed = 0.45

// stepsPerTick is one degree per second.
func (p Planner) stepsPerTick() float64 { return p.motion.Steps * Tick.Seconds() }

// Joints is the pose in which the motors stand.
func (p Planner) Joints(s Steps) Joints {
	k := 1 / (256 * p.motion.Steps)
	return Joints{float64(s[0]) * k, float64(s[1]) * k, float64(s[2]) * k}
}

// Steps is where the motors stand in a pose.
func (p Planner) Steps(q Joints) Steps {
	var s Steps
	for i, x := range q.asArray() {
		s[i] = int32(math.Round(x * p.motion.Steps * 256))
	}
	return s
}

// Limits are the joints' limits in 1/256 step.
func (p Planner) Limits() (least, greatest [3]int32) {
	l := p.geometry.Limits
	return p.Steps(Joints{l.Base.Min, l.Upper.Min, l.Forearm.Min}), p.Steps(Joints{l.Base.Max, l.Upper.Max, l.Forearm.Max})
}

// Rates are each joint's bounds of speed (Q0.32 steps per tick) and acceleration (Q.40 steps per tick²).
func (p Planner) Rates() (speed, accel [3]int32) {
	for i := range speed {
		speed[i] = int32(math.Min(greatestSpeed, p.motion.JointSpeed*p.stepsPerTick()) * (1 << 32))
		accel[i] = int32(math.Min(math.MaxInt32, p.motion.JointAccel*p.stepsPerTick()*Tick.Seconds()*(1<<40)))
	}
	return speed, accel
}

// PlanVertical goes up or down to a point. Where the start lies aside of it, a descent makes that up first; its last Straight
// millimetres are vertical.
func (p Planner) PlanVertical(from Steps, to Vec, speed float64) (Trajectory, error) {
	if _, err := p.geometry.solveClosedForm(to); err != nil {
		return Trajectory{}, fmt.Errorf("kinematics: line to %v: %w", to, err)
	}
	a, b := newPolar(p.geometry.Forward(p.Joints(from))), newPolar(to)
	aside, height := polarDistance(a, polar{b.turn, b.out, a.up}), math.Abs(b.up-a.up)
	side := linearBlend
	if aside > 0.1 {
		room := 1 - VerticalRun/height
		if b.up > a.up || room*height < 4*aside {
			return Trajectory{}, fmt.Errorf("kinematics: line from %v to %v: %.1f mm aside, no room to make that up", a.cartesian(), to, aside)
		}
		side = quinticBlend(room)
	}
	chain, err := p.planPath(from, p.geometry.polarPath(a, b, side), polarDistance(a, b), speed)
	if err != nil {
		return Trajectory{}, fmt.Errorf("kinematics: line from %v to %v: %w", a.cartesian(), to, err)
	}
	return chain, nil
}

// PlanTravel goes to a point with height, distance from the base axis and turn of the base all in step: between two points
// of one height it stays at that height.
func (p Planner) PlanTravel(from Steps, to Vec) (Trajectory, error) {
	if _, err := p.geometry.solveClosedForm(to); err != nil {
		return Trajectory{}, fmt.Errorf("kinematics: travel to %v: %w", to, err)
	}
	a, b := newPolar(p.geometry.Forward(p.Joints(from))), newPolar(to)
	chain, err := p.planPath(from, p.geometry.polarPath(a, b, linearBlend), polarDistance(a, b), p.motion.Speed)
	if err != nil {
		return Trajectory{}, fmt.Errorf("kinematics: travel from %v to %v: %w", a.cartesian(), to, err)
	}
	return chain, nil
}

// PlanLinear goes to a point on the straight line, whatever its direction.
func (p Planner) PlanLinear(from Steps, to Vec, speed float64) (Trajectory, error) {
	if _, err := p.geometry.solveClosedForm(to); err != nil {
		return Trajectory{}, fmt.Errorf("kinematics: straight to %v: %w", to, err)
	}
	a := p.geometry.Forward(p.Joints(from))
	chain, err := p.planPath(from, p.geometry.straightPath(a, to), to.Minus(a).Length(), speed)
	if err != nil {
		return Trajectory{}, fmt.Errorf("kinematics: straight from %v to %v: %w", a, to, err)
	}
	return chain, nil
}

// PlanJointMove goes to a point with all joints in step, at half their speed: from any pose, whatever way the tip takes.
func (p Planner) PlanJointMove(from Steps, to Vec) (Trajectory, error) {
	q, err := p.geometry.Inverse(to)
	if err != nil {
		return Trajectory{}, err
	}
	start := p.Joints(from)
	length := math.Max(math.Abs(q.Base-start.Base), math.Max(math.Abs(q.A-start.A), math.Abs(q.B-start.B)))
	k := p.motion.JointAccel / 2 / p.motion.Accel
	curve := newScurve(length, p.motion.JointSpeed/2, p.motion.JointAccel/2, p.motion.Jerk*k)
	chain, err := p.fitToBounds(from, jointPath(start, q), curve)
	if err != nil {
		return Trajectory{}, fmt.Errorf("kinematics: swing to %v: %w", to, err)
	}
	return chain, nil
}

// polarDistance is at least the length of the way between two points in polar steps.
func polarDistance(a, b polar) float64 {
	return Vec{b.out - a.out, math.Max(a.out, b.out) * (b.turn - a.turn) * degree, b.up - a.up}.Length()
}

func (p Planner) planPath(from Steps, way path, length, speed float64) (Trajectory, error) {
	if !isFinite(speed) || speed <= 0 {
		return Trajectory{}, fmt.Errorf("%w: speed %v", ErrNumber, speed)
	}
	return p.fitToBounds(from, way, newScurve(length, speed, p.motion.Accel, p.motion.Jerk))
}

// negligible is a length too short to move, mm or degrees: less than the motors can resolve.
const negligible = 1e-3

const (
	maxSlowdown = 64  // times slower than wanted a motion may become for the joints' sake; between places in reach a few are enough
	maxDuration = 300 // s that any motion may take; the arm's longest way takes two minutes at the least speeds that can be configured
)

// fitToBounds cuts the motion into segments, slowed down as far as the joints' bounds ask for. Whatever the geometry says,
// that comes to an end, and so does the chain: what asks for more time than any way of the arm contradicts the mechanics.
func (p Planner) fitToBounds(from Steps, way path, curve scurve) (Trajectory, error) {
	if curve.length < negligible {
		return Trajectory{End: from}, nil
	}
	most := min(maxDuration, maxSlowdown*max(curve.duration(), shortestSegment*Tick.Seconds()))
	for range 5 {
		if !(curve.duration() <= most) { // nor is it a number
			break
		}
		chain, excess, err := p.cutIntoSegments(from, way, curve)
		if err != nil || excess <= 1 {
			return chain, err
		}
		curve = curve.stretched(excess * 1.002)
	}
	return Trajectory{}, ErrBounds
}
