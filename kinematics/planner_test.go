package kinematics

import (
	"errors"
	"math"
	"testing"
	"time"

	"pgregory.net/rapid"
)

// A sample is what the motors do at one tick, as a controller interpolates: degrees, degrees per second and per
// second².
type sample struct{ q, v, a [3]float64 }

// replay interpolates a trajectory with Hermite's cubics, every few ticks. Its arithmetic is independent of the planner's.
func replay(p Planner, from MotorPosition, c Trajectory, each func(segment int, s sample)) {
	unit := 1 / (256 * p.limits.StepsPerDegree)
	var speed [3]float64 // degrees per second
	for n, s := range c.Segments {
		total := float64(s.Ticks) * 50e-6
		const pieces = 24
		for k := range pieces + 1 {
			u := float64(k) / pieces
			var at sample
			for i := range from {
				p0, p1 := float64(from[i])*unit, float64(s.End[i])*unit
				m0 := speed[i] * total
				m1 := float64(s.Exit[i]) / (1 << 32) / p.limits.StepsPerDegree / 50e-6 * total
				at.q[i] = (2*u*u*u-3*u*u+1)*p0 + (u*u*u-2*u*u+u)*m0 + (3*u*u-2*u*u*u)*p1 + (u*u*u-u*u)*m1
				at.v[i] = ((6*u*u-6*u)*(p0-p1) + (3*u*u-4*u+1)*m0 + (3*u*u-2*u)*m1) / total
				at.a[i] = ((12*u-6)*(p0-p1) + (6*u-4)*m0 + (6*u-2)*m1) / (total * total)
			}
			each(n, at)
		}
		for i := range from {
			from[i] = s.End[i]
			speed[i] = float64(s.Exit[i]) / (1 << 32) / p.limits.StepsPerDegree / 50e-6
		}
	}
}

func (s sample) joints() Joints { return Joints{s.q[0], s.q[1], s.q[2]} }

// checkLimitsKept checks a trajectory as the controller plays it: limits of the joints, rest at both ends, no jump of the
// acceleration, ticks within the controller's.
func checkLimitsKept(t *rapid.T, p Planner, from MotorPosition, c Trajectory) {
	last, first := sample{}, true
	var ticks int
	replay(p, from, c, func(n int, s sample) {
		for i := range s.q {
			if math.Abs(s.v[i]) > p.limits.JointSpeed || math.Abs(s.a[i]) > p.limits.JointAccel {
				t.Fatalf("segment %d, joint %d: %v °/s, %v °/s²", n, i, s.v[i], s.a[i])
			}
			if jump := math.Abs(s.a[i] - last.a[i]); jump > p.limits.JointAccel*0.35 {
				t.Fatalf("segment %d of %d, joint %d: acceleration jumps from %v to %v °/s²", n, len(c.Segments), i, last.a[i], s.a[i])
			}
			if !first && math.Abs(s.v[i]-last.v[i]) > 10 {
				t.Fatalf("segment %d, joint %d: speed jumps from %v to %v", n, i, last.v[i], s.v[i])
			}
		}
		if err := p.geometry.Check(s.joints()); err != nil {
			t.Fatal(err)
		}
		last, first = s, false
	})
	for n, s := range c.Segments {
		if s.Ticks < 20 || s.Ticks > 2048 {
			t.Fatalf("segment %d has %d ticks", n, s.Ticks)
		}
		ticks += int(s.Ticks)
	}
	if n := len(c.Segments); n > 0 && (c.Segments[n-1].Exit != [3]int32{} || c.End != c.Segments[n-1].End) {
		t.Fatalf("does not end at rest: %+v", c.Segments[n-1])
	}
	if c.Duration() != time.Duration(ticks)*50*time.Microsecond {
		t.Fatalf("%d ticks are said to be %v", ticks, c.Duration())
	}
}

func testPlanner(t interface{ Fatal(...any) }, nozzle float64) Planner {
	g := DefaultGeometry()
	g.Nozzle = nozzle
	p, err := NewPlanner(g, DefaultMotionLimits())
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// drawPlace draws a place above board or tray.
func drawPlace(t *rapid.T, p Planner, low, high float64) (Vec, MotorPosition) {
	for range 100 {
		v := Vec{
			X: rapid.Float64Range(110, 290).Draw(t, "x"), Y: rapid.Float64Range(-135, 135).Draw(t, "y"),
			Z: rapid.Float64Range(low, high).Draw(t, "z"),
		}
		if q, err := p.geometry.Inverse(v); err == nil {
			return v, p.MotorPositionAt(q)
		}
	}
	t.Fatal("hardly any place above the table is in reach")
	return Vec{}, MotorPosition{}
}

// Travel keeps its height, its speed and every limit.
func TestTravel(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := testPlanner(t, rapid.SampledFrom([]float64{0, 30, 60}).Draw(t, "nozzle"))
		a, from := drawPlace(t, p, 60, 70)
		b, to := drawPlace(t, p, a.Z, a.Z+1e-9)
		c, err := p.PlanTravel(from, b)
		if err != nil {
			t.Fatal(err)
		}
		checkLimitsKept(t, p, from, c)
		if c.End != to && b.Minus(a).Length() > 0.01 {
			t.Fatalf("ends at %v, not at %v", c.End, to)
		}
		replay(p, from, c, func(_ int, s sample) {
			if z := p.geometry.Forward(s.joints()).Z; math.Abs(z-a.Z) > 0.3 {
				t.Fatalf("at %v the tip is at %v instead of %v", s.q, z, a.Z)
			}
			j := p.geometry.Jacobian(s.joints())
			v := Vec{}
			for i := range s.v {
				v = Vec{v.X + j[0][i]*s.v[i], v.Y + j[1][i]*s.v[i], v.Z + j[2][i]*s.v[i]}
			}
			if v.Length() > p.limits.Speed*1.02 {
				t.Fatalf("the tip moves at %v mm/s", v.Length())
			}
		})
	})
}

// A descent is vertical for its last 20 mm, wherever it began, and keeps every limit.
func TestLineDown(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := testPlanner(t, rapid.SampledFrom([]float64{0, 30, 60}).Draw(t, "nozzle"))
		b, to := drawPlace(t, p, 5, 22)
		turn, radius := rapid.Float64Range(-0.6, 0.6).Draw(t, "turn")*degree, rapid.Float64Range(-2, 2).Draw(t, "radius")
		q, err := p.geometry.Inverse(Vec{
			X: b.X*math.Cos(turn) - b.Y*math.Sin(turn) + radius, Y: b.X*math.Sin(turn) + b.Y*math.Cos(turn), Z: 64,
		})
		if err != nil {
			t.Skip("out of reach")
		}
		from := p.MotorPositionAt(q)
		c, err := p.PlanVertical(from, b, 75)
		if err != nil {
			t.Fatal(err)
		}
		checkLimitsKept(t, p, from, c)
		if c.End != to {
			t.Fatalf("ends at %v, not at %v", c.End, to)
		}
		lowest := math.Inf(1)
		replay(p, from, c, func(_ int, s sample) {
			at := p.geometry.Forward(s.joints())
			if side := math.Hypot(at.X-b.X, at.Y-b.Y); at.Z < b.Z+20 && side > 0.3 {
				t.Fatalf("%v mm above %v the tip is %v mm to one side", at.Z-b.Z, b, side)
			}
			if at.Z > lowest+0.05 {
				t.Fatalf("rises from %v to %v", lowest, at.Z)
			}
			lowest = math.Min(lowest, at.Z)
		})
	})
}

// A lift is vertical from the first millimetre.
func TestLineUp(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := testPlanner(t, 60)
		a, from := drawPlace(t, p, 5, 22)
		c, err := p.PlanVertical(from, Vec{a.X, a.Y, 64}, 75)
		if err != nil {
			t.Skip("out of reach")
		}
		checkLimitsKept(t, p, from, c)
		replay(p, from, c, func(_ int, s sample) {
			if at := p.geometry.Forward(s.joints()); math.Hypot(at.X-a.X, at.Y-a.Y) > 0.3 {
				t.Fatalf("%v mm above the start %v mm to one side", at.Z-a.Z, math.Hypot(at.X-a.X, at.Y-a.Y))
			}
		})
	})
}

// shrinkLimits is the arm with each limit drawn in, for poses that rounding to steps leaves within the limits.
func shrinkLimits(g Geometry, by float64) Geometry {
	for _, r := range []*Range{&g.Limits.Base, &g.Limits.Upper, &g.Limits.Forearm, &g.Limits.Elbow} {
		r.Min, r.Max = r.Min+by, r.Max-by
	}
	return g
}

// From any pose the arm swings to the board without leaving its limits.
func TestSwing(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := testPlanner(t, 60)
		from := p.MotorPositionAt(drawPose(t, shrinkLimits(p.geometry, 0.01)))
		b, to := drawPlace(t, p, 60, 70)
		c, err := p.PlanJointMove(from, b)
		if err != nil {
			t.Fatal(err)
		}
		checkLimitsKept(t, p, from, c)
		if c.End != to {
			t.Fatalf("ends at %v, not at %v", c.End, to)
		}
	})
}

// Limits of the joints that are tighter than the tip's slow the whole motion down, and it stays smooth.
func TestTightJoints(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m := DefaultMotionLimits()
		m.JointSpeed = rapid.Float64Range(5, 40).Draw(t, "speed")
		m.JointAccel = rapid.Float64Range(40, 200).Draw(t, "accel")
		p, err := NewPlanner(DefaultGeometry(), m)
		if err != nil {
			t.Fatal(err)
		}
		_, from := drawPlace(t, p, 64, 64.1)
		b, _ := drawPlace(t, p, 64, 64.1)
		c, err := p.PlanTravel(from, b)
		if err != nil {
			t.Fatal(err)
		}
		checkLimitsKept(t, p, from, c)
	})
}

func TestPlannerRefusals(t *testing.T) {
	p := testPlanner(t, 60)
	q, err := p.geometry.Inverse(Vec{220, 0, 64})
	if err != nil {
		t.Fatal(err)
	}
	from := p.MotorPositionAt(q)
	_, err = p.PlanTravel(from, Vec{500, 0, 64})
	checkRefused(t, "travel too far", err, ErrReach, "travel to (500.0, 0.0, 64.0): out of reach")
	_, err = p.PlanTravel(from, Vec{math.NaN(), 0, 64})
	checkRefused(t, "travel to NaN", err, ErrNumber, "travel")
	_, err = p.PlanVertical(from, Vec{220, 0, math.Inf(-1)}, 50)
	checkRefused(t, "line to infinity", err, ErrNumber, "vertical motion")
	_, err = p.PlanVertical(from, Vec{220, 0, 17}, 0)
	checkRefused(t, "line without speed", err, ErrNumber, "speed")
	_, err = p.PlanJointMove(from, Vec{0, 0, 0})
	if err == nil {
		t.Error("a joint motion to the base: no error")
	}
	if _, err = p.PlanVertical(from, Vec{220, 3, 50}, 50); err == nil {
		t.Error("a short line aside: no error")
	}
	if _, err = p.PlanVertical(from, Vec{220, 1, 90}, 50); err == nil {
		t.Error("a lift aside: no error")
	}
	m := DefaultMotionLimits()
	m.Jerk = 0
	if _, err := NewPlanner(DefaultGeometry(), m); !errors.Is(err, ErrNumber) {
		t.Errorf("no jerk: %v", err)
	}
	m = DefaultMotionLimits()
	m.JointSpeed = 150
	if _, err := NewPlanner(DefaultGeometry(), m); err == nil {
		t.Error("faster than the controller can: no error")
	}
}

// What the planner takes for the extremes of a segment are its extremes.
func TestExtremes(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		draw := func(name string) float64 { return rapid.Float64Range(-0.4, 0.4).Draw(t, name) }
		v0, v1, mean := draw("entry"), draw("exit"), draw("mean")
		const ticks, pieces = 1000, 1000
		var fastest, hardest float64
		for k := range pieces + 1 {
			u := float64(k) / pieces
			v := 6*u*(1-u)*mean + (3*u*u-4*u+1)*v0 + (3*u*u-2*u)*v1
			a := ((6-12*u)*mean + (6*u-4)*v0 + (6*u-2)*v1) / ticks
			fastest, hardest = math.Max(fastest, math.Abs(v)), math.Max(hardest, math.Abs(a))
		}
		c := hermiteCubic(mean*ticks, v0, v1, ticks)
		if math.Abs(c.peakSpeed()-fastest) > 1e-5 || math.Abs(c.peakAccel()-hardest) > 1e-9 {
			t.Fatalf("fastest %v, want %v; hardest %v, want %v", c.peakSpeed(), fastest, c.peakAccel(), hardest)
		}
	})
}

// Standing where one should go is no motion.
func TestNoMotion(t *testing.T) {
	p := testPlanner(t, 60)
	at := Vec{220, 0, 64}
	q, err := p.geometry.Inverse(at)
	if err != nil {
		t.Fatal(err)
	}
	c, err := p.PlanTravel(p.MotorPositionAt(q), at)
	if err != nil || len(c.Segments) != 0 || c.End != p.MotorPositionAt(q) || c.Duration() != 0 {
		t.Errorf("%+v, %v", c, err)
	}
}

// The controller's limits, as SETUP carries them, have room for what plans use.
func TestRates(t *testing.T) {
	p := testPlanner(t, 0)
	speed, accel := p.RateLimits()
	low, high := p.PositionLimits()
	for i := range speed {
		if got := float64(speed[i]) / (1 << 32) / 50e-6 / p.limits.StepsPerDegree; math.Abs(got-p.limits.JointSpeed) > 1e-3 {
			t.Errorf("joint %d: speed %v °/s", i, got)
		}
		if got := float64(accel[i]) / (1 << 40) / 50e-6 / 50e-6 / p.limits.StepsPerDegree; math.Abs(got-p.limits.JointAccel) > 1e-3 {
			t.Errorf("joint %d: acceleration %v °/s²", i, got)
		}
	}
	a, b := p.JointsAt(low), p.JointsAt(high)
	if math.Abs(a.Forearm+102) > 1e-4 || math.Abs(b.Upper-105) > 1e-4 || math.Abs(b.Base-90) > 1e-4 {
		t.Errorf("limits %v … %v", a, b)
	}
}

func BenchmarkTravel(b *testing.B) {
	p := testPlanner(b, 60)
	q, err := p.geometry.Inverse(Vec{155, -66, 64})
	if err != nil {
		b.Fatal(err)
	}
	from := p.MotorPositionAt(q)
	for b.Loop() {
		if _, err := p.PlanTravel(from, Vec{285, 66, 64}); err != nil {
			b.Fatal(err)
		}
	}
}
