package kinematics

import (
	"errors"
	"math"
	"testing"
)

// A way that contradicts the mechanics, as a geometry makes that contradicts itself, is refused; it is not
// crept along for ever, and no chain grows without end.
func TestContraryWays(t *testing.T) {
	p := planner(t, 60)
	q, err := p.geometry.Inverse(Vec{220, 60, 64})
	if err != nil {
		t.Fatal(err)
	}
	usual := newScurve(100, p.motion.Speed, p.motion.Accel, p.motion.Jerk)
	still := func(float64) (Joints, Joints, error) { return q, Joints{}, nil }
	for name, c := range map[string]struct {
		way   path
		curve scurve
	}{
		"jumps": {func(u float64) (Joints, Joints, error) {
			at := q
			if u > 0.5 {
				at.Base = -q.Base
			}
			return at, Joints{}, nil
		}, usual},
		"stands and says that it runs": {func(float64) (Joints, Joints, error) {
			return q, Joints{Base: 1e9}, nil
		}, usual},
		"shakes ever faster": {func(u float64) (Joints, Joints, error) {
			return Joints{60 * math.Sin(1e6*u), q.A, q.B}, Joints{Base: 60e6 * math.Cos(1e6*u)}, nil
		}, usual},
		"is no number": {func(float64) (Joints, Joints, error) {
			return Joints{math.NaN(), q.A, q.B}, Joints{Base: math.NaN()}, nil
		}, usual},
		"begins elsewhere": {func(u float64) (Joints, Joints, error) {
			return Joints{-q.Base, q.A, q.B}, Joints{}, nil
		}, usual},
		"takes a year":     {still, newScurve(100, 3e-6, p.motion.Accel, p.motion.Jerk)},
		"is endless":       {still, newScurve(math.Inf(1), p.motion.Speed, p.motion.Accel, p.motion.Jerk)},
		"has no length":    {still, newScurve(math.NaN(), p.motion.Speed, p.motion.Accel, p.motion.Jerk)},
		"leaves the earth": {still, newScurve(1e300, p.motion.Speed, p.motion.Accel, p.motion.Jerk)},
	} {
		if chain, err := p.fitToBounds(p.Steps(q), c.way, c.curve); !errors.Is(err, ErrBounds) || len(chain.Segments) > 0 {
			t.Errorf("a way that %s: %d segments, %v", name, len(chain.Segments), err)
		}
	}
}

// What the configuration may ask for at the slowest is not taken for endless: from one side of the workspace to
// the other.
func TestSlowestMotion(t *testing.T) {
	p, err := NewPlanner(DefaultGeometry(), Motion{Speed: 10, Accel: 50, Jerk: 500, JointSpeed: 5, JointAccel: 20, Steps: 250})
	if err != nil {
		t.Fatal(err)
	}
	q, err := p.geometry.Inverse(Vec{180, -200, 64})
	if err != nil {
		t.Fatal(err)
	}
	const slow = 5 // mm/s
	to := Vec{180, 200, 64}
	for name, plan := range map[string]func() (Trajectory, error){
		"travel":   func() (Trajectory, error) { return p.PlanTravel(p.Steps(q), to) },
		"swing":    func() (Trajectory, error) { return p.PlanJointMove(p.Steps(q), to) },
		"straight": func() (Trajectory, error) { return p.PlanLinear(p.Steps(q), to, slow) },
	} {
		if chain, err := plan(); err != nil || chain.Duration().Seconds() < 20 {
			t.Errorf("%s: %v, %v", name, chain.Duration(), err)
		}
	}
}
