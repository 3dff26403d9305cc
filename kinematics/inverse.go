package kinematics

import (
	"errors"
	"fmt"
	"math"
)

// Why a pose or a point is refused.
var (
	ErrNumber      = errors.New("not a finite number")
	ErrReach       = errors.New("out of reach")
	ErrTooSlow     = errors.New("would take too long within the joints' limits of speed and acceleration")
	ErrLimit       = errors.New("outside a joint's limit")
	ErrElbow       = errors.New("elbow outside its limits")
	ErrSingular    = errors.New("singular")
	ErrConvergence = errors.New("no convergence")
)

// Inverse returns the pose that brings the tip to p, in closed form. The elbow is above the line from joint 1
// to joint 3.
func (g Geometry) Inverse(p Vec) (Joints, error) {
	q, err := g.solveClosedForm(p)
	if err != nil {
		return Joints{}, fmt.Errorf("kinematics: reaching %v: %w", p, err)
	}
	return q, nil
}

func (g *Geometry) solveClosedForm(p Vec) (Joints, error) {
	radius, height, d, err := g.projectToArmPlane(p)
	if err != nil {
		return Joints{}, err
	}
	upper := math.Atan2(height, radius) + clampedArccos((g.Upper*g.Upper+d*d-g.Forearm*g.Forearm)/(2*g.Upper*d))
	forearm := upper + clampedArccos((g.Upper*g.Upper+g.Forearm*g.Forearm-d*d)/(2*g.Upper*g.Forearm)) - math.Pi
	q := Joints{Base: math.Atan2(p.Y, p.X) / degree, Upper: upper / degree, Forearm: forearm / degree}
	if err := g.checkLimits(q); err != nil {
		return Joints{}, err
	}
	return q, nil
}

// clampedArccos tolerates rounding beyond the ends; projectToArmPlane has refused everything else.
func clampedArccos(x float64) float64 { return math.Acos(math.Max(-1, math.Min(1, x))) }

// projectToArmPlane returns the point in the plane of the arm, relative to joint 1. It refuses points that no
// pose of the links can reach, whatever the limits.
func (g *Geometry) projectToArmPlane(p Vec) (radius, height, distance float64, err error) {
	if !p.isFinite() {
		return 0, 0, 0, fmt.Errorf("%w: (%v, %v, %v)", ErrNumber, p.X, p.Y, p.Z)
	}
	axis := math.Hypot(p.X, p.Y)
	radius, height = axis-g.Tool, p.Z+g.Nozzle-g.Shoulder
	distance = math.Hypot(radius, height)
	switch longest, least := g.Upper+g.Forearm, math.Abs(g.Upper-g.Forearm); {
	case distance > longest:
		return 0, 0, 0, fmt.Errorf("%w: %.1f mm too far for the stretched arm", ErrReach, distance-longest)
	case distance < least || distance == 0:
		return 0, 0, 0, fmt.Errorf("%w: %.1f mm too near for the folded arm", ErrReach, least-distance)
	case axis < 1e-6:
		return 0, 0, 0, fmt.Errorf("%w: on the axis of the base, whose angle is then undefined", ErrSingular)
	}
	return radius, height, distance, nil
}

// Check returns an error if the mechanics don't allow a pose. It names the joint and by how much it is outside
// its limits.
func (g Geometry) Check(q Joints) error {
	if !q.isFinite() {
		return fmt.Errorf("kinematics: checking a pose: %w", ErrNumber)
	}
	if err := g.checkLimits(q); err != nil {
		return fmt.Errorf("kinematics: checking %v: %w", q, err)
	}
	return nil
}

func (g *Geometry) checkLimits(q Joints) error {
	elbow := q.Upper - q.Forearm
	if off := rangeExcess(elbow, g.Limits.Elbow); off != 0 {
		return fmt.Errorf("%w: %s", ErrElbow, describeExcess("elbow (upper arm minus forearm)", elbow, off, g.Limits.Elbow))
	}
	if off := rangeExcess(q.Base, g.Limits.Base); off != 0 {
		return fmt.Errorf("%w: %s", ErrLimit, describeExcess("base", q.Base, off, g.Limits.Base))
	}
	if off := rangeExcess(q.Upper, g.Limits.Upper); off != 0 {
		return fmt.Errorf("%w: %s", ErrLimit, describeExcess("upper arm", q.Upper, off, g.Limits.Upper))
	}
	if off := rangeExcess(q.Forearm, g.Limits.Forearm); off != 0 {
		return fmt.Errorf("%w: %s", ErrLimit, describeExcess("forearm", q.Forearm, off, g.Limits.Forearm))
	}
	return nil
}

// rangeExcess returns by how much x leaves the range: negative below, positive above. It tolerates rounding at
// the limits.
func rangeExcess(x float64, r Range) float64 {
	const rounding = 1e-6
	switch {
	case x < r.Min-rounding:
		return x - r.Min
	case x > r.Max+rounding:
		return x - r.Max
	default:
		return 0
	}
}

func describeExcess(joint string, x, off float64, r Range) string {
	if off < 0 {
		return fmt.Sprintf("%s would be at %.1f°, %.1f° below its minimum of %g°", joint, x, -off, r.Min)
	}
	return fmt.Sprintf("%s would be at %.1f°, %.1f° above its maximum of %g°", joint, x, off, r.Max)
}

const (
	maxIterations     = 40
	convergedDistance = 1e-6 // mm
	maxStepAngle      = 25.0 // degrees, of each joint in one iteration
	elbowMargin       = 3.0  // degrees, by which the iteration keeps away from the stretched and the folded arm
)

// Solution is the result of InverseJacobian.
type Solution struct {
	Joints     Joints
	Iterations int
	Residual   float64 // mm between the tip and the point asked for
}

// InverseJacobian returns the pose that brings the tip to p, by the iteration θ ← θ + J⁻¹(s* − s) from a given
// pose: the method of the paper (Robotics 2020, 9, 107). It takes at most three iterations from 5 mm away. Its
// steps are limited, so that it also converges from afar. On an error the solution holds the number of
// iterations.
func (g Geometry) InverseJacobian(p Vec, from Joints) (Solution, error) {
	s, err := g.iterateNewton(p, from)
	if err != nil {
		return Solution{Iterations: s.Iterations}, fmt.Errorf("kinematics: reaching %v by the Jacobian: %w", p, err)
	}
	return s, nil
}

func (g *Geometry) iterateNewton(p Vec, from Joints) (Solution, error) {
	s := Solution{Joints: from}
	if !from.isFinite() {
		return s, fmt.Errorf("%w: start %v", ErrNumber, from)
	}
	if _, _, _, err := g.projectToArmPlane(p); err != nil {
		return s, err
	}
	for ; ; s.Iterations++ {
		at := g.computeTrig(s.Joints)
		s.Residual = p.Minus(at.tip()).Length()
		if s.Residual <= convergedDistance {
			return s, g.checkLimits(s.Joints)
		}
		if s.Iterations == maxIterations {
			return s, fmt.Errorf("%w: still %.2f mm off after %d iterations", ErrConvergence, s.Residual, s.Iterations)
		}
		step, ok := g.solveJointRates(&at, tipError(p, &at, s.Joints.Base))
		if !ok {
			return s, fmt.Errorf("%w: stretched or folded at %v", ErrSingular, s.Joints)
		}
		s.Joints = limitStep(s.Joints, step)
	}
}

// tipError returns s* − s, with the base's part measured along its arc. Along the chord the iteration would
// pull the arm in on its way round, through poses that it can't take.
func tipError(p Vec, at *poseTrig, base float64) Vec {
	radial := math.Sqrt(p.X*p.X+p.Y*p.Y) - at.radius
	arc := math.Atan2(p.Y, p.X) - base*degree
	if math.Abs(arc) > math.Pi {
		arc = math.Remainder(arc, 2*math.Pi)
	}
	arc *= at.radius
	return Vec{radial*at.cosBase - arc*at.sinBase, radial*at.sinBase + arc*at.cosBase, p.Z - at.height}
}

// limitStep returns the pose after a step, shortened so that no joint turns by more than maxStep and the elbow
// stays on its side.
func limitStep(q, step Joints) Joints {
	k := 1.0
	if most := math.Max(math.Abs(step.Base), math.Max(math.Abs(step.Upper), math.Abs(step.Forearm))); most > maxStepAngle {
		k = maxStepAngle / most
	}
	elbow, bend := q.Upper-q.Forearm, (step.Upper-step.Forearm)*k
	room := 0.0
	switch {
	case elbow+bend < elbowMargin:
		room = elbow - elbowMargin
	case elbow+bend > 180-elbowMargin:
		room = 180 - elbowMargin - elbow
	}
	if room > 0 {
		k *= room / (2 * math.Abs(bend)) // half-way, so that the next step can turn along the border
	}
	return Joints{q.Base + k*step.Base, q.Upper + k*step.Upper, q.Forearm + k*step.Forearm}
}
