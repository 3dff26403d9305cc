package kinematics

import (
	"fmt"
	"math"
)

// A path is a curve of the arm: the pose at u in 0…1 and its derivative by u.
type path func(u float64) (pose, change Joints, err error)

// A polar is a point seen from the base axis: turn in degrees, distance and height in mm.
type polar struct{ turn, out, up float64 }

func newPolar(v Vec) polar {
	return polar{math.Atan2(v.Y, v.X) / degree, math.Hypot(v.X, v.Y), v.Z}
}

func (p polar) cartesian() Vec {
	sin, cos := math.Sincos(p.turn * degree)
	return Vec{p.out * cos, p.out * sin, p.up}
}

// interpolate returns p + (q − p)·k for turn and distance, and p + (q − p)·u for the height.
func (p polar) interpolate(q polar, k, u float64) polar {
	return polar{p.turn + (q.turn-p.turn)*k, p.out + (q.out-p.out)*k, p.up + (q.up-p.up)*u}
}

// polarPath leads from p to q. Height is linear in u; turn and distance are linear in blend(u), which also
// returns its derivative.
func (g *Geometry) polarPath(p, q polar, blend func(u float64) (done, rate float64)) path {
	return func(u float64) (Joints, Joints, error) {
		done, rate := blend(u)
		at := p.interpolate(q, done, u)
		pose, err := g.solveClosedForm(at.cartesian())
		if err != nil {
			return Joints{}, Joints{}, fmt.Errorf("%v: %w", at.cartesian(), err)
		}
		here := g.computePosture(pose)
		along, out := here.out*(q.turn-p.turn)*degree*rate, (q.out-p.out)*rate
		tipRate := Vec{out*here.cosT - along*here.sinT, out*here.sinT + along*here.cosT, q.up - p.up}
		change, ok := g.solveJointRates(&here, tipRate)
		if !ok {
			return Joints{}, Joints{}, fmt.Errorf("%v: %w", at.cartesian(), ErrSingular)
		}
		return pose, change, nil
	}
}

// linearBlend keeps turn and distance in step with the height.
func linearBlend(u float64) (done, rate float64) { return u, 1 }

// quinticBlend completes turn and distance by u = end, with no jump of speed or acceleration: 6t⁵ − 15t⁴ + 10t³.
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
func jointPath(p, q Joints) path {
	d := Joints{q.Base - p.Base, q.A - p.A, q.B - p.B}
	return func(u float64) (Joints, Joints, error) {
		return Joints{p.Base + d.Base*u, p.A + d.A*u, p.B + d.B*u}, d, nil
	}
}

// straightPath leads from a to b with all coordinates in step.
func (g *Geometry) straightPath(a, b Vec) path {
	d := b.Minus(a)
	return func(u float64) (Joints, Joints, error) {
		at := Vec{a.X + d.X*u, a.Y + d.Y*u, a.Z + d.Z*u}
		pose, err := g.solveClosedForm(at)
		if err != nil {
			return Joints{}, Joints{}, fmt.Errorf("%v: %w", at, err)
		}
		here := g.computePosture(pose)
		change, ok := g.solveJointRates(&here, d)
		if !ok {
			return Joints{}, Joints{}, fmt.Errorf("%v: %w", at, ErrSingular)
		}
		return pose, change, nil
	}
}
