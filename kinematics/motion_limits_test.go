package kinematics

import (
	"errors"
	"math"
	"testing"
)

// A path that contradicts the mechanics is refused. A geometry that contradicts itself makes such paths. The planner
// does not follow one at a creep for ever, and no trajectory grows without end.
func TestContradictoryPaths(t *testing.T) {
	p := testPlanner(t, 60)
	q, err := p.geometry.Inverse(Vec{220, 60, 64})
	if err != nil {
		t.Fatal(err)
	}
	usual := newSCurve(100, p.limits.Speed, p.limits.Accel, p.limits.Jerk)
	still := func(float64) (Joints, Joints, error) { return q, Joints{}, nil }
	for name, c := range map[string]struct {
		path    pathFunc
		profile sCurve
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
			return Joints{60 * math.Sin(1e6*u), q.Upper, q.Forearm}, Joints{Base: 60e6 * math.Cos(1e6*u)}, nil
		}, usual},
		"is no number": {func(float64) (Joints, Joints, error) {
			return Joints{math.NaN(), q.Upper, q.Forearm}, Joints{Base: math.NaN()}, nil
		}, usual},
		"begins elsewhere": {func(u float64) (Joints, Joints, error) {
			return Joints{-q.Base, q.Upper, q.Forearm}, Joints{}, nil
		}, usual},
		"takes a year":     {still, newSCurve(100, 3e-6, p.limits.Accel, p.limits.Jerk)},
		"is endless":       {still, newSCurve(math.Inf(1), p.limits.Speed, p.limits.Accel, p.limits.Jerk)},
		"has no length":    {still, newSCurve(math.NaN(), p.limits.Speed, p.limits.Accel, p.limits.Jerk)},
		"leaves the earth": {still, newSCurve(1e300, p.limits.Speed, p.limits.Accel, p.limits.Jerk)},
	} {
		trajectory, err := p.slowToLimits(p.MotorPositionAt(q), c.path, c.profile)
		if !errors.Is(err, ErrTooSlow) || len(trajectory.Segments) > 0 {
			t.Errorf("a path that %s: %d segments, %v", name, len(trajectory.Segments), err)
		}
	}
}

// What the configuration may ask for at the slowest is not taken for endless: from one side of the workspace to
// the other.
func TestSlowestMotion(t *testing.T) {
	slowest := MotionLimits{Speed: 10, Accel: 50, Jerk: 500, JointSpeed: 5, JointAccel: 20, StepsPerDegree: 250}
	p, err := NewPlanner(DefaultGeometry(), slowest)
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
		"travel":   func() (Trajectory, error) { return p.PlanTravel(p.MotorPositionAt(q), to) },
		"swing":    func() (Trajectory, error) { return p.PlanJointMove(p.MotorPositionAt(q), to) },
		"straight": func() (Trajectory, error) { return p.PlanLinear(p.MotorPositionAt(q), to, slow) },
	} {
		if trajectory, err := plan(); err != nil || trajectory.Duration().Seconds() < 20 {
			t.Errorf("%s: %v, %v", name, trajectory.Duration(), err)
		}
	}
}
