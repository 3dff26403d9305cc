package kinematics

import (
	"fmt"
	"math"
)

// A pathFunc is a curve of the arm: the pose at u in 0…1 and its derivative by u.
type pathFunc func(u float64) (pose, derivative Joints, err error)

// A cylindrical is a point in cylindrical coordinates about the base axis: azimuth in degrees, radius and height in mm.
type cylindrical struct{ azimuth, radius, height float64 }

func newCylindrical(v Vec) cylindrical {
	return cylindrical{math.Atan2(v.Y, v.X) / degree, math.Hypot(v.X, v.Y), v.Z}
}

func (p cylindrical) toCartesian() Vec {
	sin, cos := math.Sincos(p.azimuth * degree)
	return Vec{p.radius * cos, p.radius * sin, p.height}
}

// interpolate returns p + (q − p)·k for azimuth and radius, and p + (q − p)·u for the height.
func (p cylindrical) interpolate(q cylindrical, k, u float64) cylindrical {
	return cylindrical{
		p.azimuth + (q.azimuth-p.azimuth)*k, p.radius + (q.radius-p.radius)*k, p.height + (q.height-p.height)*u,
	}
}

// cylindricalPath leads from p to q. Height is linear in u; azimuth and radius are linear in blend(u), which also
// returns its derivative.
func (g *Geometry) cylindricalPath(p, q cylindrical, blend func(u float64) (done, rate float64)) pathFunc {
	return func(u float64) (Joints, Joints, error) {
		done, rate := blend(u)
		at := p.interpolate(q, done, u)
		pose, err := g.solveClosedForm(at.toCartesian())
		if err != nil {
			return Joints{}, Joints{}, fmt.Errorf("%v: %w", at.toCartesian(), err)
		}
		here := g.computeTrig(pose)
		arcRate, radiusRate := here.radius*(q.azimuth-p.azimuth)*degree*rate, (q.radius-p.radius)*rate
		tipRate := Vec{
			radiusRate*here.cosBase - arcRate*here.sinBase,
			radiusRate*here.sinBase + arcRate*here.cosBase,
			q.height - p.height,
		}
		derivative, ok := g.solveJointRates(&here, tipRate)
		if !ok {
			return Joints{}, Joints{}, fmt.Errorf("%v: %w", at.toCartesian(), ErrSingular)
		}
		return pose, derivative, nil
	}
}

// linearBlend keeps azimuth and radius in step with the height.
func linearBlend(u float64) (done, rate float64) { return u, 1 }

// quinticBlend completes azimuth and radius by u = end, with no jump of speed or acceleration: 6t⁵ − 15t⁴ + 10t³.
func quinticBlend(end float64) func(u float64) (done, rate float64) {
	return func(u float64) (done, rate float64) {
		if u >= end {
			return 1, 0
		}
		t := u / end
		return t * t * t * (10 + t*(6*t-15)), 30 * t * t * (1 - t) * (1 - t) / end
	}
}

// jointPath leads from p to q with all joints in step. Between two poses that the mechanics allow it stays within the
// limits, because all limits are linear in the joints.
func jointPath(p, q Joints) pathFunc {
	d := Joints{q.Base - p.Base, q.Upper - p.Upper, q.Forearm - p.Forearm}
	return func(u float64) (Joints, Joints, error) {
		return Joints{p.Base + d.Base*u, p.Upper + d.Upper*u, p.Forearm + d.Forearm*u}, d, nil
	}
}

// straightPath leads from a to b with all coordinates in step.
func (g *Geometry) straightPath(a, b Vec) pathFunc {
	d := b.Minus(a)
	return func(u float64) (Joints, Joints, error) {
		at := Vec{a.X + d.X*u, a.Y + d.Y*u, a.Z + d.Z*u}
		pose, err := g.solveClosedForm(at)
		if err != nil {
			return Joints{}, Joints{}, fmt.Errorf("%v: %w", at, err)
		}
		here := g.computeTrig(pose)
		derivative, ok := g.solveJointRates(&here, d)
		if !ok {
			return Joints{}, Joints{}, fmt.Errorf("%v: %w", at, ErrSingular)
		}
		return pose, derivative, nil
	}
}
