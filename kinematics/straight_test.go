package kinematics

import (
	"math"
	"testing"

	"pgregory.net/rapid"
)

// A straight path never leaves its line, keeps every limit and ends where it should; what can't be reached is refused.
func TestStraight(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := testPlanner(t, 60)
		a, from := drawPlace(t, p, 15, 80)
		step := rapid.SampledFrom([]float64{0.1, 1, 10, 40}).Draw(t, "step")
		turn, rise := rapid.Float64Range(0, 2*math.Pi).Draw(t, "turn"), rapid.Float64Range(-1, 1).Draw(t, "rise")
		flat := step * math.Sqrt(1-rise*rise)
		b := Vec{X: a.X + flat*math.Cos(turn), Y: a.Y + flat*math.Sin(turn), Z: a.Z + step*rise}
		c, err := p.PlanLinear(from, b, 20)
		if _, unreachable := p.geometry.Inverse(b); unreachable != nil {
			if err == nil {
				t.Fatalf("%v is out of reach, and accepted", b)
			}
			return
		}
		if err != nil {
			t.Fatal(err)
		}
		checkLimitsKept(t, p, from, c)
		if end := p.geometry.Forward(p.JointsAt(c.End)); end.Minus(b).Length() > 0.01 {
			t.Fatalf("ends at %v, not at %v", end, b)
		}
		replay(p, from, c, func(_ int, s sample) {
			if off := distanceFromLine(p.geometry.Forward(s.joints()), a, b); off > 0.05 {
				t.Fatalf("%.3f mm beside the line", off)
			}
		})
	})
}

// distanceFromLine is the distance of a point from the line through a and b.
func distanceFromLine(v, a, b Vec) float64 {
	d, w := b.Minus(a), v.Minus(a)
	k := (w.X*d.X + w.Y*d.Y + w.Z*d.Z) / (d.X*d.X + d.Y*d.Y + d.Z*d.Z)
	return w.Minus(Vec{d.X * k, d.Y * k, d.Z * k}).Length()
}
