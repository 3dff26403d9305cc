package kinematics

import (
	"fmt"
	"math"
)

const (
	maxIterations = 40
	converged     = 1e-6 // mm
	maxStep       = 25.0 // degrees of one joint in one iteration
	leastElbow    = 3.0  // degrees that the iteration keeps from the stretched and the folded arm
)

// Solution is what the iteration found.
type Solution struct {
	Joints     Joints
	Iterations int
	Residual   float64 // mm between the tip and the point asked for
}

// InverseJacobian is the pose that brings the tip to p, by Newton's iteration θ ← θ + J⁻¹(s* − s) from a pose at hand:
// at most three iterations from 5 mm away. Its steps are limited, so that it also arrives from afar. On an error the
// solution still says how far it came.
func (g Geometry) InverseJacobian(p Vec, from Joints) (Solution, error) {
	s, err := g.iterate(p, from)
	if err != nil {
		return Solution{Iterations: s.Iterations}, fmt.Errorf("kinematics: reaching %v by the Jacobian: %w", p, err)
	}
	return s, nil
}

func (g *Geometry) iterate(p Vec, from Joints) (Solution, error) {
	s := Solution{Joints: from}
	if !from.finite() {
		return s, fmt.Errorf("%w: start %v", ErrNumber, from)
	}
	if _, _, _, err := g.reach(p); err != nil {
		return s, err
	}
	for ; ; s.Iterations++ {
		at := g.attitude(s.Joints)
		s.Residual = p.Minus(at.tip()).Length()
		if s.Residual <= converged {
			return s, g.check(s.Joints)
		}
		if s.Iterations == maxIterations {
			return s, fmt.Errorf("%w: still %.2f mm off after %d iterations", ErrConvergence, s.Residual, s.Iterations)
		}
		step, ok := g.rates(&at, remaining(p, &at, s.Joints.Base))
		if !ok {
			return s, fmt.Errorf("%w: stretched or folded at %v", ErrSingular, s.Joints)
		}
		s.Joints = limited(s.Joints, step)
	}
}

// remaining is s* − s, with the base's part measured along its arc: along the chord the iteration would pull the arm in
// on its way round, through poses that it cannot take.
func remaining(p Vec, at *attitude, base float64) Vec {
	out := math.Sqrt(p.X*p.X+p.Y*p.Y) - at.out
	along := math.Atan2(p.Y, p.X) - base*degree
	if math.Abs(along) > math.Pi {
		along = math.Remainder(along, 2*math.Pi)
	}
	along *= at.out
	return Vec{out*at.cosT - along*at.sinT, out*at.sinT + along*at.cosT, p.Z - at.up}
}

// limited takes a step, shortened so that no joint turns by more than maxStep and that the elbow stays on its side.
func limited(q, step Joints) Joints {
	k := 1.0
	if most := math.Max(math.Abs(step.Base), math.Max(math.Abs(step.A), math.Abs(step.B))); most > maxStep {
		k = maxStep / most
	}
	elbow, bend := q.A-q.B, (step.A-step.B)*k
	room := 0.0
	switch {
	case elbow+bend < leastElbow:
		room = elbow - leastElbow
	case elbow+bend > 180-leastElbow:
		room = 180 - leastElbow - elbow
	}
	if room > 0 {
		k *= room / (2 * math.Abs(bend)) // half-way: the next step may turn along the border
	}
	return Joints{q.Base + k*step.Base, q.A + k*step.A, q.B + k*step.B}
}
