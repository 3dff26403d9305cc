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
	ErrBounds      = errors.New("the joints' bounds leave no way to do that in any useful time")
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
	out, up, d, err := g.projectToArmPlane(p)
	if err != nil {
		return Joints{}, err
	}
	a := math.Atan2(up, out) + clampedArccos((g.Upper*g.Upper+d*d-g.Forearm*g.Forearm)/(2*g.Upper*d))
	b := a + clampedArccos((g.Upper*g.Upper+g.Forearm*g.Forearm-d*d)/(2*g.Upper*g.Forearm)) - math.Pi
	q := Joints{Base: math.Atan2(p.Y, p.X) / degree, A: a / degree, B: b / degree}
	if err := g.checkLimits(q); err != nil {
		return Joints{}, err
	}
	return q, nil
}

// clampedArccos tolerates rounding beyond the ends; projectToArmPlane has refused everything else.
func clampedArccos(x float64) float64 { return math.Acos(math.Max(-1, math.Min(1, x))) }

// projectToArmPlane returns the point in the plane of the arm, seen from joint 1. It refuses points that no
// pose of the links can reach, whatever the limits.
func (g *Geometry) projectToArmPlane(p Vec) (out, up, distance float64, err error) {
	if !p.isFinite() {
		return 0, 0, 0, fmt.Errorf("%w: (%v, %v, %v)", ErrNumber, p.X, p.Y, p.Z)
	}
	axis := math.Hypot(p.X, p.Y)
	out, up = axis-g.Tool, p.Z+g.Nozzle-g.Shoulder
	distance = math.Hypot(out, up)
	switch longest, least := g.Upper+g.Forearm, math.Abs(g.Upper-g.Forearm); {
	case distance > longest:
		return 0, 0, 0, fmt.Errorf("%w: %.1f mm too far for the stretched arm", ErrReach, distance-longest)
	case distance < least || distance == 0:
		return 0, 0, 0, fmt.Errorf("%w: %.1f mm too near for the folded arm", ErrReach, least-distance)
	case axis < 1e-6:
		return 0, 0, 0, fmt.Errorf("%w: on the axis of the base, whose angle is then undefined", ErrSingular)
	}
	return out, up, distance, nil
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
	if off := rangeExcess(q.A-q.B, g.Limits.Elbow); off != 0 {
		return fmt.Errorf("%w: %s", ErrElbow, describeExcess("a − b", q.A-q.B, off, g.Limits.Elbow))
	}
	if off := rangeExcess(q.Base, g.Limits.Base); off != 0 {
		return fmt.Errorf("%w: %s", ErrLimit, describeExcess("base", q.Base, off, g.Limits.Base))
	}
	if off := rangeExcess(q.A, g.Limits.Upper); off != 0 {
		return fmt.Errorf("%w: %s", ErrLimit, describeExcess("a (upper arm)", q.A, off, g.Limits.Upper))
	}
	if off := rangeExcess(q.B, g.Limits.Forearm); off != 0 {
		return fmt.Errorf("%w: %s", ErrLimit, describeExcess("b (forearm)", q.B, off, g.Limits.Forearm))
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
	maxIterations = 40
	converged     = 1e-6 // mm
	maxStep       = 25.0 // degrees, of each joint in one iteration
	elbowMargin   = 3.0  // degrees, by which the iteration keeps away from the stretched and the folded arm
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
		at := g.computePosture(s.Joints)
		s.Residual = p.Minus(at.tip()).Length()
		if s.Residual <= converged {
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
func tipError(p Vec, at *posture, base float64) Vec {
	out := math.Sqrt(p.X*p.X+p.Y*p.Y) - at.out
	along := math.Atan2(p.Y, p.X) - base*degree
	if math.Abs(along) > math.Pi {
		along = math.Remainder(along, 2*math.Pi)
	}
	along *= at.out
	return Vec{out*at.cosT - along*at.sinT, out*at.sinT + along*at.cosT, p.Z - at.up}
}

// limitStep returns the pose after a step, shortened so that no joint turns by more than maxStep and the elbow
// stays on its side.
func limitStep(q, step Joints) Joints {
	k := 1.0
	if most := math.Max(math.Abs(step.Base), math.Max(math.Abs(step.A), math.Abs(step.B))); most > maxStep {
		k = maxStep / most
	}
	elbow, bend := q.A-q.B, (step.A-step.B)*k
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
	return Joints{q.Base + k*step.Base, q.A + k*step.A, q.B + k*step.B}
}
