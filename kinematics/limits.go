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

// Check says whether the mechanics allow a pose; the error names the joint and by how much.
func (g Geometry) Check(q Joints) error {
	if !q.finite() {
		return fmt.Errorf("kinematics: checking a pose: %w", ErrNumber)
	}
	if err := g.check(q); err != nil {
		return fmt.Errorf("kinematics: checking %v: %w", q, err)
	}
	return nil
}

func (g *Geometry) check(q Joints) error {
	if off := outside(q.A-q.B, g.Limits.Elbow); off != 0 {
		return fmt.Errorf("%w: %s", ErrElbow, tooFar("a − b", q.A-q.B, off, g.Limits.Elbow))
	}
	if off := outside(q.Base, g.Limits.Base); off != 0 {
		return fmt.Errorf("%w: %s", ErrLimit, tooFar("base", q.Base, off, g.Limits.Base))
	}
	if off := outside(q.A, g.Limits.Upper); off != 0 {
		return fmt.Errorf("%w: %s", ErrLimit, tooFar("a (upper arm)", q.A, off, g.Limits.Upper))
	}
	if off := outside(q.B, g.Limits.Forearm); off != 0 {
		return fmt.Errorf("%w: %s", ErrLimit, tooFar("b (forearm)", q.B, off, g.Limits.Forearm))
	}
	return nil
}

// outside is by how much x leaves the range: negative below, positive above. Rounding at the very limit is forgiven.
func outside(x float64, r Range) float64 {
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

func tooFar(joint string, x, off float64, r Range) string {
	if off < 0 {
		return fmt.Sprintf("%s would be at %.1f°, %.1f° below its least, %g°", joint, x, -off, r.Min)
	}
	return fmt.Sprintf("%s would be at %.1f°, %.1f° above its greatest, %g°", joint, x, off, r.Max)
}

// String is the pose in degrees.
func (q Joints) String() string { return fmt.Sprintf("[%.2f° %.2f° %.2f°]", q.Base, q.A, q.B) }

// String is the point in mm.
func (v Vec) String() string { return fmt.Sprintf("(%.1f, %.1f, %.1f)", v.X, v.Y, v.Z) }

// reach refuses points that no pose of the links can reach, limits aside. It returns the point in the plane of the
// arm, seen from joint 1.
func (g *Geometry) reach(p Vec) (out, up, distance float64, err error) {
	if !p.finite() {
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
