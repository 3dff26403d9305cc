package kinematics

import (
	"errors"
	"math"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// drawPose draws a pose that the mechanics allow, anywhere in the workspace.
func drawPose(t *rapid.T, g Geometry) Joints {
	l := g.Limits
	for {
		q := Joints{
			Base:  rapid.Float64Range(l.Base.Min, l.Base.Max).Draw(t, "base"),
			Upper: rapid.Float64Range(l.Upper.Min, l.Upper.Max).Draw(t, "a"),
		}
		low, high := math.Max(l.Forearm.Min, q.Upper-l.Elbow.Max), math.Min(l.Forearm.Max, q.Upper-l.Elbow.Min)
		if low <= high {
			q.Forearm = rapid.Float64Range(low, high).Draw(t, "b")
			return q
		}
	}
}

func drawGeometry(t *rapid.T) Geometry {
	g := DefaultGeometry()
	g.Nozzle = rapid.Float64Range(0, 60).Draw(t, "nozzle")
	return g
}

// The closed form finds every pose of the workspace again.
func TestInverseFindsEveryPose(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g := drawGeometry(t)
		want := drawPose(t, g)
		p := g.Forward(want)
		got, err := g.Inverse(p)
		if err != nil {
			t.Fatal(err)
		}
		if math.Abs(got.Base-want.Base) > 1e-6 || math.Abs(got.Upper-want.Upper) > 1e-6 ||
			math.Abs(got.Forearm-want.Forearm) > 1e-6 {
			t.Fatalf("%v → %v → %v", want, p, got)
		}
		if off := g.Forward(got).Minus(p).Length(); off > 0.001 {
			t.Fatalf("%v is %v mm off", got, off)
		}
	})
}

// The Jacobian's iteration arrives at the same pose from any other pose.
func TestMethodsAgree(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g := drawGeometry(t)
		want, from := drawPose(t, g), drawPose(t, g)
		p := g.Forward(want)
		s, err := g.InverseJacobian(p, from)
		if err != nil {
			t.Fatalf("from %v to %v: %v", from, want, err)
		}
		closed, err := g.Inverse(p)
		if err != nil {
			t.Fatal(err)
		}
		if off := g.Forward(closed).Minus(g.Forward(s.Joints)).Length(); off > 0.01 {
			t.Fatalf("closed %v and Jacobian %v are %v mm apart", closed, s.Joints, off)
		}
		if math.Abs(closed.Upper-s.Joints.Upper) > 0.01 || math.Abs(closed.Forearm-s.Joints.Forearm) > 0.01 ||
			s.Residual > 0.01 {
			t.Fatalf("closed %v, Jacobian %+v", closed, s)
		}
	})
}

// From 5 mm away three iterations do, wherever the board's squares are.
func TestJacobianNearStart(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g := drawGeometry(t)
		p := Vec{
			X: rapid.Float64Range(150, 290).Draw(t, "x"), Y: rapid.Float64Range(-80, 80).Draw(t, "y"),
			Z: rapid.Float64Range(12, 70).Draw(t, "z"),
		}
		turn, rise := rapid.Float64Range(-180, 180).Draw(t, "turn")*degree, rapid.Float64Range(-90, 90).Draw(t, "rise")*degree
		near := Vec{p.X + 5*math.Cos(turn)*math.Cos(rise), p.Y + 5*math.Sin(turn)*math.Cos(rise), p.Z + 5*math.Sin(rise)}
		from, err := g.Inverse(near)
		if err != nil {
			t.Fatal(err)
		}
		s, err := g.InverseJacobian(p, from)
		if err != nil || s.Iterations > 3 || s.Residual > 0.01 {
			t.Fatalf("%v from %v: %+v, %v", p, near, s, err)
		}
	})
}

// The Jacobian is what Forward does with a small change of each joint.
func TestJacobian(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g := drawGeometry(t)
		q, j := drawPose(t, g), [3][3]float64{}
		j = g.Jacobian(q)
		const h = 1e-4
		for i, d := range []Joints{{Base: h}, {Upper: h}, {Forearm: h}} {
			up := g.Forward(Joints{q.Base + d.Base, q.Upper + d.Upper, q.Forearm + d.Forearm})
			down := g.Forward(Joints{q.Base - d.Base, q.Upper - d.Upper, q.Forearm - d.Forearm})
			if off := up.Minus(down).Minus(Vec{2 * h * j[0][i], 2 * h * j[1][i], 2 * h * j[2][i]}).Length() / (2 * h); off > 1e-5 {
				t.Fatalf("%v: column %d is %v mm/° off", q, i, off)
			}
		}
	})
}

// Known poses: the drawing's own numbers, which a pair of errors that cancel out cannot satisfy.
func TestForward(t *testing.T) {
	g := DefaultGeometry()
	for _, c := range []struct {
		q Joints
		p Vec
	}{
		{Joints{0, 90, 0}, Vec{210.9, 0, 238}},
		{Joints{90, 90, 0}, Vec{0, 210.9, 238}},
		{Joints{-90, 0, -90}, Vec{0, -185.9, -57}},
		{Joints{0, 60, -30}, Vec{67.5 + 138.564065 + 50.9, 0, 103 + 116.913430 - 80}},
	} {
		if off := g.Forward(c.q).Minus(c.p).Length(); off > 1e-5 {
			t.Errorf("%v: got %v, want %v", c.q, g.Forward(c.q), c.p)
		}
	}
}

// Each refusal says why, in both methods.
func TestRefusals(t *testing.T) {
	start := Joints{0, 70, -45}
	for _, c := range []struct {
		name  string
		p     Vec
		want  error
		words string
	}{
		{"too far", Vec{600, 0, 20}, ErrReach, "mm too far"},
		{"too high", Vec{200, 0, 900}, ErrReach, "mm too far"},
		{"too near", Vec{60, 0, 100}, ErrReach, "mm too near"},
		{"on the axis", Vec{0, 0, 200}, ErrSingular, "axis"},
		{"behind", Vec{-200, 50, 60}, ErrLimit, "base would be at 166.0°, 76.0° above its maximum of 90°"},
		{"nearly stretched", Vec{342, 0, 90}, ErrElbow, "below its minimum of 20°"},
		{"folded", Vec{110, 0, 103}, ErrElbow, "above its maximum of 155°"},
		{"upper arm too low", Vec{250, 0, -90}, ErrLimit, "upper arm would be at"},
		{"forearm too high", Vec{150, 0, 330}, ErrLimit, "forearm would be at"},
		{"not a number", Vec{math.NaN(), 0, 0}, ErrNumber, "NaN"},
		{"infinite", Vec{200, math.Inf(1), 0}, ErrNumber, "Inf"},
		{"huge", Vec{1e308, 1e308, 1e308}, ErrReach, "too far"},
	} {
		q, err := DefaultGeometry().Inverse(c.p)
		checkRefused(t, c.name+", closed", err, c.want, c.words)
		if q != (Joints{}) {
			t.Errorf("%s: a pose beside the error: %v", c.name, q)
		}
		s, err := DefaultGeometry().InverseJacobian(c.p, start)
		checkRefused(t, c.name+", Jacobian", err, c.want, c.words)
		if s.Joints != (Joints{}) {
			t.Errorf("%s: a pose beside the error: %v", c.name, s.Joints)
		}
	}
}

func checkRefused(t *testing.T, name string, err, want error, words string) {
	t.Helper()
	if !errors.Is(err, want) {
		t.Errorf("%s: got %v, want %v", name, err, want)
		return
	}
	if !strings.Contains(err.Error(), words) {
		t.Errorf("%s: %q lacks %q", name, err, words)
	}
}

// A start where the arm is stretched or no number is refused, not divided by zero.
func TestJacobianStarts(t *testing.T) {
	g, p := DefaultGeometry(), Vec{220, 0, 20}
	if _, err := g.InverseJacobian(p, Joints{0, 30, 30}); !errors.Is(err, ErrSingular) {
		t.Errorf("stretched: %v", err)
	}
	if _, err := g.InverseJacobian(p, Joints{0, math.NaN(), 0}); !errors.Is(err, ErrNumber) {
		t.Errorf("NaN: %v", err)
	}
}

func TestCheck(t *testing.T) {
	g := DefaultGeometry()
	for _, c := range []struct {
		q    Joints
		want error
	}{
		{Joints{0, 70, -45}, nil},
		{Joints{90, 105, -50}, nil},
		{Joints{90.1, 70, -45}, ErrLimit},
		{Joints{0, 105.1, -45}, ErrLimit},
		{Joints{0, -20.1, -45}, ErrLimit},
		{Joints{0, 40, 18.1}, ErrLimit},
		{Joints{0, 0, -102.1}, ErrLimit},
		{Joints{0, 0, -19}, ErrElbow},
		{Joints{0, 105, -51}, ErrElbow},
		{Joints{0, math.Inf(1), 0}, ErrNumber},
	} {
		if err := g.Check(c.q); !errors.Is(err, c.want) {
			t.Errorf("%v: got %v, want %v", c.q, err, c.want)
		}
	}
}

// Whatever the point: an error, or a pose within the limits with the tip there.
func FuzzInverse(f *testing.F) {
	f.Add(220.0, 0.0, 17.0, 60.0)
	f.Add(0.0, 0.0, 20.0, 0.0)
	f.Add(50.9, 0.0, 103.0, 0.0)
	f.Add(math.NaN(), 1e308, -1e-300, 30.0)
	f.Fuzz(func(t *testing.T, x, y, z, nozzle float64) {
		g := DefaultGeometry()
		if nozzle >= 0 && nozzle <= 60 {
			g.Nozzle = nozzle
		}
		p := Vec{x, y, z}
		q, err := g.Inverse(p)
		s, other := g.InverseJacobian(p, Joints{0, 70, -45})
		for _, got := range []struct {
			q   Joints
			err error
		}{{q, err}, {s.Joints, other}} {
			if got.err == nil && (g.Check(got.q) != nil || g.Forward(got.q).Minus(p).Length() > 0.01) {
				t.Fatalf("%v: %v is wrong", p, got.q)
			}
		}
	})
}

var sink Joints

func BenchmarkInverse(b *testing.B) {
	g, p := DefaultGeometry(), Vec{230, 40, 17}
	b.ReportAllocs()
	for b.Loop() {
		sink, _ = g.Inverse(p)
	}
}

// From the middle of the board to one of its corners.
func BenchmarkInverseJacobian(b *testing.B) {
	g, p := DefaultGeometry(), Vec{285, 65, 17}
	from, err := g.Inverse(Vec{220, 0, 17})
	if err != nil {
		b.Fatal(err)
	}
	b.ReportAllocs()
	for b.Loop() {
		s, _ := g.InverseJacobian(p, from)
		sink = s.Joints
	}
}

// No allocation on the way to an answer.
func TestInverseAllocates(t *testing.T) {
	g, p := DefaultGeometry(), Vec{230, 40, 17}
	n := testing.AllocsPerRun(100, func() {
		sink, _ = g.Inverse(p)
		s, _ := g.InverseJacobian(p, Joints{0, 70, -45})
		sink = s.Joints
	})
	if n != 0 {
		t.Errorf("%v allocations", n)
	}
}
